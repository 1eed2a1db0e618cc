import { aFamily, expect, register, test } from './fixtures.ts';
import { Transcript } from './hear.ts';

// What a parent or child who does not see the screen hears on these journeys. The transcripts in heard/ are read by a person when they
// change: names of buttons, order, what is announced.

test('signing up and adding a child', async ({ page }) => {
  const heard = new Transcript('1-criar-conta');
  await page.goto('/auth?tab=register');
  await heard.hear(page, 'A página para criar a conta');
  await register(page);
  await heard.hear(page, 'A conta nova, sem crianças');
  await page.goto('/children?action=add');
  await expect(page.getByRole('dialog')).toBeVisible();
  await heard.hear(page, 'A janela para adicionar a criança');
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await heard.hear(page, 'Guardar sem escrever nada');
  heard.isAsBefore();
});

test('a child has the phone', async ({ page }) => {
  const heard = new Transcript('2-modo-crianca');
  const { childId } = await aFamily(page, { schoolClass: '2º Ano', gender: 'feminino' });
  await page.request.post('/api/child-mode', { data: { childIds: [childId] } });
  await page.goto('/child');
  await expect(page.getByRole('link').first()).toBeVisible();
  await heard.hear(page, 'A página da criança');
  await page.goto('/child?ver=testes');
  await expect(page.getByRole('heading', { name: 'Escolhe' })).toBeVisible();
  await heard.hear(page, 'Escolher um teste');
  await page.goto('/child?ver=testes&disciplina=Geografia');
  await expect(page.getByRole('heading', { name: 'Geografia' })).toBeVisible();
  await heard.hear(page, 'Os temas de uma disciplina');
  heard.isAsBefore();
});

test('choosing a test by its theme', async ({ page }) => {
  const heard = new Transcript('3-escolher-um-tema');
  const { childId } = await aFamily(page, { schoolClass: '5º Ano', gender: 'feminino' });
  await page.goto(`/children/${childId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await heard.hear(page, 'A página da criança, sem testes feitos');
  await page.goto(`/tests?childId=${childId}&discipline=Geografia`);
  const theme = page.getByRole('combobox', { name: 'Tema' });
  await expect(theme).toBeVisible();
  await heard.hear(page, 'Os testes de uma disciplina');
  await theme.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  await heard.hear(page, 'A lista dos temas aberta');
  heard.isAsBefore();
});

test('the plan and reading aloud', async ({ page }) => {
  const heard = new Transcript('4-plano-e-leitura');
  const { childId } = await aFamily(page, { schoolClass: '2º Ano', gender: 'feminino' });
  await page.goto('/subscription');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await heard.hear(page, 'Os planos');
  await page.goto(`/children/${childId}/reading`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await heard.hear(page, 'Ler em voz alta');
  heard.isAsBefore();
});

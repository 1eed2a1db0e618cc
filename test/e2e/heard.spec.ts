import type { Page } from '@playwright/test';
import { aFamily, aTestFor, complete, expect, inDatabase, register, test } from './fixtures.ts';
import { Transcript } from './hear.ts';

// What a parent or child who does not see the screen hears on the eight journeys. The transcripts in heard/ are read by a person when they
// change: names of buttons, order, what is announced.

/** Takes a História test of the child with all answers right. */
async function takes(page: Page, childId: number): Promise<number> {
  const started = await page.request.post('/api/attempts', {
    data: { childId, testId: await aTestFor(page, childId, 'História'), order: 'own' },
  });
  const { id } = (await started.json()) as { id: number };
  const keys = await inDatabase((db) =>
    db.rows<{ questionId: number; key: string }>(
      `select q.question_id as question_id, q.correct_answer as key from attempts a
       join version_questions q on q.version_id = a.version_id where a.id = $1 order by q.position`,
      [id],
    ),
  );
  for (const { questionId, key } of keys)
    await page.request.post('/api/answers', { data: { attemptId: id, questionId, selectedAnswer: key } });
  await complete(page, id);
  return id;
}

/** Returns a child of the 4.ª classe with one result; the family has a plan. */
async function hasAResult(page: Page): Promise<{ childId: number; attemptId: number }> {
  const { childId } = await aFamily(page, { gender: 'feminino' });
  await inDatabase((db) =>
    db.count(
      `update users set subscription_type = 'family', subscription_end = now() + interval '1 year'
       where id = (select user_id from children where id = $1)`,
      [childId],
    ),
  );
  return { childId, attemptId: await takes(page, childId) };
}

test('signing up and adding a child', async ({ page }) => {
  const heard = new Transcript('1-criar-conta');
  await page.goto('/auth?tab=register');
  await heard.hear(page, 'A página para criar a conta');
  await register(page);
  await heard.hear(page, 'A conta nova, sem crianças');
  await page.goto('/children?action=add');
  const form = page.getByRole('dialog', { name: 'Adicionar Filho' });
  await expect(form).toBeVisible();
  await heard.hear(page, 'A janela para adicionar a criança');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByRole('alert').first()).toBeVisible();
  await heard.hear(page, 'Guardar sem escrever nada');
  heard.ends();
});

test('the first test and its result', async ({ page }) => {
  const heard = new Transcript('2-primeiro-teste');
  const { childId } = await aFamily(page, { gender: 'feminino' });
  await page.goto(`/tests/${await aTestFor(page, childId, 'História')}?childId=${childId}`);
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await heard.hear(page, 'A primeira pergunta');
  await page.goto('about:blank');
  await page.goto(`/results/${await takes(page, childId)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await heard.hear(page, 'O resultado');
  heard.ends();
});

test('coming back: the dashboard, and handing the phone over', async ({ page }) => {
  const heard = new Transcript('3-inicio');
  await hasAResult(page);
  await page.request.put('/api/account/pin', { data: { pin: '8374', password: 'segredo-1' } });
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^A seguir/ })).toBeVisible();
  await heard.hear(page, 'O início');
  await page.getByRole('link', { name: /^A seguir/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await heard.hear(page, 'Entregar o telemóvel');
  heard.ends();
});

test('the page of a child, and a theme of its map', async ({ page }) => {
  const heard = new Transcript('4-pagina-da-crianca');
  const { childId } = await hasAResult(page);
  await page.goto(`/children/${childId}?discipline=Hist%C3%B3ria`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await heard.hear(page, 'A página da criança');
  await page.getByRole('button', { name: /^A seguir/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await heard.hear(page, 'Um tema do mapa');
  heard.ends();
});

test('choosing a test by its theme', async ({ page }) => {
  const heard = new Transcript('5-escolher-um-teste');
  const { childId } = await aFamily(page, { schoolClass: '5º Ano', gender: 'feminino' });
  await page.goto(`/tests?childId=${childId}&discipline=Geografia`);
  const theme = page.getByRole('combobox', { name: 'Tema' });
  await expect(theme).toBeVisible();
  await heard.hear(page, 'Os testes de uma disciplina');
  await theme.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  await heard.hear(page, 'A lista dos temas aberta');
  heard.ends();
});

test('a child has the phone', async ({ page }) => {
  const heard = new Transcript('6-modo-crianca');
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
  heard.ends();
});

test('the report, and the book of mistakes', async ({ page }) => {
  const heard = new Transcript('7-relatorio');
  const { childId } = await hasAResult(page);
  await page.goto(`/children/${childId}/reports`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await heard.hear(page, 'O relatório');
  await page.goto(`/children/${childId}/mistakes`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await heard.hear(page, 'O caderno de erros, sem erros');
  heard.ends();
});

test('the plan, and reading aloud', async ({ page }) => {
  const heard = new Transcript('8-plano-e-leitura');
  const { childId } = await aFamily(page, { schoolClass: '2º Ano', gender: 'feminino' });
  await page.goto('/subscription');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await heard.hear(page, 'Os planos');
  await page.goto(`/children/${childId}/reading`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await heard.hear(page, 'Ler em voz alta');
  heard.ends();
});

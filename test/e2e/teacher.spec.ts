import type { Page } from '@playwright/test';
import { aFamily, announced, choose, expect, isAccessible, signIn, test } from './fixtures.ts';

/** A photograph of a single colour, as a file chosen in a form. */
const PICTURE = {
  name: 'mapa.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

const dialog = (page: Page) => page.getByRole('dialog');
const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

test('«Criar Teste» waits until the teacher’s defaults are in the form', async ({ page }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/teacher/settings', async (route) => {
    await arrived;
    await route.continue();
  });
  await signIn(page, 'professor');
  await page.goto('/teacher');
  await page.getByRole('button', { name: 'Novo Teste Padronizado' }).click();
  const create = dialog(page).getByRole('button', { name: 'Criar Teste' });
  await expect(create).toBeDisabled();
  arrive();
  await expect(create).toBeEnabled();
  await expect(dialog(page).getByLabel('Tema')).toBeVisible();
});

test('a teacher creates a test with a formula and a picture, previews it as a child, and a child takes it', async ({
  page,
  browser,
  watch,
  baseURL,
}) => {
  const theme = `Frações de teste ${Date.now()}`;
  await signIn(page, 'professor');
  await page.goto('/teacher');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Novo Teste Padronizado' }).click();
  await dialog(page).getByRole('button', { name: 'Criar Teste' }).click();
  await said(page, 'O campo Tema é obrigatório');
  await isAccessible(page);
  await dialog(page).getByLabel('Disciplina').selectOption('Matemática');
  await dialog(page).getByLabel('Ano Escolar').selectOption('4º Ano');
  await dialog(page).getByLabel('Tema').fill(theme);
  await dialog(page).getByRole('switch', { name: 'Baralhar as alternativas' }).uncheck();
  await dialog(page).getByRole('button', { name: 'Criar Teste' }).click();
  await announced(page, 'Teste criado com sucesso');

  // The page of the test's questions opens at once.
  await expect(page).toHaveURL(/\/teacher\/questions\?testId=\d+$/);
  const testId = Number(new URL(page.url()).searchParams.get('testId'));
  await said(page, 'Nenhuma Questão Cadastrada');
  await page.getByRole('button', { name: 'Nova Questão' }).click();
  await dialog(page).getByLabel('Enunciado').fill('Que parte é $\\frac{1}{2}$ de 8?');
  await dialog(page).getByLabel('Alternativas').fill('A) 2\nB) 4\n\nC) $\\frac{8}{1}$');
  await dialog(page).getByLabel('Resposta certa').selectOption('B');
  const preview = dialog(page).getByRole('region', { name: 'Pré-visualização' });
  await expect(preview.locator('mfrac')).toHaveCount(2);
  await expect(preview.getByText('certa')).toBeVisible();
  await dialog(page).getByLabel('Ficheiro da imagem').setInputFiles(PICTURE);
  await dialog(page).getByLabel('Descrição da imagem').fill('Oito quadrados, quatro pintados');
  await isAccessible(page);
  await dialog(page).getByRole('button', { name: 'Criar Questão' }).click();
  await announced(page, 'Questão criada com sucesso');

  // A second question whose key does not exist is refused, with a message at its field.
  await page.getByRole('button', { name: 'Nova Questão' }).click();
  await dialog(page).getByLabel('Categoria').selectOption('Aplicação');
  await dialog(page).getByLabel('Enunciado').fill('Quanto é 2 + 3?');
  await dialog(page).getByLabel('Alternativas').fill('5');
  await dialog(page).getByRole('button', { name: 'Criar Questão' }).click();
  await said(page, 'A resposta correta é obrigatória');
  await dialog(page).getByLabel('Alternativas').fill('5\n6');
  await dialog(page).getByLabel('Resposta certa').selectOption('A');
  // After saving, the form is ready for the next question and keeps the values that usually stay the same.
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).getByLabel('Enunciado')).toHaveValue('');
  await expect(dialog(page).getByLabel('Enunciado')).toBeFocused();
  await expect(dialog(page).getByLabel('Categoria')).toHaveValue('Aplicação');
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  const rows = page.getByRole('table', { name: 'Questões do teste' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  const more = page.getByRole('button', { name: /^Mais acções da questão/ });
  await more.last().click();
  await page.getByRole('menuitem', { name: 'Subir' }).click();
  await expect(rows.nth(1)).toContainText('Quanto é 2 + 3?');
  await page
    .getByRole('button', { name: /^Ver detalhes/ })
    .last()
    .click();
  await expect(dialog(page).getByAltText('Oito quadrados, quatro pintados')).toBeVisible();
  await page.keyboard.press('Escape');

  // The copy of a question opens in the editor, and is deleted again.
  await more.first().click();
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  await expect(dialog(page).getByLabel('Enunciado')).toHaveValue('Quanto é 2 + 3?');
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(rows).toHaveCount(4);
  await more.last().click();
  await page.getByRole('menuitem', { name: 'Apagar' }).click();
  await dialog(page).getByRole('button', { name: 'Apagar questão' }).click();
  await expect(rows).toHaveCount(3);

  // Families do not see the test before the teacher activates it.
  await expect(page.getByText('Este teste é um rascunho')).toBeVisible();
  await page.getByRole('button', { name: 'Activar o teste' }).click();
  await expect(page.getByText('Este teste é um rascunho')).toBeHidden();

  await page.getByRole('link', { name: 'Ver como o aluno' }).click();
  await expect(page.getByRole('heading', { name: 'Quanto é 2 + 3?' })).toBeVisible();
  await choose(page, 'A');
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(page.getByAltText('Oito quadrados, quatro pintados')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Finalizar' }).click();
  await expect(page).toHaveURL(/\/teacher\/questions\?testId=\d+$/);

  // A child of another family takes the test, picture included.
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const child = await context.newPage();
  watch(child);
  const { childId } = await aFamily(child);
  await child.goto(`/tests/${testId}?childId=${childId}`);
  await choose(child, 'A');
  await child.getByRole('button', { name: 'Próxima' }).click();
  const picture = child.getByAltText('Oito quadrados, quatro pintados');
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await choose(child, 'B');
  await child.getByRole('button', { name: 'Finalizar' }).click();
  await child.waitForURL('**/results/*');
  const attemptId = child.url().split('/').at(-1);
  await child.goto(`/tests/${testId}/review?attemptId=${attemptId}`);
  await expect(child.getByAltText('Oito quadrados, quatro pintados')).toBeVisible();
  await context.close();

  // A test that was taken cannot be deleted, only deactivated.
  await page.goto('/teacher/tests');
  await page.getByLabel('Procurar').fill(theme);
  await expect(page.getByText('1 tema', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Mais acções: Matemática: ${theme}` }).click();
  await page.getByRole('menuitem', { name: 'Apagar' }).click();
  await dialog(page).getByRole('button', { name: 'Apagar teste' }).click();
  await said(page, 'já foi feito por alunos');
  await dialog(page).locator('footer').getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('switch', { name: `Matemática: ${theme}` }).click();
  await announced(page, 'Status do teste alterado com sucesso');
  await expect(page.getByText('Inativo', { exact: true }).last()).toBeVisible();
});

test('the whole bank is searched without accents, paged, and copied from; new tests begin with the teacher’s defaults', async ({
  page,
}) => {
  await signIn(page, 'professor');
  const { id } = (await (
    await page.request.post('/api/teacher/tests', {
      data: { discipline: 'Artes', theme: `Cópias ${Date.now()}`, schoolClass: '9º Ano', draft: true },
    })
  ).json()) as { id: number };
  await page.goto('/teacher/questions');
  await expect(page.getByRole('heading', { name: 'Banco Completo de Questões' })).toBeVisible();
  await expect(page.getByText(/^~\d+ questões$/)).toBeVisible();
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(page.getByText(/Página 2 de \d+/)).toBeVisible();
  await page.getByLabel('Procurar').fill('FRACCAO');
  await expect(page.getByText(/questões encontradas$/)).toBeVisible();
  const boxes = page.getByRole('table').getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Copiar para um teste' }).click();
  await dialog(page).getByLabel('Procurar teste').fill('copias artes 9');
  await dialog(page).getByLabel('Teste', { exact: true }).selectOption(String(id));
  await isAccessible(page);
  await dialog(page).getByRole('button', { name: 'Copiar', exact: true }).click();
  await announced(page, '2 questões copiadas com sucesso');
  await page.goto(`/teacher/questions?testId=${id}`);
  await expect(page.getByRole('table', { name: 'Questões do teste' }).getByRole('row')).toHaveCount(3);

  await page.locator('header summary').click();
  await page.getByRole('link', { name: 'Definições' }).click();
  await page.getByLabel('Disciplina').selectOption('Ciências');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await announced(page, 'Definições guardadas com sucesso');
  await page.getByRole('button', { name: 'Mudar a senha' }).click();
  await expect(page.getByText('Pelo menos 10 caracteres.')).toBeVisible();
  await page.goto('/teacher/tests');
  await page.getByRole('button', { name: 'Novo Teste Padronizado' }).click();
  await expect(dialog(page).getByLabel('Disciplina')).toHaveValue('Ciências');
});

test('the table of themes is used with the keyboard alone: open a row, change a form, use its menu', async ({
  page,
}) => {
  await signIn(page, 'professor');
  const theme = `Teclado ${Date.now()}`;
  const data = { discipline: 'Artes', theme, schoolClass: '9º Ano', draft: true };
  for (const form of ['A', 'B']) await page.request.post('/api/teacher/tests', { data: { ...data, form } });
  await page.request.post('/api/teacher/tests', { data: { ...data, theme: `${theme} outro`, draft: true } });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/teacher?search=${encodeURIComponent(theme)}`);
  const table = page.getByRole('table', { name: 'Temas do banco' });
  const row = table.getByRole('button', { name: theme, exact: true });
  await expect(row).toHaveAttribute('aria-expanded', 'false');
  await expect(table.getByRole('link', { name: `Prova A de ${theme}, inactiva`, exact: true })).toBeVisible();
  await expect(table.getByRole('link', { name: `Criar a prova C de ${theme}`, exact: true })).toBeVisible();

  await table.getByRole('button', { name: 'Tema', exact: true }).press('Enter');
  await expect(page).toHaveURL(/sort=theme/);
  await expect(table.getByRole('columnheader', { name: 'Tema' })).toHaveAttribute('aria-sort', 'ascending');

  await row.press('Enter');
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await isAccessible(page);
  const offered = table.getByRole('switch', { name: `Artes: ${theme}, prova A`, exact: true });
  await offered.press('Space');
  await expect(offered).toBeChecked();
  const more = table.getByRole('button', { name: `Mais acções: Artes: ${theme}, prova A`, exact: true });
  await more.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Pré-visualizar' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Apagar' })).toBeFocused();
  await page.keyboard.press('d');
  await expect(page.getByRole('menuitem', { name: 'Duplicar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await more.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/preview$/);
});

test('a teacher reads what is new in the bell, on every page of the panel', async ({ page }) => {
  await signIn(page, 'professor');
  for (const address of ['/teacher', '/teacher/questions', '/teacher/curricula']) {
    await page.goto(address);
    await page.getByRole('button', { name: /^Notificações/ }).click();
    await expect(page.getByRole('dialog', { name: /^Notificações/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Configurações de notificações' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Notificações/ })).toBeFocused();
  }
});

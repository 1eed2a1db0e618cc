import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { announced, expect, isAccessible, signIn, test } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

test('a teacher finds a class, edits its programme, fills a gap with a question and downloads the plan', async ({
  page,
}) => {
  await signIn(page, 'professor');
  await page.goto('/teacher');
  await page.getByRole('combobox', { name: 'Partes do painel' }).selectOption('Planos Curriculares');
  await expect(page).toHaveURL(/\/teacher\/curricula$/);
  for (const part of ['Reforma do sistema educativo', 'Estrutura', 'Programas', 'Avaliação'])
    await page.locator('summary', { hasText: part }).click();
  await said(page, 'Lei n.º 17/16, de 7 de Outubro');
  await said(page, '0 a 20 valores, com mínimo de 10');
  await isAccessible(page);

  // In the content of the bank every objective is covered, and the address has the filters.
  await page.getByLabel('Classe').selectOption('4º Ano');
  await expect(page).toHaveURL(/class=4/);
  await expect(page.getByRole('heading', { name: 'Matemática · 4º Ano' })).toBeVisible();
  await said(page, 'MAT4.6.1');
  const { objectives } = (await (
    await page.request.get('/api/teacher/coverage?class=4º Ano&discipline=Matemática')
  ).json()) as { objectives: { code: string; active: number }[] };
  const asked = objectives.find(({ code }) => code === 'MAT4.6.1')?.active ?? 0;
  expect(asked).toBeGreaterThan(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'MAT4.6.1' }).last()).toContainText(`${asked} quest`);

  // A programme that does not exist yet.
  await page.goto('/teacher/curricula?class=9º Ano&discipline=Artes');
  await said(page, 'Este plano ainda não tem temas.');
  await page.getByRole('button', { name: 'Novo tema' }).click();
  await dialog(page).getByRole('button', { name: 'Criar tema' }).click();
  await said(page, 'Escreva o nome do tema.');
  await isAccessible(page);
  await dialog(page).getByLabel('Tema', { exact: true }).fill('A cor');
  await dialog(page).getByLabel('Conteúdos').fill('Cores primárias e secundárias');
  await dialog(page).getByRole('button', { name: 'Criar tema' }).click();
  const theme = page.getByRole('article', { name: /A cor/ });
  await expect(theme).toBeVisible();
  for (const text of ['Nomear as cores primárias', 'Misturar cores']) {
    await theme.getByRole('button', { name: 'Novo objectivo' }).click();
    await dialog(page).getByLabel('Objectivo', { exact: true }).fill(text);
    if (text.startsWith('Nomear')) await isAccessible(page);
    await dialog(page).getByRole('button', { name: 'Criar objectivo' }).click();
    await expect(theme.getByText(text)).toBeVisible();
  }
  const rows = theme.getByRole('listitem');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Subir/ })
    .click();
  await expect(rows.nth(0)).toContainText('Misturar cores');
  await expect(rows.nth(0)).toContainText('sem questões');
  await rows
    .nth(0)
    .getByRole('button', { name: /^Editar/ })
    .click();
  await dialog(page).getByLabel('Objectivo', { exact: true }).fill('Misturar cores primárias');
  await dialog(page).getByRole('button', { name: 'Guardar objectivo' }).click();
  await expect(rows.nth(0)).toContainText('Misturar cores primárias');

  // The gap links to the form for a question.
  const made = await page.request.post('/api/teacher/tests', {
    data: { discipline: 'Artes', theme: 'Cores', schoolClass: '9º Ano' },
  });
  expect(made.status()).toBe(201);
  const { id: testId } = (await made.json()) as { id: number };
  await rows
    .nth(0)
    .getByRole('button', { name: /^Criar questão/ })
    .click();
  // Other teachers have tests of this class too.
  await dialog(page).getByLabel('Em que teste?').selectOption(String(testId));
  await isAccessible(page);
  await dialog(page).getByRole('link', { name: 'Continuar' }).click();
  const objective = dialog(page).getByLabel('Objectivo do programa');
  await expect(objective).toHaveValue(/^ART9\.\d+\.2$/);
  const code = await objective.inputValue();
  await dialog(page).getByLabel('Enunciado').fill('Azul e amarelo dão…');
  await dialog(page).getByLabel('Alternativas').fill('verde\nroxo');
  await dialog(page).getByLabel('Resposta certa').selectOption('A');
  await isAccessible(page);
  await dialog(page).getByRole('button', { name: 'Criar Questão' }).click();
  await announced(page, 'Questão criada com sucesso');
  await expect(page).toHaveURL(/\/teacher\/questions\?testId=\d+$/);

  // The question is counted, and the bank lists it.
  await page.goto('/teacher/curricula?class=9º Ano&discipline=Artes');
  await expect(rows.nth(0)).toContainText('só 1 questão');
  await said(page, '1 de 2 objectivos com questões; falta 1. Ao todo, 1 questão activa.');
  await page.getByLabel('Só o que tem poucas questões ou nenhuma').check();
  await expect(rows).toHaveCount(2);
  await rows.nth(0).getByRole('link', { name: /^Ver/ }).click();
  await expect(page.getByLabel('Objectivo', { exact: true })).toHaveValue(code);
  await said(page, '1 questão encontrada');
  await said(page, 'Azul e amarelo dão…');

  // An objective in use is joined, an unused one is deleted.
  await page.goto('/teacher/curricula?class=9º Ano&discipline=Artes');
  await theme.getByRole('button', { name: /^Apagar o tema/ }).click();
  await said(page, 'Não se pode apagar enquanto houver questões');
  await isAccessible(page);
  await dialog(page).getByRole('button', { name: 'Fechar' }).last().click();
  await rows
    .nth(0)
    .getByRole('button', { name: /^Apagar/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Juntar e apagar' }).click();
  await said(page, 'Escolha o objectivo que fica com as questões.');
  await isAccessible(page);
  await dialog(page).getByLabel('Fica com as questões').selectOption({ index: 1 });
  await dialog(page).getByRole('button', { name: 'Juntar e apagar' }).click();
  await said(page, '1 questão mudou de objectivo');
  await expect(rows).toHaveCount(1);
  await expect(rows.nth(0)).toContainText('só 1 questão');

  // After a change by another teacher the dialog says so, and keeps the input.
  await rows
    .nth(0)
    .getByRole('button', { name: /^Editar/ })
    .click();
  const { themes } = (await (
    await page.request.get('/api/teacher/curriculum?class=9º Ano&discipline=Artes')
  ).json()) as { themes: { id: number; objectives: { id: number; text: string }[] }[] };
  const id = themes[0]?.objectives[0]?.id;
  await page.request.put(`/api/teacher/curriculum/objectives/${id}`, { data: { text: 'De outra pessoa' } });
  await dialog(page).getByLabel('Objectivo', { exact: true }).fill('O que eu escrevi');
  await dialog(page).getByRole('button', { name: 'Guardar objectivo' }).click();
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'por outra pessoa' })).toBeVisible();
  await expect(dialog(page).getByLabel('Objectivo', { exact: true })).toHaveValue('O que eu escrevi');
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(rows.nth(0)).toContainText('De outra pessoa');

  await page.getByRole('button', { name: 'Baixar Documentos de Referência' }).click();
  await isAccessible(page);
  for (const [format, begins, name] of [
    ['PDF', '%PDF-', 'plano-curricular-9-ano.pdf'],
    ['CSV', '\ufeff"Ano";"Disciplina"', 'plano-curricular-9-ano.csv'],
  ] as const) {
    if (format === 'CSV') await page.getByRole('button', { name: 'Baixar Documentos de Referência' }).click();
    await dialog(page).getByRole('radio', { name: format }).check();
    const waiting = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Baixar', exact: true }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe(name);
    expect(fs.readFileSync(await file.path(), 'utf8').startsWith(begins)).toBe(true);
    await expect(dialog(page)).toHaveCount(0);
  }
});

test('a plan that fails to load shows an error, and loads at the second attempt', async ({ page }) => {
  await signIn(page, 'professor');
  await page.route('**/api/teacher/curriculum?*', (route) => route.abort(), { times: 1 });
  await page.goto('/teacher/curricula?class=1º Ano&discipline=Português');
  await said(page, 'Está sem internet.');
  await isAccessible(page);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('heading', { name: 'Português · 1º Ano' })).toBeVisible();
});

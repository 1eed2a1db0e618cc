import path from 'node:path';
import type { Page } from '@playwright/test';
import { EXPORT_FORMATS, QUESTION_FORMATS } from '../../src/shared/questions/question-formats.ts';
import { announced, expect, isAccessible, signIn, test } from './fixtures.ts';
import { cutNetwork } from './network.ts';

// Tests the teachers' panel with mistakes and hostile input: no input is lost, and errors are shown where they occur.

const FILES = path.join(import.meta.dirname, '..', 'fixtures', 'questions');
const dialog = (page: Page) => page.getByRole('dialog').last();
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

/** Returns a separate test, so that parallel tests do not interfere. */
async function aTest(
  page: Page,
  theme = `Ensaio ${Date.now()}`,
  questions = 1,
): Promise<{ id: number; theme: string }> {
  await signIn(page, 'professor');
  const made = await page.request.post('/api/teacher/tests', {
    data: { discipline: 'Artes', theme, schoolClass: '9º Ano' },
  });
  const { id } = (await made.json()) as { id: number };
  for (let number = 1; number <= questions; number++)
    await page.request.post(`/api/teacher/tests/${id}/questions`, {
      data: { statement: `Quanto é ${number} + 1?`, alternatives: ['um', 'dois', 'três'], correctAnswer: 'A' },
    });
  return { id, theme };
}
const questionsOf = async (page: Page, id: number) =>
  (await (await page.request.get(`/api/teacher/tests/${id}/questions`)).json()) as {
    id: number;
    statement: string;
    revision: number;
  }[];

test('a teacher’s input survives the end of the session, a reload and the Esc key', async ({ page }) => {
  const { id } = await aTest(page);
  await page.goto(`/teacher/questions?testId=${id}`);
  await page.getByRole('button', { name: 'Nova Questão' }).click();
  await dialog(page).getByLabel('Enunciado').fill('Que cor dá azul com amarelo?');
  await dialog(page).getByLabel('Alternativas').fill('verde\nroxo');
  await dialog(page).getByLabel('Resposta certa').selectOption('A');

  // The session ends, and the teacher does not sign in yet: the form stays.
  await page.context().clearCookies();
  await dialog(page).getByRole('button', { name: 'Criar Questão' }).click();
  const again = page.getByRole('dialog', { name: 'A sessão terminou' });
  await again.getByRole('button', { name: 'Agora não' }).click();
  await expect(
    dialog(page)
      .getByText(/^Não foi possível criar a questão: /)
      .first(),
  ).toBeVisible();
  await expect(dialog(page).getByLabel('Enunciado')).toHaveValue('Que cor dá azul com amarelo?');
  await signIn(page, 'professor');

  // After a reload the input is still there.
  await page.reload();
  await said(page, 'Há uma questão nova por guardar.');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog(page).getByLabel('Alternativas')).toHaveValue('verde\nroxo');
  await page.keyboard.press('Escape');
  await said(page, 'Há uma questão nova por guardar.');
  await page.goBack().catch(() => {});
  await page.goto(`/teacher/questions?testId=${id}`);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await dialog(page).getByRole('button', { name: 'Criar Questão' }).click();
  await announced(page, 'Questão criada com sucesso');
  await expect(page.getByText('Há uma questão nova por guardar.')).toHaveCount(0);
  expect(await questionsOf(page, id)).toHaveLength(2);

  // Input that was cancelled is not restored.
  await page.getByRole('button', { name: 'Nova Questão' }).click();
  await dialog(page).getByLabel('Enunciado').fill('Sem interesse');
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('Há uma questão nova por guardar.')).toHaveCount(0);
});

test('two teachers edit the same question or test: the second gets a conflict and overwrites nothing', async ({
  page,
}) => {
  const { id, theme: before } = await aTest(page);
  const [question] = await questionsOf(page, id);
  const other = (statement: string) =>
    page.request.put(`/api/teacher/questions/${question?.id}`, {
      data: { statement, alternatives: ['um', 'dois'], correctAnswer: 'B' },
    });
  await page.goto(`/teacher/questions?testId=${id}`);
  const edit = () => page.getByRole('button', { name: `Editar a questão ${question?.id}` }).click();
  await edit();
  await dialog(page).getByLabel('Enunciado').fill('A minha versão?');
  await other('A versão da colega?');
  await dialog(page).getByRole('button', { name: 'Guardar questão' }).click();
  await said(page, 'Alguém mudou esta questão entretanto.');
  await said(page, 'A versão da colega? · Resposta B');
  await isAccessible(page);
  await dialog(page).getByRole('button', { name: 'Substituir pelo que escrevi' }).click();
  await announced(page, 'Questão guardada');
  expect((await questionsOf(page, id))[0]?.statement).toBe('A minha versão?');

  await edit();
  await dialog(page).getByLabel('Enunciado').fill('Outra vez a minha?');
  await other('Outra vez a da colega?');
  await dialog(page).getByRole('button', { name: 'Guardar questão' }).click();
  await dialog(page).getByRole('button', { name: 'Ficar com o que está guardado' }).click();
  await expect(dialog(page).getByLabel('Enunciado')).toHaveValue('Outra vez a da colega?');
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();

  await page.goto(`/teacher/tests?discipline=Artes&search=${encodeURIComponent(before)}`);
  const theme = `Mudado ${Date.now()}`;
  await page.getByRole('button', { name: `Editar Artes: ${before}` }).click();
  await page.request.put(`/api/teacher/tests/${id}`, {
    data: { discipline: 'Artes', theme: 'Da colega', schoolClass: '8º Ano' },
  });
  await dialog(page).getByLabel('Tema').fill(theme);
  await dialog(page).getByRole('button', { name: 'Atualizar Teste' }).click();
  await said(page, 'Alguém mudou este teste entretanto.');
  await said(page, 'Artes - Da colega, 8º Ano');
  await dialog(page).getByRole('button', { name: 'Substituir pelo que escrevi' }).click();
  await announced(page, 'Teste atualizado com sucesso');
  await page.goto(`/teacher/tests?search=${encodeURIComponent(theme)}`);
  await expect(page.getByRole('rowheader', { name: theme })).toBeVisible();
});

test('markup, emoji, right-to-left and endless words are shown as text; too long ones are counted, not cut', async ({
  page,
}) => {
  const odd = `<img src=x onerror=alert(1)> 🦁🇦🇴 \u202Eodatemirp\u202C ${'Supercalifragilístico'.repeat(4)}`;
  const { id } = await aTest(page, odd.slice(0, 120));
  await page.goto(`/teacher/questions?testId=${id}`);
  await page.getByRole('button', { name: 'Nova Questão' }).click();
  await dialog(page).getByLabel('Enunciado').fill('Muito. '.repeat(1429));
  await dialog(page).getByLabel('Alternativas').fill(`${odd}\n<b>não</b>`);
  await dialog(page).getByLabel('Resposta certa').selectOption('A');
  await dialog(page).getByRole('button', { name: 'Criar Questão' }).click();
  await said(page, /No máximo 2\.000 caracteres: tem 10\.00\d\./);
  expect((await dialog(page).getByLabel('Enunciado').inputValue()).length).toBe(10_003);
  await dialog(page).getByLabel('Enunciado').fill(odd);
  await dialog(page).getByRole('button', { name: 'Criar Questão' }).dblclick();
  await announced(page, 'Questão criada com sucesso');
  expect(await questionsOf(page, id)).toHaveLength(2);
  await expect(page.locator('img[src=x]')).toHaveCount(0);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of [
      `/teacher/questions?testId=${id}`,
      '/teacher/tests?discipline=Artes',
      '/teacher/questions',
    ]) {
      await page.goto(address);
      await expect(page.getByText('<img src=x').first()).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${address} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('a double click makes one copy; filters stay in the address; a test and a question can be deleted', async ({
  page,
}) => {
  const { id, theme } = await aTest(page, undefined, 2);
  await page.goto('/teacher');
  await page.getByLabel('Procurar').fill(theme);
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText('1 tema', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Procurar')).toBeFocused();
  await page.getByRole('button', { name: `Mais acções: Artes: ${theme}, prova A`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  await announced(page, /Teste duplicado com sucesso/);
  await expect(page.getByText('2 temas', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: theme, exact: true }).click();
  const offered = page.getByRole('switch', { name: `Artes: ${theme}, prova A`, exact: true });
  await offered.dblclick();
  await announced(page, 'Status do teste alterado com sucesso');
  await expect(offered).not.toBeChecked();
  await page
    .getByRole('button', { name: /^Questões/ })
    .first()
    .click();
  await expect(page).toHaveURL(/testId=/);
  await page.goBack();
  await expect(page.getByLabel('Procurar')).toHaveValue(theme);
  const remove = async () => {
    const row = page.getByRole('button', { name: theme, exact: true });
    // The list may be drawn again with what the server says now, which closes the row.
    await expect(async () => {
      if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click({ timeout: 2000 });
      await expect(page.getByRole('switch', { name: `Artes: ${theme}, prova A`, exact: true })).toBeVisible({
        timeout: 2000,
      });
    }).toPass();
    await page.getByRole('button', { name: `Mais acções: Artes: ${theme}, prova A`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Apagar' }).click();
  };
  await remove();
  await isAccessible(page);
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await page.goto(`/teacher/questions?testId=${id}`);
  const [first] = await questionsOf(page, id);
  await page.getByRole('button', { name: `Mais acções da questão ${first?.id}` }).click();
  await page.getByRole('menuitem', { name: 'Apagar' }).click();
  await dialog(page).getByRole('button', { name: 'Apagar questão' }).click();
  await announced(page, 'Questão apagada com sucesso');
  expect(await questionsOf(page, id)).toHaveLength(1);
  await page.goto(`/teacher/tests?search=${theme}`);
  await remove();
  await dialog(page).getByRole('button', { name: 'Apagar teste' }).click();
  await announced(page, 'Teste apagado com sucesso');
  await page.goto(`/teacher/questions?testId=${id}`);
  await said(page, 'Este teste não existe.');
  await page.goto(`/teacher/tests/${id}/preview`);
  await page.getByRole('link', { name: 'Voltar aos Testes Padronizados' }).click();
  await expect(page).toHaveURL(/\/teacher\/tests$/);
});

test('one file of each format is imported, and its errors are reported row by row', async ({ page }) => {
  const { id } = await aTest(page, undefined, 0);
  const template = await page.request.get('/api/teacher/templates/excel');
  const files: [string | { name: string; mimeType: string; buffer: Buffer }, RegExp][] = [
    [path.join(FILES, 'excel-pt.csv'), /^CSV, 2 questões lidas$/],
    [path.join(FILES, 'lista.json'), /^JSON, 3 questões lidas$/],
    [{ name: 'modelo.xlsx', mimeType: 'application/octet-stream', buffer: await template.body() }, /^Excel, /],
    [path.join(FILES, 'moodle.gift.txt'), /^GIFT, /],
    [path.join(FILES, 'simples.aiken.txt'), /^Aiken, 3 questões lidas$/],
    [path.join(FILES, 'moodle.xml'), /^Moodle XML, /],
    [path.join(FILES, 'item-qti3.xml'), /^QTI, 1 questão lida$/],
  ];
  await page.goto(`/teacher/questions?testId=${id}`);
  await page.getByText('Mais acções', { exact: true }).click();
  let stored = 0;
  for (const [file, read] of files) {
    await page.getByRole('button', { name: 'Importar', exact: true }).click();
    await dialog(page).getByLabel('Ficheiro', { exact: true }).setInputFiles(file);
    await expect(dialog(page).getByRole('heading', { name: read })).toBeVisible();
    const send = dialog(page).getByRole('button', { name: /^Importar (?:as )?\d+/ });
    stored += Number(/\d+/.exec((await send.textContent()) ?? '')?.[0]);
    await send.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(stored).toBeGreaterThanOrEqual(12);
  expect(await questionsOf(page, id)).toHaveLength(stored);

  // The file is not a file of questions.
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  await dialog(page)
    .getByLabel('Ficheiro', { exact: true })
    .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]) });
  await expect(dialog(page).getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
  await isAccessible(page);
});

test('filtered, selected or all questions can be exported in every format', async ({ page }) => {
  const { id } = await aTest(page, undefined, 3);
  const [first] = await questionsOf(page, id);
  await page.goto(`/teacher/questions?testId=${id}`);
  await page.getByText('Mais acções', { exact: true }).click();
  await page.getByLabel('Procurar').fill('3 + 1');
  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  await expect(dialog(page).getByLabel('As que o filtro mostra (1)')).toBeChecked();
  await expect(dialog(page).getByLabel('As marcadas (0)')).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByLabel('Procurar').fill('');
  await page.getByRole('checkbox', { name: `Seleccionar a questão ${first?.id}` }).check();
  await said(page, '1 seleccionada');
  for (const format of EXPORT_FORMATS) {
    await page.getByRole('button', { name: 'Exportar', exact: true }).click();
    await expect(dialog(page).getByLabel('As marcadas (1)')).toBeChecked();
    await dialog(page).getByLabel('Formato').selectOption(format);
    if (format === 'json') await dialog(page).getByLabel('Todas (3)').check();
    const download = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Exportar' }).click();
    expect((await download).suggestedFilename()).toMatch(new RegExp(`\\.${QUESTION_FORMATS[format].fileEnding}$`));
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('without network or server the panel says so, keeps its content and can retry', async ({ page, context }) => {
  const { id } = await aTest(page);
  await page.route('**/api/teacher/themes?*', (route) =>
    route.fulfill({ status: 503, json: { message: 'O serviço está ocupado.', code: 'unavailable' } }),
  );
  await page.goto('/teacher');
  await said(page, 'O serviço está ocupado.');
  await isAccessible(page);
  await page.unroute('**/api/teacher/themes?*');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText(/^\d+ temas?$/)).toBeVisible();

  await page.goto(`/teacher/questions?testId=${id}`);
  await page.getByRole('button', { name: 'Nova Questão' }).click();
  await dialog(page).getByLabel('Enunciado').fill('Sem rede?');
  await dialog(page).getByLabel('Alternativas').fill('sim\nnão');
  await dialog(page).getByLabel('Resposta certa').selectOption('A');
  await cutNetwork(page);
  await dialog(page).getByRole('button', { name: 'Criar Questão' }).click();
  await expect(dialog(page).getByText('Não foi possível criar a questão: Está sem internet.').first()).toBeVisible();
  await context.setOffline(false);
  await dialog(page).getByRole('button', { name: 'Criar Questão' }).click();
  await announced(page, 'Questão criada com sucesso');
});

test('a question is moved to a numbered place with the keyboard alone, unless another teacher changed the test meanwhile', async ({
  page,
}) => {
  const { id } = await aTest(page, undefined, 5);
  const [one, two, three, four, five] = (await questionsOf(page, id)).map((question) => question.id);
  await page.goto(`/teacher/questions?testId=${id}`);
  const table = page.getByRole('table', { name: 'Questões do teste' });
  await expect(table.getByRole('row')).toHaveCount(6);
  /** Opens the menu of a question, goes to the third action, and takes it. */
  const move = async (question: number | undefined) => {
    const more = page.getByRole('button', { name: `Mais acções da questão ${question}` });
    await more.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Subir' })).toBeFocused();
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await expect(page.getByRole('menuitem', { name: 'Mover para uma posição' })).toBeFocused();
    await page.keyboard.press('Enter');
    return more;
  };
  const more = await move(five);
  const place = dialog(page).getByLabel('Para a posição');
  await expect(place).toBeFocused();
  await expect(place).toHaveValue('5');
  await isAccessible(page);
  for (const wrong of ['0', '6', 'primeira', '']) {
    await place.fill(wrong);
    await place.press('Enter');
    await expect(dialog(page).getByText('Indique um número de 1 a 5.')).toBeVisible();
  }
  await place.fill('2');
  await place.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(more).toBeFocused();
  const order = async () => (await questionsOf(page, id)).map((question) => question.id);
  expect(await order()).toEqual([one, five, two, three, four]);

  // Another teacher deletes a question meanwhile: nothing is moved, and a message says so.
  await move(one);
  expect((await page.request.delete(`/api/teacher/questions/${three}`)).status()).toBe(204);
  await place.fill('3');
  await place.press('Enter');
  await expect(dialog(page).getByText(/foram alteradas por outra pessoa/)).toBeVisible();
  await expect(dialog(page).getByText('De 1 a 4. Agora está na posição 1.')).toBeVisible();
  expect(await order()).toEqual([one, five, two, four]);
  await place.fill('3');
  await place.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await order()).toEqual([five, two, one, four]);
});

import { expect, isAccessible, signIn, test } from './fixtures.ts';

test('a teacher previews a file, imports it, undoes the import, and exports the questions', async ({ page }) => {
  await signIn(page, 'professor');
  // A test of the bank's content, because parallel tests create and delete tests of their own. Children in other journeys do not take
  // this one; they would get the imported questions too.
  const tests = (await (await page.request.get('/api/teacher/tests?class=6º Ano')).json()) as {
    id: number;
    questionCount: number;
  }[];
  const chosen = tests.find(({ questionCount }) => questionCount >= 10) as { id: number; questionCount: number };
  await page.goto(`/teacher/questions?testId=${chosen.id}`);
  await page.getByText('Mais acções', { exact: true }).click();
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar' });
  const statement = `Que cor tem o céu às ${Date.now()}?`;
  const file = (answer: string) => ({
    name: 'novas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Enunciado;A;B;Resposta\n${statement};azul;verde;A\nQuantas pernas tem um gato (${statement})?;2;4;${answer}\n`,
    ),
  });
  const input = dialog.getByLabel('Ficheiro', { exact: true });
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/import')) sent += 1;
  });
  await input.setInputFiles({ ...file('B'), buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expect(dialog.getByText('O ficheiro tem mais de 10 MB.')).toBeVisible();
  const overwrite = dialog.getByLabel('Substituir as questões que já existem');
  await overwrite.check();
  await overwrite.uncheck();
  await expect(dialog.getByText('O ficheiro tem mais de 10 MB.')).toBeVisible();
  expect(sent).toBe(0);
  await input.setInputFiles(file('F'));
  // Only an empty input fires an event when the same file is chosen again.
  await expect(input).toHaveValue('');
  await expect(dialog.getByText('D (Resposta): A resposta «F» não está entre as alternativas (A a B).')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Importar 1, deixar 1 de fora' })).toBeEnabled();
  // The question is shown as the child will see it, with the right alternative marked.
  await expect(dialog.getByText(statement, { exact: true })).toBeVisible();
  await expect(dialog.getByText('certa', { exact: true })).toBeVisible();
  await isAccessible(page);
  await input.setInputFiles(file('B'));
  const other = {
    name: 'outra.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Enunciado;A;B;Resposta\nO que é (${statement})?;um;dois;B\n`),
  };
  await input.setInputFiles([file('B'), other]);
  await expect(dialog.getByRole('heading', { name: /^outra\.csv: / })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Importar 3 questões' })).toBeEnabled();
  await input.setInputFiles(file('B'));
  await dialog.getByRole('button', { name: 'Importar 2 questões' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(statement, { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  await dialog.getByText('Importações feitas neste teste').click();
  await dialog.getByRole('button', { name: 'Anular a importação de novas.csv' }).first().click();
  await dialog.getByRole('button', { name: 'Sim, anular' }).click();
  await expect(dialog.getByText(/^Anulada/).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText(statement, { exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  const out = page.getByRole('dialog', { name: 'Exportar' });
  await expect(out).toBeVisible();
  await isAccessible(page);
  await out.getByLabel('Formato').selectOption('csv');
  const download = page.waitForEvent('download');
  await out.getByRole('button', { name: 'Exportar' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

import type { Locator, Page } from '@playwright/test';
import { announced, expect, isAccessible, signIn, test } from './fixtures.ts';

// What teachers bring from other programs: files with a preview, by keyboard, and text from the clipboard.

/** Returns the id of a test of its own, and opens its questions. */
async function openTest(page: Page): Promise<number> {
  await signIn(page, 'professor');
  const made = await page.request.post('/api/teacher/tests', {
    data: { discipline: 'Artes', theme: `Trazido ${crypto.randomUUID()}`, schoolClass: '9º Ano' },
  });
  const { id } = (await made.json()) as { id: number };
  await page.goto(`/teacher/questions?testId=${id}`);
  await expect(page.getByRole('button', { name: 'Nova Questão' })).toBeVisible();
  return id;
}
const statementsOf = async (page: Page, id: number) =>
  ((await (await page.request.get(`/api/teacher/tests/${id}/questions`)).json()) as { statement: string }[]).map(
    ({ statement }) => statement,
  );

/** Steps with the Tab key until an element has the focus. */
async function reach(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  const seen: string[] = [];
  for (let steps = 0; steps < 80; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    seen.push(await page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id || ''));
  }
  throw new Error(`the Tab key reaches only: ${seen.join(', ')}`);
}

const FILE = {
  name: 'novas.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Enunciado;A;B;Resposta\nQue parte é $\\frac{1}{2}$?;metade;um quarto;A\nQuanto é 2/4?;1/fev;2;A\nQue cor tem o céu?;azul;verde;F\n',
  ),
};

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
])
  test(`a file is seen, imported and undone with the keyboard alone at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const id = await openTest(page);
    const open = async () => {
      const importing = page.getByRole('button', { name: 'Importar', exact: true });
      if (!(await importing.isVisible())) {
        await reach(page, page.locator('summary', { hasText: 'Mais acções' }));
        await page.keyboard.press('Enter');
      }
      await reach(page, importing);
      await page.keyboard.press('Enter');
    };
    await open();
    const dialog = page.getByRole('dialog', { name: 'Importar' });
    // The keyboard gets to the field; the window in which the file is chosen is the browser's.
    const field = dialog.getByLabel('Ficheiro', { exact: true });
    await reach(page, field);
    await field.setInputFiles(FILE);

    // Nothing is stored yet; each question is there as the child will see it, those with problems and notes first.
    const rows = dialog.getByRole('list', { name: 'Questões do ficheiro' }).locator(':scope > li');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(0)).toContainText('A resposta «F» não está entre as alternativas');
    await expect(rows.nth(1)).toContainText('O Excel pode ter mudado uma fracção para data («1/fev»)');
    await expect(rows.nth(2).locator('mfrac')).toHaveCount(1);
    await expect(rows.nth(2).getByText('certa', { exact: true })).toBeVisible();
    await isAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await statementsOf(page, id)).toEqual([]);

    await reach(page, dialog.getByRole('button', { name: 'Importar as 2, deixar 1 de fora' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(await statementsOf(page, id)).toEqual(['Que parte é $\\frac{1}{2}$?', 'Quanto é 2/4?']);

    await open();
    await reach(page, dialog.locator('summary', { hasText: 'Importações feitas neste teste' }));
    await page.keyboard.press('Enter');
    await reach(page, dialog.getByRole('button', { name: 'Anular a importação de novas.csv' }));
    await page.keyboard.press('Enter');
    await reach(page, dialog.getByRole('button', { name: 'Sim, anular' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/^Anulada/).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await statementsOf(page, id)).toEqual([]);
  });

/** What Word puts on the clipboard. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:m="http://schemas.microsoft.com/office/2004/12/omml"><head><meta charset=utf-8><style><!-- p.MsoNormal {margin:0cm} --></style><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head><body lang=PT><!--StartFragment-->
<p class=MsoNormal>Quanto é 2<sup>3</sup> na <b style='mso-bidi-font-weight:normal'>caixa</b> <u>grande</u>?<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>a)<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>seis <span style='font-family:Symbol'>³</span> 5<o:p></o:p></p>
<!--EndFragment--></body></html>`;

test('what is pasted from Word into a statement is what Word shows; a sign says that it is being read', async ({
  page,
}) => {
  const id = await openTest(page);
  await page.getByRole('button', { name: 'Nova Questão' }).click();
  const dialog = page.getByRole('dialog').last();
  const statement = dialog.getByLabel('Enunciado');
  await statement.fill('Lê: ');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/teacher/pasted', async (route) => {
    await held;
    await route.continue();
  });
  const paste = (field: Locator, html: string, text: string) =>
    field.evaluate(
      (control, [asHtml, asText]) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', asHtml);
        clipboardData.setData('text/plain', asText);
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        if (control.dispatchEvent(event)) throw new Error('the browser would have pasted plain text');
      },
      [html, text] as const,
    );
  await statement.press('End');
  await paste(statement, WORD, 'Quanto é 23 na caixa grande?');
  await expect(dialog.getByText('A ler o que colou…')).toBeVisible();
  release();
  await expect(statement).toHaveValue('Lê: Quanto é 2³ na **caixa** ++grande++?\na) seis ≥ 5');
  await expect(dialog.getByText('A ler o que colou…')).toBeHidden();
  const preview = dialog.getByRole('region', { name: 'Pré-visualização' });
  await expect(preview.locator('b', { hasText: 'caixa' })).toBeVisible();
  await expect(preview.locator('u', { hasText: 'grande' })).toBeVisible();

  // A formula of Word has no text of its own: the teacher is told, and nothing wrong stands in its place.
  await paste(
    statement,
    '<p><b>Metade</b> é <m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>.</p>',
    'Metade é 12.',
  );
  await expect(
    dialog.getByText('O que colou traz uma fórmula, que ficou de fora: complete aqui o que falta.'),
  ).toBeVisible();
  await expect(statement).not.toHaveValue(/12/);

  await dialog.getByLabel('Alternativas').fill('6\n8');
  await dialog.getByLabel('Resposta certa').selectOption('B');
  await dialog.getByRole('button', { name: 'Criar Questão' }).click();
  await announced(page, 'Questão criada com sucesso');
  expect((await statementsOf(page, id))[0]).toContain('2³ na **caixa** ++grande++');
});

import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makePhoto } from '../../bench/paper-photos.ts';
import type { TrueRow } from '../../bench/paper-sheets.ts';
import { type Letter, layoutOf } from '../../src/domains/sitting/paper/layout.rules.ts';
import { codeText } from '../../src/domains/sitting/paper/ticket.server.ts';
import { aFamily, aTestFor, expect, inDatabase, isAccessible, signIn, signOut, test } from './fixtures.ts';
import { cutNetwork, stored } from './network.ts';

const secretKey = () => fs.readFileSync(path.join(process.env['E2E_DATA'] as string, 'secret.key'), 'utf8').trim();

test('a test on paper: print, photograph, confirm with a correction, result; once, and by its family only', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 360, height: 640 });
  const { childId } = await aFamily(page);
  const tests = (await (await page.request.get(`/api/tests?childId=${childId}&only=next`)).json()) as {
    id: number;
    questionCount: number;
    schoolClass: string;
  }[];
  const testId = tests.find(({ questionCount }) => questionCount === 10)?.id as number;

  await page.goto(`/paper?childId=${childId}&testId=${testId}`);
  await expect(page.getByRole('heading', { name: 'Imprima a folha' })).toBeVisible();
  await isAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Guardar a folha em PDF' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^folha-\d+\.pdf$/);
  await expect(page.getByRole('heading', { name: 'A folha está pronta' })).toBeVisible();
  const printed = (await (await page.request.post('/api/paper', { data: { childId, testId } })).json()) as {
    attemptId: number;
    rows: { alternatives: number }[];
  };
  const keys = await inDatabase((db) =>
    db.rows<{ key: string }>(
      'select q.correct_answer as key from attempts a join version_questions q on q.version_id = a.version_id where a.id = $1 order by q.position',
      [printed.attemptId],
    ),
  );
  const rows = keys.map(({ key }): TrueRow => ({ kind: 'filled', letter: key as Letter, marked: [key as Letter] }));
  const doubtful = keys[3]?.key as Letter;
  const other: Letter = doubtful === 'A' ? 'B' : 'A';
  rows[3] = { kind: 'double', letter: null, marked: [doubtful, other] };
  const { jpeg } = await makePhoto(5, 1, {
    layout: layoutOf(printed.rows.map(({ alternatives }) => alternatives)),
    code: codeText(secretKey(), baseURL as string, printed.attemptId),
    rows,
  });
  const photo = { name: 'folha.jpg', mimeType: 'image/jpeg', buffer: jpeg };

  await page.getByRole('button', { name: 'Já está preenchida: fotografar' }).click();
  await expect(page.getByRole('heading', { name: 'Fotografe a parte das respostas' })).toBeVisible();
  await isAccessible(page);
  const gallery = page.getByLabel('Fotografia da galeria');
  await gallery.setInputFiles({ name: 'nada.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('nada') });
  await expect(page.getByRole('heading', { name: 'Isto não é uma fotografia' })).toBeVisible({ timeout: 60_000 });
  await gallery.setInputFiles(photo);
  await expect(page.getByRole('heading', { name: 'Lemos 9 de 10 respostas' })).toBeVisible({ timeout: 60_000 });
  await isAccessible(page);
  await expect(page.getByText('Falta decidir a linha 4.')).toBeVisible();
  await page.getByRole('group', { name: 'Duas bolinhas pintadas' }).getByLabel(doubtful, { exact: true }).check();
  await page.getByRole('button', { name: 'Mudar a linha 1', exact: true }).click();
  const wrong = keys[0]?.key === 'A' ? 'B' : 'A';
  await page.getByRole('group', { name: 'Linha 1' }).getByLabel(wrong, { exact: true }).click();
  await page.getByRole('button', { name: 'Confirmar respostas' }).click();
  await page.waitForURL(`**/results/${printed.attemptId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('9 de 10');
  await expect(page.getByText('Feito em papel')).toBeVisible();

  // Photographing the same sheet again leads to its result.
  await page.goto('/paper');
  await page.getByLabel('Fotografia da galeria').setInputFiles(photo);
  await expect(page.getByRole('heading', { name: 'Esta folha já foi usada' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: 'Ver o resultado' })).toHaveAttribute(
    'href',
    `/results/${printed.attemptId}`,
  );

  // For another family the sheet is not found.
  await signOut(page);
  await signIn(page, 'gratis');
  await page.goto('/paper');
  await page.getByLabel('Fotografia da galeria').setInputFiles(photo);
  await expect(page.getByRole('heading', { name: 'Não encontrámos esta folha' })).toBeVisible({ timeout: 60_000 });
});

test('the letters of a sheet are typed by hand, from its code, from its result and after a failed photograph', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { childId } = await aFamily(page);
  const printed = async (discipline: string) => {
    const testId = await aTestFor(page, childId, discipline);
    const reply = await page.request.post('/api/paper', { data: { childId, testId } });
    return (await reply.json()) as { attemptId: number; rows: unknown[] };
  };
  const [first, second] = [await printed('Matemática'), await printed('Ciências')];
  const byHand = () => page.getByRole('button', { name: 'Escrever as letras à mão' }).click();
  const row = (number: number) => page.getByRole('group', { name: new RegExp(`Linha ${number}(?!\\d)`) });

  // The camera app opens the address in the code.
  const code = codeText(secretKey(), baseURL as string, first.attemptId);
  await page.goto(code.slice(code.indexOf('/P/')));
  await expect(page).toHaveURL(`/paper?attemptId=${first.attemptId}`);
  await byHand();
  await expect(page.getByRole('heading', { name: 'Escreva as letras da folha' })).toBeVisible();
  await expect(page.getByRole('group', { name: /Linha/ })).toHaveCount(first.rows.length);
  await isAccessible(page);
  for (let number = 1; number <= first.rows.length; number += 1)
    await row(number).getByLabel('A', { exact: true }).check();
  await page.getByRole('button', { name: 'Confirmar respostas' }).click();
  await page.waitForURL(`**/results/${first.attemptId}`);

  // The first sheet is graded now: its code says so, and another sheet can be chosen.
  await page.goto(`/paper?attemptId=${first.attemptId}`);
  await byHand();
  await expect(page.getByRole('heading', { name: 'Esta folha já foi usada' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Escrever as letras de outra folha' }).click();
  await expect(page.getByRole('heading', { name: 'Que folha é?' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: /Vale até/ }).click();
  await expect(page.getByRole('group', { name: /Linha/ })).toHaveCount(second.rows.length);

  await page.goto(`/results/${second.attemptId}`);
  await page.getByRole('link', { name: 'Fotografar a folha' }).click();
  await expect(page).toHaveURL(`/paper?attemptId=${second.attemptId}`);
  await page
    .getByLabel('Fotografia da galeria')
    .setInputFiles({ name: 'nada.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('nada') });
  await expect(page.getByRole('heading', { name: 'Isto não é uma fotografia' })).toBeVisible({ timeout: 60_000 });
  await byHand();
  await expect(page.getByRole('group', { name: /Linha/ })).toHaveCount(second.rows.length);

  // For another family the sheet is not found.
  await signOut(page);
  await signIn(page, 'gratis');
  await page.goto(`/paper?attemptId=${second.attemptId}`);
  await byHand();
  await expect(page.getByRole('heading', { name: 'Não encontrámos esta folha' })).toBeVisible();
});

/** Returns the number of photographs stored on this device. */
const kept = async (page: Page) => (await stored(page, 'caderneta-paper', 'photos')).length;

test('a photograph taken without network waits on the phone, is sent later, and is erased at sign-out and after a day', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const printed = (await (await page.request.post('/api/paper', { data: { childId, testId } })).json()) as {
    attemptId: number;
    rows: { alternatives: number }[];
  };
  const { jpeg } = await makePhoto(5, 1, {
    layout: layoutOf(printed.rows.map(({ alternatives }) => alternatives)),
    code: codeText(secretKey(), baseURL as string, printed.attemptId),
    rows: printed.rows.map((): TrueRow => ({ kind: 'filled', letter: 'A', marked: ['A'] })),
  });
  const photo = { name: 'folha.jpg', mimeType: 'image/jpeg', buffer: jpeg };
  const gallery = page.getByLabel('Fotografia da galeria');
  const read = page.getByRole('heading', { name: `Lemos ${printed.rows.length} de ${printed.rows.length} respostas` });

  await page.goto('/paper');
  await expect(page.getByRole('heading', { name: 'Fotografe a parte das respostas' })).toBeVisible();
  await cutNetwork(page);
  await gallery.setInputFiles(photo);
  await expect(page.getByRole('heading', { name: 'Sem internet' })).toBeVisible({ timeout: 60_000 });
  expect(await kept(page)).toBe(1);
  await context.setOffline(false);
  await expect(read).toBeVisible({ timeout: 90_000 });

  // After two failed uploads the photograph is sent again by itself.
  await page.getByRole('button', { name: 'Fotografar outra vez' }).click();
  await expect(page.getByRole('heading', { name: 'Fotografe a parte das respostas' })).toBeVisible();
  await expect.poll(() => kept(page)).toBe(0);
  await page.route('**/api/paper/scans', (route) => route.abort(), { times: 2 });
  await gallery.setInputFiles(photo);
  await expect(read).toBeVisible({ timeout: 90_000 });
  expect(await kept(page)).toBe(1);

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sair' }).last().click();
  await expect(page.getByText('Fotografias de folhas por conferir: 1. Se sair, são apagadas.')).toBeVisible();
  await page.getByRole('button', { name: 'Sair mesmo assim' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => kept(page)).toBe(0);

  // A photograph that was not confirmed within a day is erased by any page.
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        localStorage.setItem('photo-kept-at', String(Date.now() - 25 * 3600 * 1000));
        const opening = indexedDB.open('caderneta-paper');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('photos', 'readwrite');
          writing.objectStore('photos').put({ userId: 1, photo: new Blob(['x']), at: 0 }, 'last');
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  expect(await kept(page)).toBe(1);
  await page.goto('/auth');
  await expect.poll(() => kept(page), { timeout: 60_000 }).toBe(0);
});

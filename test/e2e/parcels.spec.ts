import fs from 'node:fs';
import type { Page } from '@playwright/test';
import {
  aFamily,
  announced,
  aTestFor,
  choose,
  expect,
  finishUntil,
  inDatabase,
  isAccessible,
  next,
  signIn,
  test,
} from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';

// A phone that gets no network for days: what waits on it is carried to another phone of the family as a sealed file.

const filesOf = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** Takes a test whose end the server does not learn, and saves the copy. @returns the text of the file. */
async function savedCopy(page: Page, childId: number): Promise<string> {
  const testId = await aTestFor(page, childId);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await choose(page, 'A');
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  await page.goto('/dashboard');
  await isReadyOffline(page);
  // The key of the server is fetched while there is a network.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chave-da-copia') !== null)).toBe(true);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await expect(page.locator('input[type=radio][value="A"]')).toBeChecked();
  await cutNetwork(page);
  for (let question = 2; question <= 10; question += 1) {
    await next(page);
    await choose(page, 'B');
  }
  await finishUntil(page, page.getByText(/^Entrega o telemóvel/));
  await page.goto('/dashboard');
  await expect(page.getByText(/À espera de internet neste telemóvel: 1 teste feito \(.+\(Maria\)\)/)).toBeVisible();
  await isAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Guardar cópia' }).click();
  const download = await downloading;
  await announced(page, 'Cópia guardada');
  expect(download.suggestedFilename()).toMatch(/^caderneta-\d{4}-\d\d-\d\d\.txt$/);
  return fs.readFileSync(await download.path(), 'utf8');
}

const stateOf = (childId: number) =>
  inDatabase((db) =>
    db.row(
      `select a.state, (select string_agg(w.selected_answer, '' order by w.selected_answer) from answers w where w.attempt_id = a.id) as letters
       from attempts a where a.child_id = $1`,
      [childId],
    ),
  );

test('T58 a phone without network saves what waits as a file, which another phone of the family hands in, twice if need be', async ({
  page,
  context,
  browser,
  watch,
}) => {
  test.slow();
  const { childId } = await aFamily(page);
  const { username } = (await (await page.request.get('/api/user')).json()) as { username: string };
  const file = await savedCopy(page, childId);
  expect(file).not.toMatch(/Maria|Teresa|selectedAnswer|"B"/);
  expect(await stateOf(childId)).toEqual({ state: 'open', letters: 'A' });

  const phoneOf = async () => {
    const other = await (await browser.newContext({ viewport: { width: 360, height: 640 } })).newPage();
    watch(other);
    return other;
  };
  const handIn = async (other: Page, content: string | Buffer) => {
    await other.getByLabel('Ficheiro da cópia').setInputFiles(filesOf('copia.txt', content));
    return other.locator('section').filter({ has: other.getByRole('heading', { name: 'Entregar uma cópia' }) });
  };

  // A stranger's phone, and files that are no copy: each gets a sentence, and nothing is written.
  const stranger = await phoneOf();
  await aFamily(stranger);
  await stranger.goto('/settings');
  await expect(await handIn(stranger, file)).toContainText(
    'Esta cópia é de outra conta. Entre na conta que a guardou.',
  );
  const noCopy = 'Este ficheiro não é uma cópia de respostas, ou foi alterado.';
  for (const bad of [
    '',
    'olá',
    file.slice(0, -40),
    file.slice(0, 150),
    file.replace(/(.)(.)(..)\s*$/, (_, one: string, two: string, end: string) => two + one + end),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]),
    'A'.repeat(500_000),
  ]) {
    await stranger.reload();
    await expect(await handIn(stranger, bad)).toContainText(noCopy);
  }
  expect(await stateOf(childId)).toEqual({ state: 'open', letters: 'A' });
  await stranger.context().close();

  const other = await phoneOf();
  await signIn(other, username, 'segredo-1');
  for (const _ of ['first', 'again']) {
    await other.goto('/settings');
    await expect(await handIn(other, file)).toContainText('Cópia entregue. As respostas chegaram.');
    expect(await stateOf(childId)).toEqual({ state: 'completed', letters: 'ABBBBBBBBB' });
  }
  await isAccessible(other);
  await other.context().close();

  // The phone itself finds a network later: nothing is said to be lost.
  await context.setOffline(false);
  await page.goto('/dashboard');
  await expect(page.getByText(/À espera de internet/)).toHaveCount(0);
  await expect(page.getByText(/não fo(i|ram) aceites?/i)).toHaveCount(0);
  expect(await stateOf(childId)).toEqual({ state: 'completed', letters: 'ABBBBBBBBB' });
});

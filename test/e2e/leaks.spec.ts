import type { Page } from '@playwright/test';
import { BY_DEVICE, MODE } from '../../src/web/call/mode.ts';
import { UNTOLD } from '../../src/web/call/mode-mark.ts';
import { test } from './courier.ts';
import { aName, aTestFor, choose, complete, expect, inDatabase } from './fixtures.ts';
import { cutNetwork, isReadyOffline, stored } from './network.ts';
import { prepare } from './prepared.ts';

// While a child has the phone, nothing that a script can read on it tells about a sibling or the parent: no mark, no key, no name and no
// e-mail. What the phone keeps of them is back when the parent has it again.

const PIN = '8374';
/** Names that no question contains. */
const PARENT = 'Eulália Kandimba';
const SIBLING = 'Zeferina';
/** Discipline of the running test: neither that of the finished one nor that of the prepared one. */
const WAITING = 'História';

interface Family {
  childId: number;
  siblingId: number;
  username: string;
}

async function aFamilyOfTwo(page: Page): Promise<Family> {
  const username = aName();
  const registered = await page.request.post('/api/register', {
    data: {
      username,
      fullName: PARENT,
      email: `${username}@familia.example`,
      password: 'segredo-1',
      confirmPassword: 'segredo-1',
    },
  });
  expect(registered.status()).toBe(201);
  const add = async (fullName: string) =>
    (await (await page.request.post('/api/children', { data: { fullName, schoolClass: '4º Ano' } })).json()).id;
  const family = { childId: await add('Maria Kandimba'), siblingId: await add(`${SIBLING} Kandimba`), username };
  await page.request.put('/api/account/pin', { data: { pin: PIN, password: 'segredo-1' } });
  return family;
}

/** Takes a test by the API, and opens its result, its review and the pages about the child. */
async function withResult(page: Page, childId: number): Promise<void> {
  const testId = await aTestFor(page, childId, 'Português');
  const attempt = await (await page.request.post('/api/attempts', { data: { childId, testId } })).json();
  for (const { id } of attempt.questions as { id: number }[])
    await page.request.post('/api/answers', {
      data: { attemptId: attempt.id, questionId: id, selectedAnswer: 'A', responseTime: 20 },
    });
  await complete(page, attempt.id);
  for (const address of [
    `/results/${attempt.id}`,
    `/tests/${testId}/review?attemptId=${attempt.id}`,
    `/children/${childId}/reports`,
    `/practice/${childId}`,
  ]) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
  }
}

/** Leaves an answer of a running test on the phone that the server does not have. */
async function withWaitingAnswer(page: Page, childId: number): Promise<void> {
  const testId = await aTestFor(page, childId, WAITING);
  await page.route('**/api/answers', (route) => route.abort());
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await choose(page, 'C');
  await expect(page.getByText(/guardado neste telemóvel/).first()).toBeVisible();
  await page.goto('/about');
  await page.unrouteAll();
}

/** Returns everything that a script of the page can read on the phone, by its place. The app's own files are left out. */
const readable = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const found: Record<string, string> = { cookies: document.cookie };
    for (const [name, text] of Object.entries(localStorage)) found[`local ${name}`] = `${name} ${text}`;
    for (const [name, text] of Object.entries(sessionStorage)) found[`session ${name}`] = `${name} ${text}`;
    const plain = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      return value;
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const table of database.objectStoreNames) {
        const records = await new Promise<unknown[]>((resolve) => {
          const reading = database.transaction(table).objectStore(table).getAll();
          reading.onsuccess = () => resolve(reading.result);
        });
        records.forEach((record, place) => {
          found[`${name} ${table} ${place}`] = JSON.stringify(record, (_, value) => plain(value));
        });
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (!request.url.includes('/assets/'))
          found[`${name} ${request.url}`] =
            `${request.url} ${new TextDecoder('latin1').decode(await (await cache.match(request))?.arrayBuffer())}`;
    }
    return found;
  });

/** Returns what tells of others, by its place. Practice asks on the phone, so a child's own cards have their answers. */
const tellsOf = ({ childId, siblingId, username }: Family, found: Record<string, string>) =>
  Object.entries(found).flatMap(([place, all]) => {
    const isOwnPack = place.startsWith('caderneta-treino packs') && all.includes(`"childId":${childId},`);
    const text = isOwnPack ? all.replaceAll('correctAnswer', '') : all;
    const secret = new RegExp(
      `${SIBLING}|Kandimba|Eul|familia\\.example|${username}|correctAnswer|"(totalScore|percentage|score)":|"childId":${siblingId}[,}].*"(questions|cards|selectedAnswer)"`,
    ).exec(text)?.[0];
    return secret === undefined ? [] : [[place, secret]];
  });

async function handOver(page: Page, childId: number): Promise<void> {
  await page.goto(`/tests?childId=${childId}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Entregar o telemóvel' }).click();
  await page.getByRole('button', { name: 'Entregar', exact: true }).click();
}

const tables = (page: Page) =>
  Promise.all(
    (['sittings', 'waiting', 'prepared'] as const).map(async (table) => {
      const records = await stored<{ childId?: number; sitting?: AboutChild; sealed?: AboutChild }>(
        page,
        'caderneta',
        table,
      );
      return records.map(({ childId, sitting, sealed }) => childId ?? (sitting ?? sealed)?.childId).sort();
    }),
  );
interface AboutChild {
  childId: number;
}

const lettersOf = (childId: number) =>
  inDatabase(async (db) => {
    const rows = await db.rows<{ letter: string }>(
      `select w.selected_answer as letter from answers w join attempts a on a.id = w.attempt_id
       where a.child_id = $1 and a.state = 'open'`,
      [childId],
    );
    return rows.map(({ letter }) => letter);
  });

async function aPhoneWithBoth(page: Page): Promise<Family> {
  const family = await aFamilyOfTwo(page);
  const { childId, siblingId } = family;
  await page.goto('/dashboard');
  await isReadyOffline(page);
  for (const id of [childId, siblingId]) await withResult(page, id);
  for (const id of [childId, siblingId]) {
    await prepare(page, id, 1).catch(() => {});
    await withWaitingAnswer(page, id);
  }
  await page.goto('/dashboard');
  await page.waitForLoadState('networkidle');
  // Without the server's key, which is fetched while there is a network, nothing can be closed.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chave-da-copia') !== null)).toBe(true);
  return family;
}

test('T56 after the hand-over nothing on the phone tells of a sibling or the parent, and all of it is back afterwards', async ({
  page,
}) => {
  test.slow();
  const family = await aPhoneWithBoth(page);
  const { childId, siblingId } = family;
  const before = await readable(page);
  // Otherwise the test would look at an empty phone.
  expect(new Set(tellsOf(family, before).map(([place]) => place?.split(' ')[0]))).toEqual(
    new Set(['caderneta', 'caderneta-treino', 'own']),
  );
  await handOver(page, childId);
  await page.waitForURL('**/child');
  await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(tellsOf(family, await readable(page))).toEqual([]);
  expect((await stored(page, 'caderneta', 'closed')).length).toBeGreaterThan(0);
  // The key of what is closed is not for a child.
  const keys = await stored<{ sealedKey: string; childId: number }>(page, 'caderneta', 'closed');
  for (const { sealedKey } of keys)
    expect((await page.request.post('/api/parcels/row-key', { data: { sealed: sealedKey } })).status()).toBe(404);

  await page.request.delete('/api/child-mode', { data: { pin: PIN } });
  await page.goto('/dashboard');
  await expect.poll(() => stored(page, 'caderneta', 'closed'), { timeout: 30_000 }).toEqual([]);
  await expect.poll(() => lettersOf(siblingId), { timeout: 30_000 }).toEqual(['C']);
  const [sittings, , prepared] = await tables(page);
  expect(sittings).toContain(siblingId);
  expect(prepared).toContain(siblingId);
  const packs = await stored<{ childId: number }>(page, 'caderneta-treino', 'packs');
  expect(packs.map((pack) => pack.childId).sort()).toEqual([childId, siblingId].sort());
});

test('T56 the same holds for a phone that is handed over without network, and a child opens what is its own', async ({
  page,
  context,
  courier,
}) => {
  test.slow();
  const family = await aPhoneWithBoth(page);
  const { childId, siblingId } = family;
  await page.goto(`/tests?childId=${childId}`);
  await page.waitForLoadState('networkidle');
  await cutNetwork(page);
  const mend = courier.cut();
  await page.getByRole('button', { name: 'Entregar o telemóvel' }).click();
  await page.getByRole('button', { name: 'Entregar', exact: true }).click();
  await page.getByRole('button', { name: 'Entregar sem internet' }).click();
  await page.waitForURL('**/child');
  await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
  expect(tellsOf(family, await readable(page))).toEqual([]);
  mend();
  await context.setOffline(false);
  await page.goto('/child');
  // The server learns of the hand-over before the phone changes hands again.
  await expect.poll(() => page.evaluate((untold) => localStorage.getItem(untold), UNTOLD)).toBeNull();
  await page.waitForLoadState('networkidle');
  expect(tellsOf(family, await readable(page))).toEqual([]);

  // A page may end between telling the server and telling the service worker, which would go on as if the server did not know.
  await page.evaluate(
    async ([cache, entry, mark]) => {
      const copies = await caches.open(cache);
      const { since } = await ((await copies.match(entry)) as Response).json();
      await copies.put(entry, Response.json({ mark, since }));
    },
    [MODE.cache, MODE.entry, BY_DEVICE] as const,
  );
  await page.goto('/child');
  await page.waitForLoadState('networkidle');

  // The phone goes to the sibling, whose test goes on where it was. The first page that notices leads to the child's home.
  await page.request.delete('/api/child-mode', { data: { pin: PIN } });
  await page.request.post('/api/child-mode', { data: { childIds: [siblingId] } });
  await page.goto('/child');
  await expect(page.getByRole('heading', { name: 'Zeferina', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const testId = await aTestFor(page, siblingId, WAITING);
  await page.goto(`/tests/${testId}?childId=${siblingId}`);
  await expect(page.locator('input[type=radio][value="C"]')).toBeChecked();
  await expect.poll(() => lettersOf(siblingId), { timeout: 30_000 }).toEqual(['C']);
  await expect.poll(() => lettersOf(childId)).toEqual(['C']);
});

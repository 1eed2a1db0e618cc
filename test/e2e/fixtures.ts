import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { createUser } from '../../src/features/accounts/accounts.server.ts';
import { type Database, openDatabase } from '../../src/server/db.ts';
import { embeddedUrl } from '../../src/server/embedded.ts';
import { confirmWithoutCode } from '../support/builders.ts';

/** Messages that a browser prints by itself when a test cuts the network or a call is refused on purpose. */
const EXPECTED =
  /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED|ERR_CONNECTION_REFUSED|Failed to fetch dynamically imported|unknown error occurred when fetching the script/;

/** A page that watches itself: an error on the console, an uncaught error or a request to another host fails the test. */
export const test = base.extend<{ watch: (page: Page) => void }>({
  watch: async ({ baseURL }, use) => {
    const faults: string[] = [];
    await use((page) => {
      slowDown(page);
      insist(page);
      listen(page);
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
      page.on('request', (request) => {
        const url = request.url();
        if (/^https?:/.test(url) && new URL(url).origin !== new URL(baseURL as string).origin)
          faults.push(`foreign host: ${url}`);
      });
    });
    expect(faults).toEqual([]);
  },
  page: async ({ page, watch }, use, info) => {
    watch(page);
    await use(page);
    // What the page showed belongs in the log: of a run elsewhere nothing else is left.
    if (info.status !== info.expectedStatus)
      console.log(page.url(), await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String));
  },
});
export { expect };

/** With SLOWER=8 pages compute eight times as slowly: what a test takes for granted on a fast machine then shows.
 * The second debugging session also makes `navigator.onLine` true again after a reload without network: copies.spec.ts
 * cannot pass with it. */
function slowDown(page: Page): void {
  const rate = Number(process.env['SLOWER'] ?? 1);
  if (rate === 1) return;
  void page
    .context()
    .newCDPSession(page)
    .then((session) => session.send('Emulation.setCPUThrottlingRate', { rate }))
    .catch(() => {});
}

/**
 * Goes where the test goes, once more if need be: an app whose session has just been ended by the test may notice that in
 * the same moment and lead to the page to sign in.
 */
function insist(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = (...to) =>
    goto(...to).catch(async (error: Error) => {
      if (!/net::ERR_ABORTED|interrupted by another navigation/.test(error.message)) throw error;
      // The app's own navigation would interrupt the second attempt too.
      await page.waitForLoadState();
      return goto(...to);
    });
}

const announcements = new WeakMap<Page, string[]>();

/** Before each announcement on the console. */
const ANNOUNCED = 'announced: ';

/** Records what the page announces: a toast is gone after five seconds, which a busy machine may not look at. */
function listen(page: Page): void {
  const heard: string[] = [];
  announcements.set(page, heard);
  page.on('console', (message) => {
    if (message.text().startsWith(ANNOUNCED)) heard.push(message.text().slice(ANNOUNCED.length));
  });
  void page
    .addInitScript((prefix) => {
      let last = '';
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          const text = element?.closest('[role=status], [role=alert]')?.textContent;
          if (!text || text === last) continue;
          last = text;
          console.debug(prefix + text);
        }
      }).observe(document, { childList: true, characterData: true, subtree: true });
    }, ANNOUNCED)
    .catch(() => {});
}

/** Waits until the page has announced the text, even if it has gone since. Each announcement counts once. */
export async function announced(page: Page, text: string | RegExp): Promise<void> {
  const heard = announcements.get(page) as string[];
  const found = () => heard.findIndex((said) => (typeof text === 'string' ? said.includes(text) : text.test(said)));
  await expect.poll(found, { message: `the page announces ${text}` }).toBeGreaterThanOrEqual(0);
  heard.splice(0, found() + 1);
}

let people = 0;
/** Returns a username that no other test, in no other worker, has. */
export function aName(): string {
  people += 1;
  return `pessoa${process.pid}x${people}x${Date.now() % 100_000}`;
}

/** Registers a parent through the form, as a person would. */
export async function register(page: Page, fullName = 'Teresa Domingos'): Promise<string> {
  const username = aName();
  await page.goto('/auth?tab=register');
  await page.getByLabel('Nome de usuário').fill(username);
  await page.getByLabel('Nome completo').fill(fullName);
  await page.getByLabel('E-mail').fill(`${username}@familia.example`);
  await page.getByLabel('Senha', { exact: true }).fill('segredo-1');
  await page.getByLabel('Confirmar senha', { exact: true }).fill('segredo-1');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.waitForURL('**/dashboard');
  return username;
}

/** Returns the database of the program under test, for what no call makes. */
export async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(embeddedUrl(path.join(process.env['E2E_DATA'] as string, 'postgres')), { connections: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Signs in as an administrator of this test's own. `confirmed`: who has just given a code of the second factor. */
export async function signInAsAdmin(
  page: Page,
  { confirmed }: { confirmed: boolean },
): Promise<{ id: number; username: string }> {
  const username = aName();
  const user = {
    username,
    password: 'goiabas-azuis-7',
    fullName: 'Domingas Cassoma',
    email: `${username}@escola.example`,
  };
  return inDatabase(async (db) => {
    const { id } = (await createUser(db, { ...user, role: 'admin' })) as { id: number };
    await signIn(page, username, user.password);
    if (confirmed) await confirmWithoutCode(db, id);
    return { id, username };
  });
}

/** Signs in without the form, for tests that are about something else. */
export async function signIn(page: Page, username: string, password = 'caderneta'): Promise<void> {
  const reply = await page.request.post('/api/login', { data: { username, password } });
  expect(reply.status()).toBe(200);
}

/**
 * Ends the session without the menu, for tests that go on with somebody else. The app is left first: it would notice
 * that its session is over and lead to the page to sign in, in the middle of wherever the test is going.
 */
export async function signOut(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.request.post('/api/logout');
}

/** Returns a parent with one child, made through the calls. */
export async function aFamily(page: Page, child: Record<string, unknown> = {}): Promise<{ childId: number }> {
  const username = aName();
  const registered = await page.request.post('/api/register', {
    data: {
      username,
      fullName: 'Teresa Domingos',
      email: `${username}@familia.example`,
      password: 'segredo-1',
      confirmPassword: 'segredo-1',
    },
  });
  expect(registered.status()).toBe(201);
  const added = await page.request.post('/api/children', {
    data: { fullName: 'Maria Domingos', schoolClass: '4º Ano', ...child },
  });
  return { childId: ((await added.json()) as { id: number }).id };
}

/** Returns a test of the child's class. */
export async function aTestFor(page: Page, childId: number, discipline = 'Matemática'): Promise<number> {
  const tests = (await (
    await page.request.get(`/api/tests?childId=${childId}&class=4º Ano&discipline=${discipline}`)
  ).json()) as { id: number }[];
  return (tests[0] as { id: number }).id;
}

/** No violation of WCAG A or AA on what is shown now. */
export async function isAccessible(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.race([
      Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
      // A spinner never comes to rest.
      new Promise((resolve) => setTimeout(resolve, 600)),
    ]),
  );
  const { violations } = await new AxeBuilder({ page: page as never })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join(' | ')}`,
    ),
  ).toEqual([]);
}

/** Answers the question on the screen by its letter. */
export async function choose(page: Page, letter: string): Promise<void> {
  const option = page.locator(`input[type=radio][value="${letter}"]`);
  // A window behind another one draws no frames on some machines, and a pointer then waits for ever.
  await option
    .check({ force: true, timeout: 5_000 })
    .catch(() => option.evaluate((input) => (input as HTMLInputElement).click()));
  await expect(option).toBeChecked();
}

/** To the next question. Before the app has taken over the first one, its page keeps the tap and goes on a moment later. */
export async function next(page: Page): Promise<void> {
  const place = page.getByText(/^Questão \d+ de 10$/).first();
  const before = (await place.textContent()) ?? '';
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(place).not.toHaveText(before);
}

/** Taps "Finalizar" until `done` is shown: the first tap may count as the second half of a double tap on "Próxima". */
export async function finishUntil(page: Page, done: Locator): Promise<void> {
  const finish = page.getByRole('button', { name: 'Finalizar' });
  await expect(async () => {
    // The button is gone while the test is being finished, which takes long on a busy machine.
    if (await finish.isVisible()) await finish.click({ timeout: 500 });
    await expect(done).toBeVisible({ timeout: 3000 });
  }).toPass();
}

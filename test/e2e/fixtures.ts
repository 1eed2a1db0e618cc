import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type APIResponse, test as base, expect as baseExpect, type Locator, type Page } from '@playwright/test';
import { type Answerable, writtenFor } from '../../src/domains/bank/answering/answering.rules.ts';
import { shownNumber } from '../../src/domains/bank/answering/written-number.rules.ts';
import { createUser } from '../../src/domains/people/accounts/accounts.server.ts';
import { type Database, openDatabase } from '../../src/server/db/db.ts';
import { embeddedUrl } from '../../src/server/db/embedded.ts';
import { confirmWithoutCode, takeTheirTime } from '../support/builders.ts';

/** Messages that a browser prints itself when a test cuts the network or provokes a refusal. */
const EXPECTED =
  /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED|ERR_CONNECTION_REFUSED|Failed to fetch dynamically imported|unknown error occurred when fetching the script/;

/** A page on which a console error, an uncaught error or a request to another host fails the test. */
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
    // The content of the page is printed, because only the log remains of a run on another machine.
    if (info.status !== info.expectedStatus)
      console.log(page.url(), await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String));
  },
});

/** What Playwright says when the page that a script was reading is replaced by another. */
const REPLACED = /Execution context was destroyed/;

/**
 * Like Playwright's, but reads again if the page is replaced while `expect.poll` reads it, where Playwright gives up at once: a page that was
 * opened without network loads itself again when there is one, at a moment that no test can know.
 */
export const expect: typeof baseExpect = new Proxy(baseExpect, {
  get: (target, name) => (name === 'poll' ? pollThroughReloads : Reflect.get(target, name)),
});

const pollThroughReloads: typeof baseExpect.poll = (read, options) => {
  const readAgain = async (): Promise<Awaited<ReturnType<typeof read>>> => {
    try {
      return await read();
    } catch (error) {
      if (!REPLACED.test(String(error))) throw error;
      return readAgain();
    }
  };
  return baseExpect.poll(readAgain, options) as never;
};

/**
 * Slows pages down by the factor SLOWER, so that assumptions about speed fail on a fast machine too. The second debugging session also
 * makes `navigator.onLine` true again after a reload without network: copies.spec.ts cannot pass with it.
 */
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
 * Repeats a navigation of the test once if it is interrupted: an app whose session the test has just ended may notice that at the same
 * moment and navigate to the sign-in page.
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

/** Prefix of each announcement on the console. */
const ANNOUNCED = 'announced: ';

/** Records the page's announcements: a toast disappears after five seconds, in which a busy machine may not check for it. */
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

/** Waits until the page has announced the text, even if the toast has disappeared. Each announcement counts once. */
export async function announced(page: Page, text: string | RegExp): Promise<void> {
  const heard = announcements.get(page) as string[];
  const found = () => heard.findIndex((said) => (typeof text === 'string' ? said.includes(text) : text.test(said)));
  await expect.poll(found, { message: `the page announces ${text}` }).toBeGreaterThanOrEqual(0);
  heard.splice(0, found() + 1);
}

let people = 0;
/** Returns a username that is unique across tests and workers. */
export function aName(): string {
  people += 1;
  return `pessoa${process.pid}x${people}x${Date.now() % 100_000}`;
}

/** Registers a parent through the form. */
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

/** Runs `work` with the database of the program under test, for changes that no endpoint makes. */
export async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(embeddedUrl(path.join(process.env['E2E_DATA'] as string, 'postgres')), { connections: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Completes an attempt whose answers a test has sent by the API, as if a child had taken some minutes for them. */
export async function complete(page: Page, attemptId: number): Promise<APIResponse> {
  await inDatabase((db) => takeTheirTime(db, attemptId));
  return page.request.put(`/api/attempts/${attemptId}`, { data: { completed: true } });
}

/**
 * Signs in as a new teacher or administrator. @param confirmed whether the session has a fresh confirmation of the second factor.
 */
export async function signInAsStaff(
  page: Page,
  role: 'teacher' | 'admin',
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
    const { id } = (await createUser(db, { ...user, role })) as { id: number };
    await signIn(page, username, user.password);
    if (confirmed) await confirmWithoutCode(db, id);
    return { id, username };
  });
}

/** Signs in by the API, for tests that are not about signing in. */
export async function signIn(page: Page, username: string, password = 'caderneta'): Promise<void> {
  const reply = await page.request.post('/api/login', { data: { username, password } });
  expect(reply.status()).toBe(200);
}

/**
 * Ends the session without the menu, for tests that continue with another user. The page leaves the app first, because the app would notice
 * the end of its session and navigate to the sign-in page in the middle of the test.
 */
export async function signOut(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.request.post('/api/logout');
}

/** Returns a parent with one child, created by the API. */
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

/** Returns the id of a test of the child's class; by default one that is answered by choosing alone. */
export async function aTestFor(page: Page, childId: number, discipline = 'Ciências'): Promise<number> {
  const tests = (await (
    await page.request.get(`/api/tests?childId=${childId}&class=4º Ano&discipline=${discipline}`)
  ).json()) as { id: number }[];
  return (tests[0] as { id: number }).id;
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules of WCAG A and AA that depend on colours: of two themes that differ in nothing else, the second needs no others. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Checks that the page as shown has no violation of WCAG A or AA; if a modal dialog is open, only the dialog, because the rest is inert
 * and how much of it is covered follows from how far the page is scrolled. @param rules only these rules of axe; by default all.
 */
export async function isAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  await page.evaluate(() =>
    Promise.race([
      Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
      // The animation of a spinner does not end.
      new Promise((resolve) => setTimeout(resolve, 600)),
    ]),
  );
  // Without frames, which no page has, axe needs no page of its own to put results together; and no page needs its code twice.
  const [isLoaded, isModal] = await page.evaluate(() => ['axe' in window, !!document.querySelector(':modal')]);
  const axe = new AxeBuilder({ page: page as never, ...(isLoaded ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (isModal) axe.include(':modal');
  const { violations } = await (rules ? axe.withRules([...rules]) : axe.withTags(WCAG)).analyze();
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join(' | ')}`,
    ),
  ).toEqual([]);
}

/** Checks the page as shown in light colours, then its colours in dark ones, and returns to the light ones. */
export async function isAccessibleInBothThemes(page: Page): Promise<void> {
  await isAccessible(page);
  await inTheme(page, 'dark');
  await isAccessible(page, ABOUT_COLOURS);
  await inTheme(page, 'light');
}

/** Changes the phone's theme, which an open page follows. */
async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}

/** Returns what stands on the page once a question that is answered in writing has the answer of an alternative. */
async function writtenAs(page: Page, letter: string): Promise<string> {
  const [, testId] = /\/tests\/(\d+)/.exec(page.url()) ?? [];
  const childId = new URL(page.url()).searchParams.get('childId');
  const [, place] = /(\d+)/.exec((await page.locator('#where').textContent()) ?? '') ?? [];
  // The page does not show the alternatives, and it may be without network.
  const question = await inDatabase((db) =>
    db.row<{ question: Answerable }>(
      `select v.questions -> ($3::int - 1) as question from attempts a join test_versions v on v.id = a.version_id
       where a.test_id = $1 and ($2::int is null or a.child_id = $2) order by a.id desc limit 1`,
      [Number(testId), childId === null ? null : Number(childId), Number(place)],
    ),
  );
  const written = question && writtenFor(question.question, letter);
  if (written === undefined) throw new Error(`nothing can be written for ${letter}`);
  return shownNumber(written);
}

/** Returns the box of a question that is answered in writing, or undefined if it is answered by choosing. */
async function writingBox(page: Page): Promise<Locator | undefined> {
  const box = page.locator('input[data-written]');
  await box.or(page.locator('input[type=radio]')).first().waitFor({ state: 'attached' });
  return (await box.count()) > 0 ? box : undefined;
}

/** Checks that the question on the screen has the answer of this letter, chosen or written. */
export async function isChosen(page: Page, letter: string): Promise<void> {
  const box = await writingBox(page);
  if (box) await expect(box).toHaveValue(await writtenAs(page, letter));
  else await expect(page.locator(`input[type=radio][value="${letter}"]`)).toBeChecked();
}

/** Answers the question on the screen in some way. */
export async function answerSomehow(page: Page): Promise<void> {
  const box = await writingBox(page);
  if (box) await box.fill('1');
  else await page.getByRole('radio').first().check({ force: true });
}

/** Answers the question on the screen with a letter, or by writing what the alternative of this letter says. */
export async function choose(page: Page, letter: string): Promise<void> {
  const box = await writingBox(page);
  if (box) {
    const text = await writtenAs(page, letter);
    await box.fill(text);
    return expect(box).toHaveValue(text);
  }
  const option = page.locator(`input[type=radio][value="${letter}"]`);
  // On some machines a window behind another one draws no frames, and a real click would wait forever.
  await option
    .check({ force: true, timeout: 5_000 })
    .catch(() => option.evaluate((input) => (input as HTMLInputElement).click()));
  await expect(option).toBeChecked();
}

/** Waits until the whole page is hydrated, so that the app and not the browser follows what is tapped. */
export const isHydrated = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { keptTaps } = window as unknown as { keptTaps?: { isHydrated(element: Element): boolean } };
        const tapped = [...document.querySelectorAll('#root :is(a, button, select, input, summary)')];
        // A busy server sends a page without its content: what it then has is the app's own.
        return tapped.length > 0 && tapped.every((element) => keptTaps?.isHydrated(element) ?? true);
      }),
    )
    .toBe(true);

/** Goes to the next question. Before the app has hydrated the first question, the page records the tap and repeats it later. */
export async function next(page: Page): Promise<void> {
  const place = page.getByText(/^Questão \d+ de 10$/).first();
  const before = (await place.textContent()) ?? '';
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(place).not.toHaveText(before);
}

/** Moves the start of the family's open attempts back, because a test answers faster than a child can read. */
async function takeUsualTime(page: Page): Promise<void> {
  const user = await page.request.get('/api/user').catch(() => undefined);
  if (!user?.ok()) return;
  const { id } = (await user.json()) as { id: number };
  await inDatabase(async (db) => {
    const open = await db.rows<{ id: number }>(
      `select a.id from attempts a join children c on c.id = a.child_id where c.user_id = $1 and a.state = 'open'`,
      [id],
    );
    for (const attempt of open) await takeTheirTime(db, attempt.id);
  });
}

/** Taps "Finalizar" until `done` is shown: the first tap may count as the second half of a double tap on "Próxima". */
export async function finishUntil(page: Page, done: Locator): Promise<void> {
  const finish = page.getByRole('button', { name: 'Finalizar' });
  await takeUsualTime(page);
  await expect(async () => {
    // The button is hidden while the test is being completed, which takes long on a busy machine.
    if (await finish.isVisible()) await finish.click({ timeout: 500 });
    await expect(done).toBeVisible({ timeout: 3000 });
  }).toPass();
}

/** Opens every fold of the page. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('main details')) (fold as HTMLDetailsElement).open = true;
  });
}

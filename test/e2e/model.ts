import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, inDatabase, signIn } from './fixtures.ts';
import { isReadyOffline, stored } from './network.ts';

// Two phones of a family with two children, one of them with two tabs, and what people do with them (model.spec.ts).

export const PIN = '8374';
/** Letters that only one child chooses, so that an answer in the wrong attempt is recognised. */
export const LETTERS = { Maria: ['A', 'B'], Kiala: ['C', 'D'] } as const;
export type Name = keyof typeof LETTERS;
export const NAMES = ['Maria', 'Kiala'] as const;
const OTHER = { Maria: 'Kiala', Kiala: 'Maria' } as const;

/** Returns numbers from 0 to 1 that depend on the seed only (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Phone {
  name: string;
  context: BrowserContext;
  tabs: Page[];
  offline: boolean;
  /** The child who has the phone. */
  with: Name | null;
}

/** What screens said of one child. */
interface Said {
  /** The letters that were said to be kept, by question of the running test, in the order in which they were chosen. */
  running: Map<number, string[]>;
  /** The letters that were said to be kept in the prepared test on the first phone, by question, in the order in which they were chosen. */
  prepared: Map<number, string[]>;
  /** How many cards were practised. */
  cards: number;
}

export interface World {
  username: string;
  ids: Record<Name, number>;
  /** The tests that both children take. */
  tests: { running: number; prepared: Record<Name, number> };
  phones: Phone[];
  said: Record<Name, Said>;
  /** Children whose running test was ended on another device. */
  ended: Set<Name>;
  watch: (page: Page) => void;
  /** Loses the replies to a call until the returned function is called. */
  lose: (method: string, path: string) => () => void;
  mend?: () => void;
  mendAt: number;
  steps: number;
  log: string[];
}

interface Move {
  phone: Phone;
  page: Page;
  name: Name;
  letter: string;
}

const SAFE = /Guardado|guardado neste telemóvel/;
const homeOf = (phone: Phone) => (phone.with ? '/child' : '/dashboard');
/** Opens a page; without network a browser may have nothing to show. */
const go = (page: Page, address: string) => page.goto(address, { timeout: 20_000 }).catch(() => {});

/** Chooses a letter at the question on the screen of a child's test, and notes what the screen says of it. */
export async function choose(world: World, { page, phone, name, letter }: Move, kind: 'running' | 'prepared') {
  const testId = kind === 'running' ? world.tests.running : world.tests.prepared[name];
  const address = `/tests/${testId}?childId=${world.ids[name]}`;
  if (!page.url().endsWith(address)) await go(page, address);
  const option = page.locator(`input[type=radio][value="${letter}"]`);
  const begin = page.getByRole('button', { name: 'Começar', exact: true });
  await option
    .or(begin)
    .first()
    .waitFor({ state: 'attached', timeout: 2_000 })
    .catch(() => {});
  if (await begin.isVisible()) await begin.click();
  await option.waitFor({ state: 'attached', timeout: 1_000 }).catch(() => {});
  if ((await option.count()) === 0) return;
  // A sibling's test must never be on the screen.
  expect([phone.with, phone.with ?? name]).toEqual([phone.with, name]);
  const place = Number(/Questão (\d+) de/.exec((await page.locator('#where').textContent()) ?? '')?.[1]);
  await option.evaluate((input) => (input as HTMLInputElement).click()).catch(() => {});
  // Up to the time after which the screen says that the answer is on the phone.
  await page.waitForTimeout(300);
  await expect(page.locator('main').getByText(SAFE).first())
    .toBeVisible({ timeout: 4_000 })
    .catch(() => {});
  if (!SAFE.test((await page.locator('main').textContent()) ?? '') || (await option.count()) === 0) return;
  if (!(await option.isChecked())) return;
  const said = world.said[name][kind];
  said.set(place, [...(said.get(place) ?? []), letter]);
  world.log.push(`  says that ${name} ${kind} ${place}${letter} is kept`);
}

async function practise(world: World, { page, name }: Move): Promise<void> {
  await go(page, `/practice/${world.ids[name]}`);
  const option = page.locator('main .tile').first();
  await option.waitFor({ timeout: 3_000 }).catch(() => {});
  if (!(await option.isVisible())) return;
  await option.click();
  await page.getByRole('button', { name: 'Responder' }).click();
  const result = page.getByRole('heading', { name: /^(Certa|Ainda não)/ });
  if (!(await result.isVisible())) await result.waitFor({ timeout: 5_000 }).catch(() => {});
  if (!(await result.isVisible())) return;
  world.said[name].cards += 1;
  world.log.push(`  says that ${name} has practised`);
}

/** For the next two steps the server does what phones send, and they do not learn it. */
function loseReplies(world: World): void {
  world.mend?.();
  world.mend = world.lose('POST', '/api/answers');
  world.mendAt = world.steps + 2;
}

async function handOver(world: World, { phone, page, name }: Move): Promise<void> {
  if (phone.offline) return;
  if (phone.with === null) {
    const given = await page.request.post('/api/child-mode', { data: { childIds: [world.ids[name]] } });
    expect(given.status()).toBe(204);
    phone.with = name;
  } else await takeBack(phone);
  world.log.push(`  is with ${phone.with ?? 'the parent'}`);
  for (const tab of phone.tabs) await go(tab, homeOf(phone));
}

async function takeBack(phone: Phone): Promise<void> {
  const [page] = phone.tabs as [Page];
  if (phone.with === null) return;
  expect((await page.request.delete('/api/child-mode', { data: { pin: PIN } })).status()).toBe(204);
  phone.with = null;
}

async function killTab(world: World, { phone, page }: Move): Promise<void> {
  const anew = await phone.context.newPage();
  world.watch(anew);
  phone.tabs[phone.tabs.indexOf(page)] = anew;
  await page.close();
  await go(anew, homeOf(phone));
}

/** Signs out as a parent does, and in again. A warning about what would be lost is heeded. */
async function signOutAndIn(world: World, { phone, page }: Move): Promise<void> {
  if (phone.offline || phone.with !== null) return;
  await go(page, '/settings');
  const out = page.getByRole('button', { name: 'Sair', exact: true }).last();
  if (!(await out.isVisible().catch(() => false))) await out.waitFor({ timeout: 5_000 }).catch(() => {});
  if (!(await out.isVisible())) return;
  await out.click();
  const stay = page.getByRole('button', { name: 'Ficar' });
  await Promise.race([page.waitForURL(/\/$/, { timeout: 8_000 }), stay.waitFor({ timeout: 8_000 })]).catch(() => {});
  if (await stay.isVisible()) return stay.click();
  await signIn(page, world.username, 'segredo-1');
  for (const tab of phone.tabs) await go(tab, '/dashboard');
}

async function endElsewhere(world: World, { phone, page, name }: Move): Promise<void> {
  if (phone.offline || phone.with !== null || world.ended.has(name)) return;
  const found = await attemptOf(world.ids[name], world.tests.running);
  if (!found) return;
  await page.request.put(`/api/attempts/${found.id}`, { data: { completed: true } });
  world.ended.add(name);
}

const STEPS: readonly [weight: number, name: string, run: (world: World, move: Move) => unknown][] = [
  [30, 'chooses', (world, move) => (world.ended.has(move.name) ? undefined : choose(world, move, 'running'))],
  [
    10,
    'chooses in the prepared test',
    (world, move) => (move.phone === world.phones[0] ? choose(world, move, 'prepared') : undefined),
  ],
  [7, 'practises', practise],
  [
    10,
    'goes on',
    async (_, { page }) => {
      const forward = page.getByRole('button', { name: 'Próxima' });
      if (await forward.isVisible()) await forward.click();
    },
  ],
  [
    11,
    'loses or finds the network',
    async (_, { phone }) => {
      phone.offline = !phone.offline;
      await phone.context.setOffline(phone.offline);
    },
  ],
  [6, 'loses replies', loseReplies],
  [5, 'reloads', (_, { page }) => page.reload().catch(() => {})],
  [4, 'is killed', killTab],
  [13, 'changes hands', handOver],
  [2, 'signs out and in', signOutAndIn],
  [2, 'ends the test', endElsewhere],
];
const ALL = STEPS.reduce((sum, [weight]) => sum + weight, 0);

/** Takes one random step, and checks that while a child has the phone nothing of the other is shown or can be read. */
export async function step(world: World, random: () => number): Promise<void> {
  const of = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const phone = of(world.phones);
  const [page, name] = [of(phone.tabs), of(NAMES)];
  let left = random() * ALL;
  const [, what, run] = STEPS.find(([weight]) => {
    left -= weight;
    return left < 0;
  }) as (typeof STEPS)[number];
  const letter = of(LETTERS[name]);
  world.log.push(
    `${phone.name}/${phone.tabs.indexOf(page)} ${what} (${name} ${letter}, with ${phone.with}${phone.offline ? ', offline' : ''})`,
  );
  world.steps += 1;
  if (world.steps >= world.mendAt) world.mend?.();
  await run(world, { phone, page, name, letter });
  if (phone.with !== null) await isOwnOnly(world, phone, phone.with);
}

async function isOwnOnly(world: World, phone: Phone, name: Name): Promise<void> {
  const other = OTHER[name];
  for (const tab of phone.tabs) await expect(tab.locator('body'), phone.name).not.toContainText(other);
  const tab = phone.tabs.find((one) => one.url().startsWith('http'));
  if (!tab) return;
  const theirs = async () => {
    const rows = await Promise.all(
      ['sittings', 'waiting', 'prepared', 'refused'].map((table) => stored<object>(tab, 'caderneta', table)),
    );
    return rows.flat().filter((row) => JSON.stringify(row).includes(`"childId":${world.ids[other]},`)).length;
  };
  await expect.poll(theirs, { message: `${phone.name} keeps nothing of ${other} readable` }).toBe(0);
}

export const attemptOf = (childId: number, testId: number) =>
  inDatabase((db) =>
    db.row<{ id: number; questions: number[] }>(
      `select a.id, array(select q.question_id from version_questions q where q.version_id = a.version_id order by q.position) as questions
       from attempts a where a.child_id = $1 and a.test_id = $2 order by a.id limit 1`,
      [childId, testId],
    ),
  );

export async function aPhoneOf(world: World, browser: Browser, baseURL: string, name: string): Promise<Phone> {
  const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  world.watch(page);
  await signIn(page, world.username, 'segredo-1');
  await page.goto('/dashboard');
  await isReadyOffline(page);
  const phone = { name, context, tabs: [page], offline: false, with: null };
  world.phones.push(phone);
  return phone;
}

/** Returns what the tabs of a phone say. */
async function textsOf({ tabs }: Phone): Promise<string> {
  let texts = '';
  for (const tab of tabs) texts += await tab.locator('body').innerText();
  return texts;
}

/**
 * Gives every phone the network and the parent, and waits until nothing waits. All tabs stay open: one that is closed while it reloads itself,
 * because the phone has the network again, sometimes never ends.
 *
 * @returns what the phones say.
 */
export async function settle(world: World): Promise<string> {
  let texts = '';
  world.mend?.();
  for (const phone of world.phones) {
    await phone.context.setOffline(false);
    await takeBack(phone);
    const [page] = phone.tabs as [Page];
    texts += await textsOf(phone);
    await page.goto('/dashboard');
    for (const table of ['closed', 'waiting'])
      await expect.poll(() => stored(page, 'caderneta', table), { timeout: 40_000 }).toEqual([]);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(1_000);
    texts += await textsOf(phone);
  }
  return texts;
}

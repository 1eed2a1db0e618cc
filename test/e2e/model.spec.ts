import type { Browser, Page } from '@playwright/test';
import { test } from './courier.ts';
import { aFamily, aTestFor, complete, expect, inDatabase } from './fixtures.ts';
import {
  aPhoneOf,
  attemptOf,
  choose,
  LETTERS,
  NAMES,
  type Name,
  numbersFrom,
  type Phone,
  PIN,
  settle,
  step,
  type World,
} from './model.ts';
import { stored } from './network.ts';
import { prepare } from './prepared.ts';

// Random steps of two phones of a family with two children. After each run, what a screen has said is true in the database, or on the phone
// for a prepared test, or the family was told that it does not count; and nothing of one child was written, shown or readable while the other
// had the phone. MODEL_SEEDS=20 runs more, MODEL_FROM=7 begins with another seed.

const STEPS = 20;
const FROM = Number(process.env['MODEL_FROM'] ?? 11);
const SEEDS = Array.from({ length: Number(process.env['MODEL_SEEDS'] ?? 2) }, (_, place) => FROM + place);

/** Makes the family: two children with mistakes to practise, a running and a prepared test each on the first phone. */
async function aWorld(page: Page, browser: Browser, url: string, given: Pick<World, 'watch' | 'lose'>): Promise<World> {
  const { childId } = await aFamily(page);
  const added = await page.request.post('/api/children', {
    data: { fullName: 'Kiala Domingos', schoolClass: '4º Ano' },
  });
  await page.request.put('/api/account/pin', { data: { pin: PIN, password: 'segredo-1' } });
  const ids = { Maria: childId, Kiala: ((await added.json()) as { id: number }).id };
  const { username } = (await (await page.request.get('/api/user')).json()) as { username: string };
  const past = await aTestFor(page, childId, 'História');
  for (const name of NAMES) {
    const attempt = await (
      await page.request.post('/api/attempts', { data: { childId: ids[name], testId: past } })
    ).json();
    for (const { id } of attempt.questions as { id: number }[])
      await page.request.post('/api/answers', {
        data: { attemptId: attempt.id, questionId: id, selectedAnswer: LETTERS[name][0] },
      });
    await complete(page, attempt.id);
    // What a parent has opened is practised in child mode too.
    await page.request.get(`/api/attempts/${attempt.id}`);
  }
  const none = () => ({ running: new Map(), prepared: new Map(), cards: 0 });
  const world: World = {
    username,
    ids,
    tests: { running: await aTestFor(page, childId, 'Geografia'), prepared: { Maria: 0, Kiala: 0 } },
    phones: [],
    said: { Maria: none(), Kiala: none() },
    ended: new Set(),
    ...given,
    mendAt: 0,
    steps: 0,
    log: [],
  };
  const first = await aPhoneOf(world, browser, url, 'one');
  await aPhoneOf(world, browser, url, 'two');
  const tab = await first.context.newPage();
  given.watch(tab);
  first.tabs.push(tab);
  for (const name of NAMES) {
    await prepare(tab, ids[name], 1).catch(() => {});
    const prepared = (await (await tab.request.get('/api/prepared')).json()) as { childId: number; testId: number }[];
    world.tests.prepared[name] = prepared.find((one) => one.childId === ids[name])?.testId ?? 0;
    // Both begin, so that later steps find their tests on the phone.
    await choose(world, { phone: first, page: tab, name, letter: LETTERS[name][0] }, 'running');
  }
  return world;
}

/** Compares what was said of a child's tests and practice with the database, and of the prepared test with the first phone. */
async function isTrueOf(name: Name, world: World, texts: string): Promise<void> {
  const { [name]: said } = world.said;
  const isTakenBack =
    world.ended.has(name) && new RegExp(`\\(${name}\\) não fo(i|ram) aceites?|não contam?\\.`).test(texts);
  for (const kind of ['running', 'prepared'] as const) {
    const attempt = await attemptOf(
      world.ids[name],
      kind === 'running' ? world.tests.running : world.tests.prepared[name],
    );
    if (!attempt) continue;
    const rows =
      kind === 'running'
        ? await inDatabase((db) =>
            db.rows<{ id: number; letter: string }>(
              'select question_id as id, selected_answer as letter from answers where attempt_id = $1',
              [attempt.id],
            ),
          )
        : await choicesOnPhone(world.phones[0] as Phone, attempt.id);
    for (const { letter } of rows) expect(LETTERS[name]).toContain(letter);
    for (const [place, letters] of said[kind]) {
      const kept = rows.find(({ id }) => id === attempt.questions[place - 1])?.letter;
      // Of choices on two phones the one that was made last counts.
      if (kind === 'prepared' || !isTakenBack) expect(kept, `${name} ${kind} ${place}`).toBe(letters.at(-1));
    }
  }
  const reviews = await inDatabase((db) =>
    db.row<{ count: number }>('select count(*)::int as count from practice_reviews where child_id = $1', [
      world.ids[name],
    ]),
  );
  expect(reviews?.count, `practice of ${name}`).toBeGreaterThanOrEqual(said.cards);
}

async function choicesOnPhone({ tabs }: Phone, attemptId: number) {
  const sittings = await stored<{ sitting: { id: number }; choices: Record<number, { selectedAnswer: string }> }>(
    tabs[0] as (typeof tabs)[number],
    'caderneta',
    'sittings',
  );
  const choices = sittings.find(({ sitting }) => sitting.id === attemptId)?.choices ?? {};
  return Object.entries(choices).map(([id, { selectedAnswer }]) => ({ id: Number(id), letter: selectedAnswer }));
}

for (const seed of SEEDS)
  test(`${STEPS} random steps of two phones and three tabs keep or take back what was promised (seed ${seed})`, async ({
    page,
    browser,
    courier,
    watch,
  }) => {
    test.setTimeout(240_000);
    const world = await aWorld(page, browser, courier.url, { watch, lose: courier.lose });
    const random = numbersFrom(seed);
    try {
      for (let n = 0; n < STEPS; n += 1) await step(world, random);
      const texts = await settle(world);
      for (const name of NAMES) await isTrueOf(name, world, texts);
      expect(texts).not.toMatch(/Enviamos quando houver internet/);
    } catch (error) {
      console.log(world.log.join('\n'));
      throw error;
    } finally {
      for (const { context } of world.phones) await context.close();
    }
  });

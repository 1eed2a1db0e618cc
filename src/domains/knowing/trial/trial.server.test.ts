import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aParent } from '../../../../test/support/builders.ts';
import {
  agree,
  answerCheck,
  aTrialBank,
  aTrialFamily,
  checkOf,
  closed,
  passDays,
  resetTrial,
  takePast,
  toCheck,
} from '../../../../test/support/trial.ts';
import { createLog } from '../../../server/watch/log.ts';
import { freezeTest } from '../../bank/test-bank/tests.server.ts';
import type { PracticePack } from '../practice/practice.contract.ts';
import { cardsOfToday } from '../practice/session.rules.ts';
import { draw } from './trial.rules.ts';
import { allotWeeks, closeWeeks, runTrial, takeLook } from './weeks.server.ts';

const app = await testApp();
const { db } = app;
const { log } = app.frame;
const bank = await aTrialBank(db);
beforeEach(() => resetTrial(db));

const weeks = () =>
  db.rows<{ seed: number; firstTheme: string; secondTheme: string; earlierFirst: boolean; childId: number }>(
    `select a.seed, a.first_theme, a.second_theme, w.earlier_first, a.child_id
     from trial_allotments a join trial_weeks w on w.id = a.week_id order by w.id`,
  );

test('a family is asked after a practice on an earlier day, once, and can change its mind', async () => {
  const parent = await aParent(app);
  const state = async () => (await parent.get('/api/practice-trial')).body;
  expect(await state()).toMatchObject({ agreed: null, asks: false, weeks: 0, aim: 135, version: 1 });
  const { body: child } = await parent.post('/api/children', { fullName: 'Maria', schoolClass: '4º Ano' });
  await takePast(db, child.id, bank[0], 'AAAAABBBBB');
  const { cards } = (await parent.get(`/api/children/${child.id}/practice`)).body as PracticePack;
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const review = { id: cards[0]?.id, selectedAnswer: 'A', at, clientId: randomUUID() };
  await parent.post(`/api/children/${child.id}/practice`, { reviews: [review] });
  // Not on the first evening.
  expect(await state()).toMatchObject({ asks: false });
  await db.count(`update users set created_at = now() - interval '3 days' where id = $1`, [parent.id]);
  expect(await state()).toMatchObject({ asks: true });
  expect((await parent.put('/api/practice-trial', { agreed: true, version: 2 })).status).toBe(409);
  expect((await parent.put('/api/practice-trial', { agreed: 'sim' })).status).toBe(400);
  expect((await agree(parent, false)).body).toMatchObject({ agreed: false, asks: false });
  expect((await agree(parent)).body).toMatchObject({ agreed: true, decidedAt: expect.any(String) });
});

test('a week begins for a child with two comparably weak themes, by a draw that can be repeated', async () => {
  const { parent, childId } = await aTrialFamily(app, bank);
  expect(await allotWeeks(db, new Date(), log)).toBe(1);
  const [week] = await weeks();
  expect(week).toMatchObject({ childId, earlierFirst: draw(week?.seed ?? 0).earlierFirst });
  expect([week?.firstTheme, week?.secondTheme].sort()).toEqual(['ENSAIO-MAPAS (tema)', 'ENSAIO-RIOS (tema)']);
  // One at a time, however often the job runs, also at once.
  expect(await Promise.all([allotWeeks(db, new Date(), log), allotWeeks(db, new Date(), log)])).toEqual([0, 0]);
  await agree(parent, false);
  expect(await closed(db)).toEqual(['lost']);
});

test.each<[string, (childId: number) => Promise<unknown>]>([
  ['without agreement', (id) => agreedOf(id, false)],
  ['an archived child', (id) => db.count('update children set active = false where id = $1', [id])],
  [
    'a family that is leaving',
    (id) =>
      db.count('update users set deletion_asked_at = now() where id = (select user_id from children where id = $1)', [
        id,
      ]),
  ],
  ['a class without such themes', (id) => db.count(`update children set school_class = '6º Ano' where id = $1`, [id])],
  [
    'a child that has done nothing for two weeks',
    (id) => db.count(`update attempts set attempt_date = attempt_date - interval '20 days' where child_id = $1`, [id]),
  ],
])('no week begins for %s', async (_, change) => {
  const { childId } = await aTrialFamily(app, bank);
  await change(childId);
  expect(await allotWeeks(db, new Date(), log)).toBe(0);
});

const agreedOf = (childId: number, agreed: boolean) =>
  db.count('update trial_families set agreed = $2 where user_id = (select user_id from children where id = $1)', [
    childId,
    agreed,
  ]);

test('practice treats the drawn theme first, with as many cards as without a week', async () => {
  const { parent, childId } = await aTrialFamily(app, bank);
  const today = async () => {
    const pack = (await parent.get(`/api/children/${childId}/practice`)).body as PracticePack;
    return cardsOfToday(pack.cards, pack.today, pack.doneToday);
  };
  const before = await today();
  await allotWeeks(db, new Date(), log);
  const after = await today();
  expect(after.length).toBe(before.length);
  // Five mistakes and some questions of the first theme, then the second.
  const turns = after.map(({ turn }) => turn);
  expect(turns).toEqual([...turns].sort());
  expect(turns.filter((turn) => turn === 'first').length).toBeGreaterThan(4);
  // Whatever the family chooses itself has its usual order, and nothing to check.
  const { cards, check } = (await parent.get(`/api/children/${childId}/practice?theme=ENSAIO-RIOS%20(tema)`)).body;
  expect(check).toBe(0);
  expect(cards.every(({ turn }: { turn?: string }) => turn === undefined)).toBe(true);
  // After the week the order is the usual one.
  await passDays(db, childId, 7);
  expect((await today()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

test('the check asks four unseen questions of each theme without their keys, and takes the first answer to each', async () => {
  const { parent, childId } = await aTrialFamily(app, bank);
  await allotWeeks(db, new Date(), log);
  const read = async () => (await parent.get(`/api/children/${childId}/check`)).body;
  const pack = async () => (await parent.get(`/api/children/${childId}/practice`)).body as PracticePack;
  expect((await read()).questions).toEqual([]);
  const stored = await toCheck(db, childId);
  expect(stored.filter(({ isFirst }) => isFirst).length).toBe(4);
  const { questions } = await read();
  expect(questions.length).toBe(8);
  expect(JSON.stringify(questions)).not.toMatch(/correctAnswer|explanation|sentinela/);
  expect(await pack()).toMatchObject({ check: 8, doneToday: 0 });
  const at = new Date().toISOString();
  const clientId = randomUUID();
  const send = async (fields: object) => {
    const review = { id: questions[0].id, selectedAnswer: 'A', at, clientId, visibleMs: 9000, ...fields };
    return (await parent.post(`/api/children/${childId}/practice`, { reviews: [review] })).body;
  };
  expect(await send({ selectedAnswer: 'F' })).toMatchObject({ kept: 0, refused: [{ code: 'unknown-answer' }] });
  expect(await send({ at: 'ontem' })).toMatchObject({ refused: [{ code: 'bad-time' }] });
  expect(await send({ clientId: 'x' })).toMatchObject({ refused: [{ code: 'bad-id' }] });
  expect(await send({ id: 'check:999999:1' })).toMatchObject({ refused: [{ code: 'unknown-card' }] });
  // Whether it is right is in no reply. A clock that is years ahead refuses no answer.
  expect(await send({ at: '2071-01-01T00:00:00Z' })).toEqual({ kept: 1, repeated: 0, right: 0, refused: [] });
  expect(await send({})).toMatchObject({ kept: 0, repeated: 1 });
  expect(await send({ clientId: randomUUID(), selectedAnswer: 'B' })).toMatchObject({
    refused: [{ code: 'check-over' }],
  });
  expect(await pack()).toMatchObject({ check: 7, doneToday: 0, dots: 0 });
  const next = { id: questions[1].id, clientId: randomUUID() };
  const both = await Promise.all([send(next), send(next)]);
  expect(both.map(({ kept, repeated }) => [kept, repeated]).sort()).toEqual([
    [0, 1],
    [1, 0],
  ]);
  const [first, other] = [randomUUID(), randomUUID()];
  const reviews = [first, other, first].map((id) => ({ id: questions[2].id, selectedAnswer: 'A', at, clientId: id }));
  const sent = { reviews: [...reviews, { ...reviews[0], id: questions[3].id, clientId: randomUUID() }] };
  expect((await parent.post(`/api/children/${childId}/practice`, sent)).body).toMatchObject({
    kept: 2,
    refused: [
      { clientId: other, code: 'check-over' },
      { clientId: first, code: 'repeated' },
    ],
  });
  const stranger = await aParent(app);
  expect((await stranger.get(`/api/children/${childId}/check`)).status).toBe(404);
});

/** Adds measured weeks of other families at these places. */
const measure = (from: number, to: number, families: number) =>
  db.count(
    `insert into trial_weeks (family, discipline, school_class, earlier_first, state, place, first_right, first_asked, second_right, second_asked)
     select md5((place % $3)::text)::uuid, 'Geografia', '4º Ano', true, 'measured', place, place % 3, 4, place % 4, 4 from generate_series($1::int, $2::int) as g(place)`,
    [from, to, families],
  );

/** Answers the whole check: the first theme right, the second wrong. */
const gain = ({ isFirst }: { isFirst: boolean }) => (isFirst ? 'A' : 'B');

interface Scene {
  parent: Awaited<ReturnType<typeof aTrialFamily>>['parent'];
  childId: number;
  stored: Awaited<ReturnType<typeof toCheck>>;
}

test.each<[string, string, (scene: Scene) => Promise<unknown>]>([
  ['all answers', 'measured', ({ parent, childId, stored }) => answerCheck(parent, childId, gain, stored)],
  [
    'three answers of each theme, after its time',
    'measured',
    async ({ parent, childId, stored }) => {
      await answerCheck(parent, childId, (one) => (one.position < 7 ? gain(one) : undefined), stored);
      await passDays(db, childId, 20);
    },
  ],
  [
    'two answers of a theme, after its time',
    'lost',
    async ({ parent, childId, stored }) => {
      await answerCheck(parent, childId, (one) => (one.position < 5 ? gain(one) : undefined), stored);
      await passDays(db, childId, 20);
    },
  ],
  ['no answer, after its time', 'lost', ({ childId }) => passDays(db, childId, 20)],
  ['no answer, before its end', 'running', ({ childId }) => passDays(db, childId, 5)],
  ['taps without reading', 'lost', ({ parent, childId, stored }) => answerCheck(parent, childId, gain, stored, 400)],
  [
    'another class meanwhile',
    'measured',
    async ({ parent, childId, stored }) => {
      await parent.put(`/api/children/${childId}`, { fullName: 'Maria Domingos', schoolClass: '5º Ano' });
      await answerCheck(parent, childId, gain, stored);
    },
  ],
  [
    'an archived child',
    'lost',
    async ({ parent, childId }) => {
      await parent.post(`/api/children/${childId}/archive`, {});
      await passDays(db, childId, 20);
    },
  ],
  [
    'switched off before the check',
    'lost',
    async ({ parent, childId, stored }) => {
      await agree(parent, false);
      await answerCheck(parent, childId, gain, stored);
    },
  ],
  [
    'switched off after the last answer',
    'lost',
    async ({ parent, childId, stored }) => {
      await answerCheck(parent, childId, gain, stored);
      await agree(parent, false);
    },
  ],
  ['an erased child', 'lost', ({ childId }) => db.count('delete from children where id = $1', [childId])],
  [
    'questions that were met in a test meanwhile',
    'lost',
    async ({ parent, childId, stored }) => {
      const met = stored.filter(({ isFirst }) => isFirst).map(({ versionId }) => versionId);
      const tests = await db.rows<{ id: number }>('select id from tests where version_id = any ($1::int[])', [met]);
      for (const { id } of tests) await takePast(db, childId, id, 'AAAAAAAAAA', 1);
      await answerCheck(parent, childId, gain, stored);
    },
  ],
  [
    'a clock that is 20 hours behind',
    'measured',
    async ({ parent, childId, stored }) => {
      const at = new Date(Date.now() - 20 * 3_600_000).toISOString();
      const reviews = stored.map((one) => ({
        id: `check:${one.weekId}:${one.position}`,
        selectedAnswer: gain(one),
        at,
        clientId: randomUUID(),
        visibleMs: 9000,
      }));
      await parent.post(`/api/children/${childId}/practice`, { reviews });
    },
  ],
])('a week with %s is %s', async (_, expected, happen) => {
  const { parent, childId } = await aTrialFamily(app, bank);
  await allotWeeks(db, new Date(), log);
  const stored = await toCheck(db, childId);
  await happen({ parent, childId, stored });
  expect(await closed(db)).toEqual([expected]);
});

/** Changes a question, and what the next attempts at its test ask. */
async function change(questionId: number | undefined, what: string) {
  const row = await db.row<{ testId: number }>(`update questions set ${what} where id = $1 returning test_id`, [
    questionId,
  ]);
  await db.transaction((transaction) => freezeTest(transaction, row?.testId as number));
}

test('the outcome is counted by the key that a question has at the end, and edited questions are others', async () => {
  const { parent, childId } = await aTrialFamily(app, bank);
  await allotWeeks(db, new Date(), log);
  const stored = await toCheck(db, childId);
  await answerCheck(parent, childId, gain, stored);
  const [ofSecond, other] = stored.filter(({ isFirst }) => !isFirst);
  // One key was wrong; another question got a new statement and key, which is another question.
  await change(ofSecond?.questionId, `correct_answer = 'B'`);
  await change(other?.questionId, `statement = 'Outra pergunta.', correct_answer = 'B'`);
  try {
    expect(await closed(db)).toEqual(['measured']);
    const sums = await db.row('select first_right, first_asked, second_right, second_asked from trial_weeks');
    expect(sums).toEqual({ firstRight: 4, firstAsked: 4, secondRight: 1, secondAsked: 4 });
  } finally {
    await change(ofSecond?.questionId, `correct_answer = 'A'`);
    await change(other?.questionId, `statement = 'Ainda outra.', correct_answer = 'A'`);
  }
});

test('a key that is corrected before a look changes the outcomes of children that are still there; corrected back, it is the old one', async () => {
  const { parent, childId } = await aTrialFamily(app, bank);
  await allotWeeks(db, new Date(), log);
  const stored = await toCheck(db, childId);
  await answerCheck(parent, childId, gain, stored);
  expect(await closed(db)).toEqual(['measured']);
  const questionId = stored.find(({ isFirst }) => !isFirst)?.questionId;
  const looksAfter = async (key: string) => {
    await change(questionId, `correct_answer = '${key}'`);
    await measure(2, 45, 44);
    expect(await takeLook(db, log)).toBe(1);
    const sums = await db.row('select first_right, second_right from trial_weeks where place = 1');
    await db.script('delete from trial_looks; delete from trial_weeks where place > 1');
    return sums;
  };
  try {
    expect(await looksAfter('B')).toEqual({ firstRight: 4, secondRight: 1 });
  } finally {
    expect(await looksAfter('A')).toEqual({ firstRight: 4, secondRight: 0 });
  }
});

test('a week that cannot be computed is logged, and stops neither the others nor a look', async () => {
  const lines: string[] = [];
  const told = createLog('info', { write: (line) => lines.push(line) });
  const families = [await aTrialFamily(app, bank), await aTrialFamily(app, bank)];
  await allotWeeks(db, new Date(), log);
  for (const { parent, childId } of families) await answerCheck(parent, childId, gain, await toCheck(db, childId));
  const [week] = await db.rows<{ id: number }>('select id from trial_weeks order by id limit 1');
  const change = (by: number) =>
    db.count('update trial_questions set question_id = question_id + $2 where week_id = $1', [week?.id, by]);
  await change(1_000_000_000);
  await closeWeeks(db, new Date(), told);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ step: 'close', weekId: week?.id }]);
  // The next run closes it.
  await change(-1_000_000_000);
  expect(await closed(db)).toEqual(['measured', 'measured']);
  await change(1_000_000_000);
  await measure(3, 45, 43);
  expect(await takeLook(db, told)).toBe(1);
  expect(lines.map((line) => JSON.parse(line).step)).toEqual(['close', 'look']);
});

test('a look waits for the tenth family, and reads its first week too', async () => {
  await measure(1, 48, 8);
  expect(await takeLook(db, log)).toBeUndefined();
  await measure(49, 60, 60);
  expect(await takeLook(db, log)).toBe(1);
  expect(await looksOf()).toMatchObject([{ look: 1, weeks: 50, families: 10 }]);
});

test('a theme that is joined to another one meanwhile ends the week, and practice has its usual order', async () => {
  const { parent, childId } = await aTrialFamily(app, bank);
  await allotWeeks(db, new Date(), log);
  const join = (from: string, to: string) =>
    db.count(
      `update curriculum_objectives set theme_id = (select id from curriculum_themes where code = $2), position = 3 - position where code = $1`,
      [from, to],
    );
  await join('ENSAIO-RIOS', 'ENSAIO-MAPAS (tema)');
  try {
    const { cards } = (await parent.get(`/api/children/${childId}/practice`)).body as PracticePack;
    expect(new Set(cards.map(({ turn }) => turn)).size).toBe(1);
    expect(await toCheck(db, childId)).toEqual([]);
    expect(await closed(db)).toEqual(['lost']);
  } finally {
    await join('ENSAIO-RIOS', 'ENSAIO-RIOS (tema)');
  }
});

test('an erased child takes its link along and leaves the outcome', async () => {
  const { parent, childId } = await aTrialFamily(app, bank);
  await allotWeeks(db, new Date(), log);
  await answerCheck(parent, childId, gain, await toCheck(db, childId));
  expect(await closed(db)).toEqual(['measured']);
  await db.count('delete from children where id = $1', [childId]);
  expect(await closed(db)).toEqual(['measured']);
  expect(await weeks()).toEqual([]);
  expect(await checkOf(db, childId)).toEqual([]);
});

/** Runs the trial with simulated families through the API until a number of weeks is measured. @param right of each theme. */
async function simulate(families: number, rounds: number, right: { first: number; second: number }) {
  let roll = 0.5;
  // Every answer is right as often as it should be, without random numbers (golden ratio sequence).
  const chance = () => {
    roll = (roll + 0.618_033_988_749_895) % 1;
    return roll;
  };
  const all: Awaited<ReturnType<typeof aTrialFamily>>[] = [];
  while (all.length < families) all.push(await aTrialFamily(app, bank));
  for (let round = 0; round < rounds; round += 1) {
    await allotWeeks(db, new Date(), log);
    for (const [place, { parent, childId }] of all.entries()) {
      const stored = await toCheck(db, childId);
      // A family leaves in the second round, another one erases its child in the third.
      if (round === 1 && place === 0) await agree(parent, false);
      if (round === 2 && place === 1) await db.count('delete from children where id = $1', [childId]);
      const letterOf = ({ isFirst }: { isFirst: boolean }) =>
        chance() < (isFirst ? right.first : right.second) ? 'A' : 'B';
      if ((place === 0 && round > 0) || (place === 1 && round > 1)) continue;
      expect(stored).toHaveLength(8);
      expect((await answerCheck(parent, childId, letterOf, stored)).body).toMatchObject({ kept: 8, refused: [] });
    }
    await closed(db);
  }
}

const looksOf = () =>
  db.rows<{
    look: number;
    weeks: number;
    families: number;
    points: number;
    low: number;
    high: number;
    isDecided: boolean;
  }>('select look, weeks, families, points, low, high, is_decided from trial_looks order by look');

test('fourteen families through the API: a gain is found at the first look, and not before it', async () => {
  await simulate(14, 3, { first: 0.95, second: 0.45 });
  expect(await takeLook(db, log)).toBeUndefined();
  expect(await looksOf()).toEqual([]);
  await simulate(14, 1, { first: 0.95, second: 0.45 });
  await runTrial(db, new Date(), log);
  const [look, ...others] = await looksOf();
  expect(others).toEqual([]);
  expect(look).toMatchObject({ look: 1, weeks: 45, isDecided: true });
  expect(look?.low).toBeGreaterThan(0);
  expect(look?.low).toBeLessThan(50);
  expect(look?.high).toBeGreaterThan(50);
  // It is taken once, ends the trial, and stays when children are erased.
  await db.count('delete from children where id in (select child_id from trial_allotments)');
  await runTrial(db, new Date(), log);
  expect(await looksOf()).toEqual([look]);
  expect(await allotWeeks(db, new Date(), log)).toBe(0);
  expect((await (await aParent(app)).get('/api/practice-trial')).body).toMatchObject({ isOver: true, asks: false });
}, 120_000);

test('thirteen families through the API without a gain: nothing is claimed', async () => {
  await simulate(13, 4, { first: 0.6, second: 0.6 });
  expect(await takeLook(db, log)).toBe(1);
  expect(await looksOf()).toMatchObject([{ look: 1, weeks: 45, isDecided: false }]);
  expect(await takeLook(db, log)).toBeUndefined();
}, 120_000);

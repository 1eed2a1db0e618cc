import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, anObjective, aParent, aTest, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { freezeTest } from '../../bank/test-bank/tests.server.ts';
import type { Card, MistakesOfTheme } from './practice.contract.ts';
import { PACK_BYTES } from './practice.rules.ts';
import { countDue } from './practice.server.ts';

const app = await testApp();
const { db } = app;
let made = 0;

/** Returns a test whose questions differ from all others and contain a formula; the key of each is A. */
async function aTestOf(objective: string, questions: number) {
  made += 1;
  await anObjective(db, { code: objective, discipline: 'Artes', schoolClass: '4º Ano' });
  const built = await aTest(db, { discipline: 'Artes', keys: Array(questions).fill('A') });
  await db.count(
    `update questions set objective = $2, statement = statement || ' Vez $' || $3 || '$',
       rendered = jsonb_build_object('statement', 'Vez <math><mn>' || $3 || '</mn></math>') where test_id = $1`,
    [built.id, objective, String(made)],
  );
  await db.transaction((transaction) => freezeTest(transaction, built.id));
  return built;
}

/** Takes a test the given number of days ago; `-` leaves a question unanswered. @returns the attempt. */
async function take(
  parent: Parent,
  childId: number,
  built: { id: number; questions: { id: number }[] },
  letters: string,
  daysAgo = 0,
) {
  const started = await parent.post('/api/attempts', { childId, testId: built.id });
  expect(started.status).toBe(201);
  const { id } = started.body;
  for (const [place, letter] of [...letters].entries()) {
    if (letter === '-') continue;
    const questionId = built.questions[place]?.id;
    await parent.post('/api/answers', { attemptId: id, questionId, selectedAnswer: letter });
  }
  expect((await parent.put(`/api/attempts/${id}`, { completed: true })).status).toBe(200);
  await db.count(
    `update attempts set attempt_date = attempt_date - make_interval(days => $2), finished_at = finished_at - make_interval(days => $2) where id = $1`,
    [id, daysAgo],
  );
  return id as number;
}

const packOf = async (parent: Parent, childId: number, query = '') =>
  (await parent.get(`/api/children/${childId}/practice${query}`)).body as {
    cards: Card[];
    doneToday: number;
    dots: number;
    next: string | null;
  };
const bookOf = async (parent: Parent, childId: number) =>
  (await parent.get(`/api/children/${childId}/mistakes`)).body as MistakesOfTheme[];
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const review = (id: string, selectedAnswer: string, at = daysAgo(0), clientId = randomUUID() as string) => ({
  id,
  selectedAnswer,
  at,
  clientId,
});
const send = (parent: Parent, childId: number, ...reviews: ReturnType<typeof review>[]) =>
  parent.post(`/api/children/${childId}/practice`, { reviews });
const named = (cards: { id: string }[]) => cards.map(({ id }) => id);

test('a card and a mistake say the errors of their wrong alternatives', async () => {
  const parent = await aParent(app);
  const child = await aChild(parent);
  const test = await aTestOf('ENGANO-A', 2);
  await app.db.count(
    `insert into misconception_options (content, words, misconception)
     select q.content, regexp_replace(q.options[2], '^B\\) ', ''), 'causa-efeito' from tests t join version_questions q on q.version_id = t.version_id
     where t.id = $1 and q.position = 1`,
    [test.id],
  );
  await take(parent, child.id, test, 'BB', 9);
  const errors = { B: 'troca a causa com a consequência' };
  const [theme] = await bookOf(parent, child.id);
  expect(theme?.mistakes.map((mistake) => mistake.errors)).toEqual(expect.arrayContaining([errors, undefined]));
  expect((await packOf(parent, child.id)).cards.map((card) => card.errors)).toEqual(
    expect.arrayContaining([errors, undefined]),
  );
});

test('a wrong or missing answer becomes a mistake in the book, and leaves it after three days with right answers', async () => {
  const parent = await aParent(app);
  const child = await aChild(parent);
  expect(await bookOf(parent, child.id)).toEqual([]);
  await take(parent, child.id, await aTestOf('LIVRO-A', 4), 'AB-A', 9);
  const [theme] = await bookOf(parent, child.id);
  expect(theme?.mistakes.map(({ selectedAnswer, rightDays }) => [selectedAnswer, rightDays])).toEqual(
    expect.arrayContaining([
      ['B', []],
      [null, []],
    ]),
  );
  const pack = await packOf(parent, child.id);
  // The free plan includes mistakes only.
  expect(pack.cards.map(({ kind, isNew }) => [kind, isNew])).toEqual([
    ['mistake', true],
    ['mistake', true],
  ]);
  expect(pack.cards[0]).toMatchObject({ correctAnswer: 'A', explanation: expect.stringContaining('porque sim') });
  const card = pack.cards[0]?.id as string;

  const first = await send(parent, child.id, review(card, 'A', daysAgo(8)), review(card, 'A', daysAgo(6)));
  expect(first.body).toEqual({ kept: 2, repeated: 0, right: 2, refused: [] });
  expect((await bookOf(parent, child.id))[0]?.mistakes.find(({ id }) => id === card)?.rightDays).toHaveLength(2);
  await send(parent, child.id, review(card, 'A'));
  const [after] = await bookOf(parent, child.id);
  expect(named(after?.mistakes ?? [])).not.toContain(card);
  expect(after?.left).toMatchObject([{ id: card, statementHtml: expect.stringContaining('<math') }]);
  expect(await packOf(parent, child.id)).toMatchObject({ doneToday: 1, dots: 3, cards: [{}] });
  const { body: summary } = await parent.get('/api/practice');
  expect(summary[0]).toMatchObject({
    childId: child.id,
    mistakes: 1,
    due: 1,
    week: expect.arrayContaining([{ day: expect.any(String), cards: 1 }]),
    weekMinutes: expect.any(Number),
  });
});

test('practice after an older result has the questions missed there, also when they were missed again later', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  const built = await aTestOf('LIVRO-ANTIGO', 3);
  const first = await take(parent, child.id, built, 'BBA', 9);
  const second = await take(parent, child.id, built, 'BAA', 2);
  const mistakes = async (attemptId: number) =>
    (await packOf(parent, child.id, `?attemptId=${attemptId}`)).cards.filter(({ kind }) => kind === 'mistake').length;
  expect(await mistakes(first)).toBe(2);
  expect(await mistakes(second)).toBe(1);
});

test('a repeated mistake starts again in the book, and a corrected key removes one', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  const built = await aTestOf('LIVRO-B', 2);
  await take(parent, child.id, built, 'BA', 20);
  const card = (await packOf(parent, child.id)).cards[0]?.id as string;
  for (const days of [19, 17, 12]) await send(parent, child.id, review(card, 'A', daysAgo(days)));
  expect((await bookOf(parent, child.id))[0]?.mistakes).toEqual([]);
  const again = await take(parent, child.id, built, 'CA', 2);
  expect((await bookOf(parent, child.id))[0]?.mistakes).toMatchObject([{ selectedAnswer: 'C', rightDays: [] }]);
  // The attempts now refer to a version in which C is right, as after a correction of the key.
  await db.count(`update questions set correct_answer = 'C' where id = $1`, [built.questions[0]?.id]);
  await db.transaction((transaction) => freezeTest(transaction, built.id));
  await db.count('update attempts set version_id = (select version_id from tests where id = test_id) where id = $1', [
    again,
  ]);
  // What remains is the earlier mistake, which had left the book.
  expect((await bookOf(parent, child.id))[0]).toMatchObject({ mistakes: [], left: [{ id: card }] });
});

test('related questions are seen before and of the same objectives, on paid plans; after a test on every plan', async () => {
  for (const plan of ['free', 'family'] as const) {
    const parent = await aParent(app, { plan });
    const child = await aChild(parent);
    const attempt = await take(parent, child.id, await aTestOf(`LIVRO-C-${plan}`, 6), 'BAAAAA');
    const kinds = (await packOf(parent, child.id)).cards.map(({ kind }) => kind);
    expect(kinds).toEqual(plan === 'free' ? ['mistake'] : ['mistake', ...Array(5).fill('related')]);
    const afterTest = await packOf(parent, child.id, `?attemptId=${attempt}`);
    expect(afterTest.cards.map(({ kind }) => kind)).toEqual(['mistake', 'related', 'related', 'related']);
    // A related question that was answered right rests.
    const related = afterTest.cards[1]?.id as string;
    await send(parent, child.id, review(related, 'A'));
    expect(named((await packOf(parent, child.id)).cards)).not.toContain(related);
  }
});

test('the cards of a theme are all its mistakes, then on paid plans the questions answered right', async () => {
  const theme = (objective: string) => `?theme=${encodeURIComponent(`${objective} (tema)`)}`;
  for (const plan of ['free', 'family'] as const) {
    const parent = await aParent(app, { plan });
    const child = await aChild(parent);
    const [own, other] = [`LIVRO-T-${plan}`, `LIVRO-U-${plan}`];
    const built = await aTestOf(own, 10);
    await anObjective(db, { code: other, discipline: 'Artes', schoolClass: '4º Ano' });
    await db.count('update questions set objective = $2 where id = $1', [built.questions[0]?.id, other]);
    await db.transaction((transaction) => freezeTest(transaction, built.id));
    await take(parent, child.id, built, 'BBAAAAAAAA');
    const cards = async (objective: string) => (await packOf(parent, child.id, theme(objective))).cards;
    const kinds = async (objective: string) => (await cards(objective)).map(({ kind }) => kind);
    expect(await kinds(other)).toEqual(['mistake']);
    expect(await kinds(own)).toEqual(plan === 'free' ? ['mistake'] : ['mistake', ...Array(7).fill('related')]);
    // A mistake that is due tomorrow may be practised today, once.
    const [mistake] = await cards(own);
    expect((await send(parent, child.id, review(mistake?.id as string, 'B'))).body).toMatchObject({ kept: 1 });
    expect(named(await cards(own))).not.toContain(mistake?.id);
    expect(await cards('LIVRO-NADA')).toEqual([]);
    expect((await (await aParent(app)).get(`/api/children/${child.id}/practice${theme(own)}`)).status).toBe(404);
    expect((await parent.get(`/api/children/${child.id}/practice?theme=${'x'.repeat(81)}`)).status).toBe(400);
  }
});

test('an open attempt and another child’s give no pack', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const [child, other] = [await aChild(parent), await aChild(parent, { fullName: 'João Domingos' })];
  const built = await aTestOf('LIVRO-D', 2);
  const attempt = await take(parent, other.id, built, 'BB');
  const open = (await parent.post('/api/attempts', { childId: child.id, testId: built.id })).body.id;
  for (const id of [attempt, open, 2_000_000_000])
    expect((await parent.get(`/api/children/${child.id}/practice?attemptId=${id}`)).status).toBe(404);
  expect((await parent.get(`/api/children/${child.id}/practice?attemptId=x`)).status).toBe(400);
});

test('invalid reviews are refused with a code, and the others are stored', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const [child, other] = [await aChild(parent), await aChild(parent, { fullName: 'João Domingos' })];
  await take(parent, child.id, await aTestOf('LIVRO-E', 3), 'BCA');
  await take(parent, other.id, await aTestOf('LIVRO-E', 1), 'B');
  const cards = (await packOf(parent, child.id)).cards;
  const [one, two, related] = named(cards) as [string, string, string];
  const theirs = (await packOf(parent, other.id)).cards[0]?.id as string;
  const good = review(one, 'A');
  const cases: [ReturnType<typeof review>, string][] = [
    [review(theirs, 'A'), 'unknown-card'],
    [review('mistake:2000000000:1', 'A'), 'unknown-card'],
    [review('mistake:1', 'A'), 'unknown-card'],
    [review("mistake:1:1' or 1=1", 'A'), 'unknown-card'],
    [review('variant:x:1', 'A'), 'unknown-card'],
    [review(one.replace('mistake', 'related'), 'A'), 'wrong-kind'],
    [review(related.replace('related', 'mistake'), 'A'), 'wrong-kind'],
    [review(one.replace('mistake', 'gift'), 'A'), 'unknown-card'],
    [review(two, 'A', 'amanhã'), 'bad-time'],
    [review(two, 'A', '2026'), 'bad-time'],
    [review(two, 'F'), 'unknown-answer'],
    [review(two, 'a) uma'), 'unknown-answer'],
    [review(two, 'A', daysAgo(0), 'not-a-uuid'), 'bad-id'],
    [{ ...good, selectedAnswer: 'B' }, 'repeated'],
  ];
  const { status, body } = await send(parent, child.id, good, ...cases.map(([bad]) => bad), review(two, 'B'));
  expect(status).toBe(200);
  expect(body).toMatchObject({ kept: 2, repeated: 1, right: 1 });
  const codes = new Map(cases.map(([bad, code]) => [bad.clientId + bad.selectedAnswer, code]));
  expect(body.refused).toHaveLength(codes.size);
  expect(body.refused.map(({ code }: { code: string }) => code).sort()).toEqual([...codes.values()].sort());
  for (const { message } of body.refused) expect(message).toMatch(/\.$/);
  // A body that is not a list of reviews is refused as a whole.
  for (const reviews of [undefined, 'x', [{ id: 1 }], Array(301).fill(good)])
    expect((await parent.post(`/api/children/${child.id}/practice`, { reviews })).status).toBe(400);
});

test.each([
  ['years ahead', ['2071-01-01T10:00:00Z', '2071-01-02T10:00:00Z', '2076-01-01T10:00:00Z']],
  ['after a flat battery', ['1970-01-01T00:01:00Z', '1970-01-01T00:02:00Z', '1976-01-01T00:00:00Z']],
])('a clock %s refuses no answer: they are stored in their order, after the card existed', async (_what, clocks) => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  await take(parent, child.id, await aTestOf('LIVRO-R', 1), 'B', 3);
  const card = (await packOf(parent, child.id)).cards[0]?.id as string;
  // Their ids do not give them their order.
  const reviews = clocks.map((at, place) => review(card, 'A', at, `${3 - place}${randomUUID().slice(1)}`));
  expect((await send(parent, child.id, ...reviews)).body).toMatchObject({ kept: 3, refused: [] });
  expect((await send(parent, child.id, ...reviews)).body).toMatchObject({ kept: 0, repeated: 3 });
  const stored = await db.rows<{ clientId: string; late: boolean; early: boolean }>(
    `select r.client_id, r.reviewed_at > r.received_at as late, r.reviewed_at < now() - interval '3 days 1 minute' as early
     from practice_reviews r where r.child_id = $1 order by r.reviewed_at, r.client_id`,
    [child.id],
  );
  expect(stored).toEqual(reviews.map(({ clientId }) => ({ clientId, late: false, early: false })));
});

test('a review sent twice, or from several devices at once, is stored once', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  await take(parent, child.id, await aTestOf('LIVRO-F', 5), 'BBBBB');
  const reviews = (await packOf(parent, child.id)).cards.map(({ id }) => review(id, 'A'));
  const replies = await Promise.all(Array.from({ length: 6 }, () => send(parent, child.id, ...reviews)));
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(replies.reduce((sum, { body }) => sum + body.kept, 0)).toBe(5);
  const kept = await db.row<{ n: number }>('select count(*) as n from practice_reviews where child_id = $1', [
    child.id,
  ]);
  expect(kept?.n).toBe(5);
});

test('an answer is graded by its text, whatever letter each version of a shuffled test gives it', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  const built = await aTestOf('LIVRO-G', 3);
  await take(parent, child.id, built, 'BBB', 3);
  const before = (await packOf(parent, child.id)).cards;
  // The same questions with the key at another letter: another version of the same content.
  await db.count(
    `update questions set alternatives = '["A) uma","B) duas","C) três","D) quatro"]', correct_answer = 'B' where test_id = $1`,
    [built.id],
  );
  await db.transaction((transaction) => freezeTest(transaction, built.id));
  await take(parent, child.id, built, 'CCC');
  const now = (await packOf(parent, child.id)).cards;
  expect(now).toHaveLength(3);
  expect(now.map(({ correctAnswer }) => correctAnswer)).toEqual(['B', 'B', 'B']);
  const { body } = await send(
    parent,
    child.id,
    review(before[0]?.id as string, 'A'),
    review(now[1]?.id as string, 'A'),
  );
  expect(body).toMatchObject({ kept: 2, right: 1 });
});

test('a pack of a full week stays within its size limit', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  for (let index = 0; index < 3; index += 1) await take(parent, child.id, await aTestOf('LIVRO-H', 30), 'B'.repeat(30));
  const { cards } = await packOf(parent, child.id);
  expect(cards.length).toBeGreaterThanOrEqual(40);
  const reply = await parent.request('GET', `/api/children/${child.id}/practice`);
  expect(reply.text.length).toBeGreaterThan(PACK_BYTES);
  const { brotliCompressSync } = await import('node:zlib');
  const bytes = brotliCompressSync(reply.text).length;
  expect(bytes).toBeLessThanOrEqual(PACK_BYTES);
  const size = (await parent.get(`/api/children/${child.id}/practice/size`)).body as {
    cards: number;
    kilobytes: number;
  };
  expect(size.cards).toBe(cards.length);
  expect(size.kilobytes).toBeGreaterThanOrEqual(bytes / 1000);
  expect(size.kilobytes).toBeLessThanOrEqual(PACK_BYTES / 1000);
});

test('of many due mistakes only today’s cards are shown, and fewer once some are practised', async () => {
  const parent = await aParent(app);
  const child = await aChild(parent);
  await take(parent, child.id, await aTestOf('LIVRO-L', 11), 'B'.repeat(11), 2);
  const today = async () =>
    (await bookOf(parent, child.id)).flatMap(({ mistakes }) => mistakes.filter(({ comesToday }) => comesToday));
  // The dashboard and the reminder state the same number.
  const told = async () => [(await parent.get('/api/practice')).body[0].due, await countDue(db, child.id, new Date())];
  const eight = await today();
  expect(eight).toHaveLength(8);
  expect(await told()).toEqual([8, 8]);
  await send(parent, child.id, ...eight.slice(0, 3).map(({ id }) => review(id, 'A')));
  const five = await today();
  expect(five).toHaveLength(5);
  expect(await told()).toEqual([5, 5]);
  expect(named(five).some((id) => named(eight.slice(0, 3)).includes(id))).toBe(false);
});

test('in child mode a child practises its own cards, and cannot see the book', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const [child, other] = [await aChild(parent), await aChild(parent, { fullName: 'João Domingos' })];
  const attemptId = await take(parent, child.id, await aTestOf('LIVRO-I', 2), 'BB');
  expect((await parent.get(`/api/attempts/${attemptId}`)).status).toBe(200);
  expect((await parent.post('/api/child-mode', { childId: child.id })).status).toBe(204);
  const { cards } = await packOf(parent, child.id);
  expect((await send(parent, child.id, review(cards[0]?.id as string, 'A'))).body.kept).toBe(1);
  for (const address of [`/api/children/${other.id}/practice`, `/api/children/${child.id}/mistakes`, '/api/practice'])
    expect((await parent.get(address)).status).toBe(403);
});

test('the first answer to a mistake on a later day is evidence for the map, right or wrong, once', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  await take(parent, child.id, await aTestOf('LIVRO-K', 2), 'BB', 9);
  const [one, two] = named((await packOf(parent, child.id)).cards) as [string, string];
  // The answers in the test were given before the day of the first review.
  const rechecks = async () => {
    const row = await db.row<{ evidence: { at: string; right: boolean }[] }>(
      `select evidence from knowledge_evidence where child_id = $1 and theme = 'LIVRO-K (tema)'`,
      [child.id],
    );
    return (row?.evidence ?? []).slice(2).map(({ at, right }) => [new Date(at).toISOString(), right]);
  };
  const minutesAfter = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
  // An answer on the day of the mistake is no re-check.
  await send(parent, child.id, review(two, 'A', minutesAfter(daysAgo(9), 1)));
  expect(await rechecks()).toEqual([]);
  const [at, earlier] = [daysAgo(6), daysAgo(8)];
  await send(parent, child.id, review(one, 'A', at), review(one, 'B', daysAgo(2)));
  expect(await rechecks()).toEqual([[at, true]]);
  // Another device was offline: its answers are older, and the first one was wrong.
  await send(parent, child.id, review(one, 'B', earlier), review(one, 'A', minutesAfter(earlier, 1)));
  expect(await rechecks()).toEqual([[earlier, false]]);
  await send(parent, child.id, review(one, 'A'), review(two, 'A', at));
  expect(await rechecks()).toEqual([
    [earlier, false],
    [at, true],
  ]);
});

test('T3 in child mode an answer to a card does not tell what was right in a result that the parent has not opened', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const { id: childId } = await aChild(parent);
  const built = await aTestOf('LIVRO-FECHADO', 2);
  const attemptId = await take(parent, childId, built, 'BA', 1);
  const [wrong, right] = (await packOf(parent, childId, `?attemptId=${attemptId}`)).cards.map(({ id }) => id) as [
    string,
    string,
  ];
  expect([wrong, right].map((id) => id.split(':')[0])).toEqual(['mistake', 'related']);
  expect((await parent.post('/api/child-mode', { childId })).status).toBe(204);
  const kinds = ['mistake', 'related'].flatMap((kind) => [wrong, right].map((id) => id.replace(/^\w+/, kind)));
  const tries = kinds.flatMap((id) => ['A', 'B', 'F', '?'].map((letter) => review(id, letter)));
  const { kept, right: counted, refused } = (await send(parent, childId, ...tries)).body;
  expect([kept, counted]).toEqual([0, 0]);
  expect(new Set(refused.map(({ code }: { code: string }) => code))).toEqual(new Set(['not-opened']));
  expect(refused).toHaveLength(tries.length);
  const home = app.visitor();
  await home.post('/api/login', { username: parent.username, password: PASSWORD });
  expect((await home.get(`/api/attempts/${attemptId}`)).status).toBe(200);
  expect((await send(parent, childId, review(wrong, 'A'), review(right, 'B'))).body).toMatchObject({
    kept: 2,
    right: 1,
  });
  // The same test again: what changed with it is not told before it is opened.
  await home.post('/api/child-mode', { childId });
  await take(home as Parent, childId, built, 'AB');
  expect((await send(parent, childId, review(right.replace('related', 'mistake'), 'A'))).body.refused).toMatchObject([
    { code: 'wrong-kind' },
  ]);
});

test('in child mode only the questions of results that the parent has opened are practised', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const { id: childId } = await aChild(parent);
  const built = await aTestOf('4.O.1', 3);
  const attemptId = await take(parent, childId, built, 'BBA', 1);
  expect((await packOf(parent, childId)).cards).not.toEqual([]);
  expect((await parent.post('/api/child-mode', { childId })).status).toBe(204);
  expect((await packOf(parent, childId)).cards).toEqual([]);
  expect((await parent.get(`/api/children/${childId}/practice?attemptId=${attemptId}`)).status).toBe(404);
  const home = app.visitor();
  await home.post('/api/login', { username: parent.username, password: PASSWORD });
  expect((await home.get(`/api/attempts/${attemptId}`)).status).toBe(200);
  expect((await packOf(parent, childId)).cards.filter(({ kind }) => kind === 'mistake')).toHaveLength(2);
  expect((await parent.get(`/api/children/${childId}/practice?attemptId=${attemptId}`)).status).toBe(200);
});

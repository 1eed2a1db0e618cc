import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { type Answer, testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aChildMidTest,
  aConfirmedTeacher,
  aParent,
  aTest,
  aUser,
  type BuiltTest,
  type Parent,
  pastGrace,
} from '../../../../test/support/builders.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { rebuildAllAggregations } from './aggregations.server.ts';

const app = await testApp();
const { db } = app;
const teacher = await aConfirmedTeacher(app);
const silent = pino({ level: 'silent' });

const path = (built: BuiltTest, index: number) =>
  `/api/teacher/tests/${built.id}/questions/${built.questions[index]?.id}/regrade`;
const right = (built: BuiltTest, index: number, correctAnswer: string) =>
  teacher.post(path(built, index), { correctAnswer, reason: 'A chave estava trocada.' });

/** Returns a child who takes a test with these letters; '-' leaves a question out. */
async function take(parent: Parent, childId: number, built: BuiltTest, letters: string): Promise<number> {
  const { body } = await parent.post('/api/attempts', { childId, testId: built.id });
  for (const [index, letter] of [...letters].entries())
    if (letter !== '-')
      await parent.post('/api/answers', {
        attemptId: body.id,
        questionId: built.questions[index]?.id,
        selectedAnswer: letter,
      });
  await parent.put(`/api/attempts/${body.id}`, { completed: true });
  return body.id as number;
}

const scoreOf = async (id: number) =>
  (await db.row<{ score: number }>('select total_score as score from attempts where id = $1', [id]))?.score;

test('marks are recalculated after a key is corrected, with a record, and each parent is notified once', async () => {
  const parent = await aParent(app, { plan: 'family-plus' });
  const [first, second] = [
    await aChild(parent, { gender: 'feminino' }),
    await aChild(parent, { fullName: 'João Domingos', gender: 'masculino' }),
  ];
  const built = await aTest(db, { keys: ['A', 'A', 'A', 'A'] });
  const up = await take(parent, first.id, built, 'BAAA');
  const down = await take(parent, second.id, built, 'AAAA');
  const versions = await db.rows('select * from test_versions where test_id = $1', [built.id]);

  const preview = await teacher.get(`${path(built, 0)}?correctAnswer=B`);
  expect(preview.body).toMatchObject({ attempts: 2, up: 1, down: 1, same: 0, otherAlternatives: 0 });
  expect(preview.text).not.toMatch(/Domingos/);
  expect((await right(built, 0, 'B')).body).toEqual(preview.body);
  expect([await scoreOf(up), await scoreOf(down)]).toEqual([100, 75]);
  expect(
    await db.rows(
      'select old_score as before, new_score as after from regrade_marks where attempt_id = any($1) order by attempt_id',
      [[up, down]],
    ),
  ).toEqual([
    { before: 75, after: 100 },
    { before: 100, after: 75 },
  ]);
  // The frozen version is unchanged.
  expect(
    await db.rows('select * from test_versions where id = any($1)', [
      versions.map((one) => (one as { id: number }).id),
    ]),
  ).toEqual(versions);
  // The bank has the new key too, and repeating the correction changes nothing.
  const { body: questions } = await teacher.get(`/api/teacher/tests/${built.id}/questions`);
  expect(questions[0].correctAnswer).toBe('B');
  expect((await right(built, 0, 'B')).body).toMatchObject({ attempts: 0, up: 0, down: 0 });

  for (let turn = 0; turn < 2; turn += 1) await deliver(db, silent);
  const { body: told } = await parent.get('/api/notifications?includeRead=true');
  const corrected = told.filter(({ type }: { type: string }) => type === 'mark_corrected');
  expect(corrected.map(({ message }: { message: string }) => message).sort()).toEqual([
    expect.stringContaining('Antes 100%, agora 75%'),
    expect.stringContaining('Antes 75%, agora 100%'),
  ]);
  // One mail for the family, whatever the number of marks.
  const mails = await db.rows<{ subject: string; text: string }>(
    `select subject, content::text as text from mails where kind = 'mark_corrected' and recipient = $1`,
    [`${parent.username}@familia.example`],
  );
  expect(mails).toEqual([
    {
      subject: 'Corrigimos 2 resultados em Matemática',
      text: expect.stringContaining('Resultado do João: antes 100%, agora 75%.'),
    },
  ]);
  expect(mails[0]?.text).toContain('Resultado da Maria: antes 75%, agora 100%.');
  const { body: result } = await parent.get(`/api/attempts/${up}`);
  expect(result.result).toMatchObject({ percentage: 100, corrected: { before: 75 } });
  expect(result.test.questions[0].correctAnswer).toBe('B');
  expect(result.test.questions.map(({ correctedAt }: { correctedAt?: string }) => correctedAt !== undefined)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect((await db.rows(`select 1 from audit_log where action = 'question.regraded'`)).length).toBe(1);
  expect((await rebuildAllAggregations(db)).corrected).toBe(0);
});

test('the reason for a corrected key is recorded without attempts too, once', async () => {
  const built = await aTest(db, { keys: ['A', 'A'] });
  for (let turn = 0; turn < 2; turn += 1)
    expect((await right(built, 0, 'B')).body).toMatchObject({ attempts: 0, up: 0, down: 0, same: 0 });
  expect(
    await db.rows(`select before, after from audit_log where action = 'question.regraded' and subject = $1`, [
      `question ${built.questions[0]?.id}`,
    ]),
  ).toEqual([
    {
      before: { correctAnswer: ['A'] },
      after: expect.objectContaining({
        correctAnswer: 'B',
        regrade: null,
        reason: 'A chave estava trocada.',
        attempts: 0,
      }),
    },
  ]);
});

test('interrupted attempts are regraded, but not counted among the marks that move', async () => {
  const parent = await aParent(app, { plan: 'family-plus' });
  const sitting = await aChildMidTest(app, parent, { keys: ['A', 'A', 'A', 'A'] });
  await sitting.answer(0, 'B');
  await pastGrace(db, sitting.id);
  expect((await sitting.complete()).body.interrupted).toBe(true);
  await take(parent, (await aChild(parent)).id, sitting.test, 'BAAA');
  const moved = { attempts: 2, up: 1, down: 0, same: 0, otherAlternatives: 0 };
  expect((await teacher.get(`${path(sitting.test, 0)}?correctAnswer=B`)).body).toMatchObject(moved);
  expect((await right(sitting.test, 0, 'B')).body).toMatchObject(moved);
  expect(await scoreOf(sitting.id)).toBe(25);
});

test('the other tests that ask the same question with another key are named, and not changed', async () => {
  const built = await aTest(db, { keys: ['A', 'A'], ownWords: true, theme: 'Original' });
  const other = await aTest(db, { keys: ['A'], ownWords: true, theme: 'Outro', form: 'C' });
  const [copy] = (
    await teacher.post(`/api/teacher/tests/${other.id}/questions/copy`, { questionIds: [built.questions[0]?.id] })
  ).body;
  const copies = [{ testId: other.id, questionId: copy.id, theme: 'Outro', form: 'C', schoolClass: '4º Ano' }];
  expect((await teacher.get(`${path(built, 0)}?correctAnswer=A`)).body).not.toHaveProperty('copies');
  expect((await teacher.get(`${path(built, 0)}?correctAnswer=B`)).body).toMatchObject({ copies });
  expect((await right(built, 0, 'B')).body).toMatchObject({ copies });
  const inOther = (await teacher.get(`/api/teacher/tests/${other.id}/questions`)).body;
  expect(inOther.at(-1)).toMatchObject({ id: copy.id, correctAnswer: 'A' });
  expect((await right({ id: other.id, questions: [copy] }, 0, 'B')).body).not.toHaveProperty('copies');
  expect((await teacher.get(path(built, 0))).body).not.toHaveProperty('copies');
});

test('a key that was first changed in the bank, a correction that is reversed, and replaced alternatives', async () => {
  const parent = await aParent(app, { plan: 'family-plus' });
  const child = await aChild(parent);
  const built = await aTest(db, { keys: ['A', 'A'] });
  const id = await take(parent, child.id, built, 'BA');
  const [question] = (await teacher.get(`/api/teacher/tests/${built.id}/questions`)).body;
  const change = (fields: object) =>
    teacher.put(`/api/teacher/questions/${question.id}`, {
      statement: question.statement,
      alternatives: question.alternatives,
      correctAnswer: 'B',
      ...fields,
    });
  expect((await change({})).status).toBe(200);
  expect(await scoreOf(id)).toBe(50);
  expect((await teacher.get(path(built, 0))).body).toMatchObject({ attempts: 1, up: 1 });
  await right(built, 0, 'B');
  expect(await scoreOf(id)).toBe(100);
  await right(built, 0, 'A');
  expect(await scoreOf(id)).toBe(50);
  await right(built, 0, 'B');
  expect(await scoreOf(id)).toBe(100);
  // An alternative that no child was offered makes no answer wrong.
  expect((await change({ alternatives: ['cem', 'mil'] })).status).toBe(200);
  expect((await teacher.get(`${path(built, 0)}?correctAnswer=A`)).body).toMatchObject({
    attempts: 0,
    otherAlternatives: 1,
  });
});

test('shuffled, open and weighted attempts are regraded by the text of the right alternative', async () => {
  const parent = await aParent(app, { plan: 'family-plus' });
  const built = await aTest(db, { keys: ['A', 'B'], weights: [3, 1] });
  await db.count('update tests set shuffle = true where id = $1', [built.id]);
  const ids: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const child = await aChild(parent);
    const { body } = await parent.post('/api/attempts', { childId: child.id, testId: built.id, order: 'own' });
    // Chosen by its text, whatever its position: the third alternative of the bank.
    for (const { id, alternatives } of body.questions) {
      const letter = (JSON.parse(alternatives) as string[]).find((text) => text.endsWith(') três'))?.[0];
      await parent.post('/api/answers', { attemptId: body.id, questionId: id, selectedAnswer: letter });
    }
    if (turn < 4) await parent.put(`/api/attempts/${body.id}`, { completed: true });
    ids.push(body.id);
  }
  expect((await right(built, 0, 'C')).body).toMatchObject({ attempts: 5, up: 4, down: 0 });
  await parent.put(`/api/attempts/${ids[4]}`, { completed: true });
  expect(await Promise.all(ids.map(scoreOf))).toEqual([75, 75, 75, 75, 75]);
  expect((await rebuildAllAggregations(db)).corrected).toBe(0);
});

test('tests started, answered and completed during a regrade all end with the right key', async () => {
  const parent = await aParent(app, { plan: 'family-plus' });
  const built = await aTest(db, { keys: ['A', 'A'] });
  const children = await Promise.all(Array.from({ length: 8 }, () => aChild(parent)));
  const [ids, regraded, again] = await Promise.all([
    Promise.all(children.map(({ id }) => take(parent, id, built, 'BA'))),
    right(built, 0, 'B'),
    right(built, 0, 'B'),
  ]);
  expect([regraded.status, again.status]).toEqual([200, 200]);
  expect(await Promise.all(ids.map(scoreOf))).toEqual(ids.map(() => 100));
  expect((await rebuildAllAggregations(db)).corrected).toBe(0);
});

test('T15 only teachers regrade; an unknown question is not found, an invalid regrade is refused and not stored', async () => {
  const parent = await aParent(app);
  const { test: built } = await aChildMidTest(app, parent);
  const other = await aTest(db);
  const body = { correctAnswer: 'B', reason: 'Porque sim.' };
  expect((await parent.post(path(built, 0), body)).status).toBe(403);
  expect((await (await aUser(app, 'admin')).post(path(built, 0), body)).status).toBe(403);
  expect(
    (await teacher.post(`/api/teacher/tests/${other.id}/questions/${built.questions[0]?.id}/regrade`, body)).status,
  ).toBe(404);
  expect((await teacher.post(path(built, 0), { ...body, correctAnswer: 'F' })).body.fields).toHaveProperty(
    'correctAnswer',
  );
  expect((await teacher.post(path(built, 0), { ...body, reason: ' ' })).body.fields).toHaveProperty('reason');
  expect(await db.rows('select 1 from regrades where test_id = $1', [built.id])).toEqual([]);
});

test('a corrected key that is changed back in the bank applies to the tests started after it', async () => {
  const parent = await aParent(app, { plan: 'family-plus' });
  const [first, second] = [await aChild(parent), await aChild(parent, { fullName: 'João Domingos' })];
  const built = await aTest(db, { keys: ['A', 'A'] });
  const before = await take(parent, first.id, built, 'AA');
  await right(built, 0, 'B');
  expect(await scoreOf(before)).toBe(50);
  const [question] = (await teacher.get(`/api/teacher/tests/${built.id}/questions`)).body;
  const { statement, alternatives, explanation, skillCategory, objective } = question;
  const put = { statement, alternatives, explanation, skillCategory, objective, weight: 1, correctAnswer: 'A' };
  expect((await teacher.put(`/api/teacher/questions/${question.id}`, put)).status).toBe(200);
  expect(await scoreOf(await take(parent, second.id, built, 'AA'))).toBe(100);
  // A child who had already answered keeps the corrected mark.
  expect(await scoreOf(before)).toBe(50);
});

test('a corrected key is shown in the review even if the child chose neither alternative, and an unchanged mark is not notified', async () => {
  const parent = await aParent(app, { plan: 'family-plus' });
  const built = await aTest(db, { keys: ['A', 'A'] });
  const id = await take(parent, (await aChild(parent)).id, built, 'CA');
  expect((await right(built, 0, 'B')).body).toMatchObject({ attempts: 1, up: 0, down: 0, same: 1 });
  for (let turn = 0; turn < 2; turn += 1) await deliver(db, silent);
  const { body: told } = await parent.get('/api/notifications?includeRead=true');
  expect(told.filter(({ type }: { type: string }) => type === 'mark_corrected')).toEqual([]);
  const { body } = await parent.get(`/api/attempts/${id}`);
  expect(body.result).toMatchObject({ percentage: 50, corrected: null });
  expect(body.test.questions[0]).toMatchObject({ correctAnswer: 'B', correctedAt: expect.any(String) });
});

test('an answer that waits for a regrade is stored, and an attempt that waits starts with the right key', async () => {
  const parent = await aParent(app, { plan: 'family-plus' });
  const built = await aTest(db, { keys: ['A', 'A'] });
  const [first, second] = [await aChild(parent), await aChild(parent, { fullName: 'João Domingos' })];
  const { body: sitting } = await parent.post('/api/attempts', { childId: first.id, testId: built.id });
  // A regrade that is blocked half way: a completion of that test holds the lock of the attempt.
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = db.transaction(async (transaction) => {
    await transaction.row('select 1 from children where id = $1 for no key update', [first.id]);
    locked.resolve();
    await held.promise;
  });
  // Its connection may have to be opened first; the regrade must not be faster.
  await locked.promise;
  const regraded = right(built, 0, 'B');
  const others: Promise<Answer>[] = [];
  try {
    await waiting(1);
    const answer = { attemptId: sitting.id, questionId: built.questions[0]?.id, selectedAnswer: 'B' };
    others.push(parent.post('/api/answers', answer));
    others.push(parent.post('/api/attempts', { childId: second.id, testId: built.id }));
    await waiting(3);
  } finally {
    held.resolve();
    await holding;
  }
  const replies = await Promise.all([regraded, ...others]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 201]);
  const late = replies[2]?.body.id;
  await parent.post('/api/answers', { attemptId: late, questionId: built.questions[0]?.id, selectedAnswer: 'B' });
  for (const id of [sitting.id, late]) {
    await parent.put(`/api/attempts/${id}`, { completed: true });
    expect(await scoreOf(id)).toBe(50);
  }
});

/** Waits until this number of statements of this database wait for a lock. */
async function waiting(many: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await db.rows<{ state: string; waits: boolean; query: string }>(
        `select state, coalesce(wait_event_type = 'Lock', false) as waits, left(query, 100) as query
         from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      const found = rows.filter(({ waits }) => waits).length;
      if (found < many) throw new Error(`${found} of ${many} wait for a lock: ${JSON.stringify(rows)}`);
    },
    { timeout: 30_000, interval: 10 },
  );
}

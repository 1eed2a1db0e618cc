import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testApp, type Visitor } from '../../../../test/support/app.ts';
import { aChildMidTest, anObjective, aParent, aTest, aUser } from '../../../../test/support/builders.ts';
import { eraseOldDeleted } from '../test-bank/deleted.store.ts';
import { deleteUnusedImages } from '../test-bank/images.store.ts';

const app = await testApp();
const teacher = await aUser(app, 'teacher');
const ABSENT = 2_000_000_000;
const CODES = ['MAT4.90.1', 'MAT4.90.2'] as const;
for (const code of CODES) await anObjective(app.db, { code });

interface Question {
  id: number;
  weight: number;
  skillCategory: string | null;
  objective: string | null;
  statement: string;
}

async function newTest(questions: number, fields: object = {}, by: Visitor = teacher): Promise<number> {
  const made = await by.post('/api/teacher/tests', {
    discipline: 'Matemática',
    theme: `Tema ${randomUUID()}`,
    schoolClass: '4º Ano',
    ...fields,
  });
  expect(made.status, made.text).toBe(201);
  for (let number = 1; number <= questions; number += 1) {
    const added = await by.post(`/api/teacher/tests/${made.body.id}/questions`, {
      statement: `Questão ${number}: quanto é $${number} + 1$?`,
      alternatives: ['um', 'dois', 'três'],
      correctAnswer: 'B',
    });
    expect(added.status, added.text).toBe(201);
  }
  return made.body.id;
}
const questionsOf = async (testId: number): Promise<Question[]> =>
  (await teacher.get(`/api/teacher/tests/${testId}/questions`)).body;
const idsOf = async (testId: number) => (await questionsOf(testId)).map(({ id }) => id);
const frozen = async (testId: number) =>
  (
    await app.db.row<{ ids: number[] | null; count: number }>(
      `select (select array_agg((q ->> 'id')::int order by place) from jsonb_array_elements(v.questions) with ordinality as q(q, place)) as ids,
         t.question_count as count from tests t left join test_versions v on v.id = t.version_id where t.id = $1`,
      [testId],
    )
  )?.ids ?? [];
const rowOf = (id: number) =>
  app.db.row<{ row: Record<string, unknown> }>('select to_jsonb(q) as row from questions q where id = $1', [id]);
const remove = (questionIds: number[]) => teacher.post('/api/teacher/questions/delete', { questionIds });
const restore = (body: object) => teacher.post('/api/teacher/deleted/restore', body);
const deleted = async () => (await teacher.get('/api/teacher/deleted?limit=500')).body;

describe('several questions at once', () => {
  test('get the same category, weight and objective in one call, which is logged and enters the next version', async () => {
    const [objective] = CODES;
    const [one, two] = [await newTest(2), await newTest(1)];
    const questionIds = [...(await idsOf(one)), ...(await idsOf(two))];
    const changed = await teacher.request('PATCH', '/api/teacher/questions', {
      questionIds,
      weight: 3,
      skillCategory: 'Análise',
      objective: objective.toLowerCase(),
    });
    expect(changed.body, changed.text).toEqual({ questions: 3 });
    for (const question of [...(await questionsOf(one)), ...(await questionsOf(two))])
      expect(question).toMatchObject({ weight: 3, skillCategory: 'Análise', objective, revision: 2 });
    expect(await frozen(one)).toEqual(questionIds.slice(0, 2));
    const cleared = await teacher.request('PATCH', '/api/teacher/questions', {
      questionIds: [questionIds[0]],
      skillCategory: '',
      objective: null,
    });
    expect(cleared.status).toBe(200);
    // Fields that are not in the call stay unchanged.
    expect((await questionsOf(one))[0]).toMatchObject({ weight: 3, skillCategory: null, objective: null });
    const log = await app.db.rows(
      `select before, after from audit_log where subject = $1 and action = 'question.changed' order by id`,
      [`question ${questionIds[0]}`],
    );
    expect(log).toEqual([
      {
        before: { weight: 1, skillCategory: null, objective: null },
        after: { weight: 3, skillCategory: 'Análise', objective },
      },
      { before: { skillCategory: 'Análise', objective }, after: { skillCategory: null, objective: null } },
    ]);
  });

  test.each([
    ['an unknown question', (ids: number[]) => ({ questionIds: [...ids, ABSENT], weight: 2 }), 404],
    ['an unknown objective', (ids: number[]) => ({ questionIds: ids, weight: 2, objective: 'XYZ9.9.9' }), 400],
    ['a weight of 11', (ids: number[]) => ({ questionIds: ids, weight: 11 }), 400],
    ['nothing to change', (ids: number[]) => ({ questionIds: ids }), 400],
    ['no questions', () => ({ questionIds: [], weight: 2 }), 400],
    ['201 questions', () => ({ questionIds: Array.from({ length: 201 }, (_, index) => index + 1), weight: 2 }), 400],
  ])('are not changed when the call names %s', async (_what, body, status) => {
    const id = await newTest(2);
    const before = await questionsOf(id);
    const refused = await teacher.request('PATCH', '/api/teacher/questions', body(before.map((q) => q.id)));
    expect([refused.status, refused.body.message]).toEqual([status, expect.any(String)]);
    expect(await questionsOf(id)).toEqual(before);
  });

  test('are not changed if a test would be worth more points than an attempt can have', async () => {
    const id = await newTest(2);
    const ids = await idsOf(id);
    await app.db.count(
      `insert into questions (test_id, position, statement, alternatives, correct_answer, weight)
       select $1, n + 10, 'Muitas', '["A) um","B) dois"]', 'A', 10 from generate_series(1, 3276) n`,
      [id],
    );
    const refused = await teacher.request('PATCH', '/api/teacher/questions', { questionIds: ids, weight: 10 });
    expect([refused.status, refused.body.code]).toEqual([400, 'too-many-points']);
    expect((await questionsOf(id)).slice(0, 2).map(({ weight }) => weight)).toEqual([1, 1]);
  });

  test('move to the end of another test in the order chosen, and leave no gap behind', async () => {
    const [from, to] = [await newTest(4), await newTest(2)];
    const [a, b, c, d] = (await idsOf(from)) as [number, number, number, number];
    const [x, y] = (await idsOf(to)) as [number, number];
    const moved = await teacher.post('/api/teacher/questions/move', { questionIds: [c, a, x], testId: to });
    expect(moved.body, moved.text).toEqual({ questions: 3 });
    // A question that already belongs to the test keeps its position.
    expect([await idsOf(from), await idsOf(to)]).toEqual([
      [b, d],
      [x, y, c, a],
    ]);
    expect([await frozen(from), await frozen(to)]).toEqual([
      [b, d],
      [x, y, c, a],
    ]);
    expect(
      (
        await app.db.rows<{ position: number }>('select position from questions where test_id = $1 order by 1', [from])
      ).map(({ position }) => position),
    ).toEqual([1, 2]);
    const absent = await teacher.post('/api/teacher/questions/move', { questionIds: [b], testId: ABSENT });
    expect(absent.status).toBe(404);
    expect(await idsOf(from)).toEqual([b, d]);
  });

  test('can be moved while one of them is edited at the same time; a late edit is refused', async () => {
    const [from, to] = [await newTest(1), await newTest(1)];
    const [id] = (await idsOf(from)) as [number];
    const answers = await Promise.all([
      teacher.post('/api/teacher/questions/move', { questionIds: [id], testId: to }),
      teacher.put(`/api/teacher/questions/${id}`, {
        statement: 'Outra',
        alternatives: ['um', 'dois'],
        correctAnswer: 'A',
      }),
    ]);
    expect(answers[0].status).toBe(200);
    expect([200, 409]).toContain(answers[1].status);
    expect(await frozen(from)).toEqual([]);
    expect((await frozen(to)).at(-1)).toBe(id);
  });

  test('are moved both ways at the same time without a deadlock', async () => {
    const [one, two] = [await newTest(3), await newTest(3)];
    const [ones, twos] = [await idsOf(one), await idsOf(two)];
    const answers = await Promise.all([
      teacher.post('/api/teacher/questions/move', { questionIds: ones, testId: two }),
      teacher.post('/api/teacher/questions/move', { questionIds: twos, testId: one }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([(await idsOf(one)).toSorted(), (await idsOf(two)).toSorted()]).toEqual([twos.toSorted(), ones.toSorted()]);
  });

  test('can be changed by teachers only, not by administrators or parents', async () => {
    const [id] = (await idsOf(await newTest(1))) as [number];
    for (const visitor of [await aUser(app, 'admin'), await aParent(app)])
      expect((await visitor.post('/api/teacher/questions/delete', { questionIds: [id] })).status).toBe(403);
  });
});

describe('deleted questions', () => {
  test('are restored to their places, with the same ids', async () => {
    const testId = await newTest(5);
    const [a, b, c, d, e] = (await idsOf(testId)) as [number, number, number, number, number];
    const before = await rowOf(b);
    expect((await remove([b, d])).body).toEqual({ questions: 2 });
    expect([await idsOf(testId), await frozen(testId)]).toEqual([
      [a, c, e],
      [a, c, e],
    ]);
    const listed = (await deleted()).filter((row: { test: { id: number } }) => row.test.id === testId);
    expect(listed.map((row: { id: number }) => row.id).toSorted()).toEqual([b, d].toSorted());
    expect(listed[0]).toMatchObject({
      kind: 'question',
      questions: 1,
      testDeleted: false,
      deletedBy: 'Domingas Cassoma',
    });
    expect(listed[0].statementHtml).toContain('<math');
    expect((await restore({ questionIds: [b, d] })).body).toEqual({ tests: 0, questions: 2 });
    expect([await idsOf(testId), await frozen(testId)]).toEqual([
      [a, b, c, d, e],
      [a, b, c, d, e],
    ]);
    const { revision, updated_at, ...row } = (before as { row: Record<string, unknown> }).row;
    expect((await rowOf(b))?.row).toEqual({ ...row, revision: 2, updated_at: expect.any(String) });
    expect([revision, updated_at]).not.toContain(undefined);
    // A question that was restored already cannot be restored again.
    expect((await restore({ questionIds: [b] })).status).toBe(404);
  });

  test('do not affect attempts already answered, neither by deletion nor by restoring', async () => {
    const sitting = await aChildMidTest(app, await aParent(app));
    const testId = sitting.test.id;
    const version = () =>
      app.db.row(
        'select v.id, v.questions from attempts a join test_versions v on v.id = a.version_id where a.id = $1',
        [sitting.id],
      );
    const before = await version();
    const [first] = (await idsOf(testId)) as [number];
    expect((await teacher.request('DELETE', `/api/teacher/questions/${first}`)).status).toBe(204);
    expect(await version()).toEqual(before);
    await restore({ questionIds: [first] });
    expect(await version()).toEqual(before);
    expect((await idsOf(testId))[0]).toBe(first);
  });

  test('are restored all or none, and without a deleted objective', async () => {
    const [, objective] = CODES;
    const testId = await newTest(2);
    const ids = (await idsOf(testId)) as [number, number];
    await teacher.request('PATCH', '/api/teacher/questions', { questionIds: [ids[0]], objective });
    await remove(ids);
    await app.db.count('delete from curriculum_objectives where code = $1', [objective]);
    expect((await restore({ questionIds: [...ids, ABSENT] })).status).toBe(404);
    expect(await idsOf(testId)).toEqual([]);
    expect((await restore({ questionIds: ids })).status).toBe(200);
    expect((await questionsOf(testId)).map((question) => question.objective)).toEqual([null, null]);
  });

  test('are restored with the objective to which theirs was joined meanwhile', async () => {
    const [into] = CODES;
    const code = 'MAT4.90.3';
    await anObjective(app.db, { code });
    const [alone, withTest] = [await newTest(1), await newTest(1)];
    const questionIds = [...(await idsOf(alone)), ...(await idsOf(withTest))];
    await teacher.request('PATCH', '/api/teacher/questions', { questionIds, objective: code });
    await remove(await idsOf(alone));
    await teacher.request('DELETE', `/api/teacher/tests/${withTest}`);
    const idOf = (wanted: string) =>
      app.db.row<{ id: number }>('select id from curriculum_objectives where code = $1', [wanted]);
    const joined = await teacher.post(`/api/teacher/curriculum/objectives/${(await idOf(code))?.id}/join`, {
      into: (await idOf(into))?.id,
    });
    expect(joined.status, joined.text).toBe(200);
    expect((await restore({ testIds: [withTest], questionIds: questionIds.slice(0, 1) })).status).toBe(200);
    for (const id of [alone, withTest])
      expect((await questionsOf(id)).map(({ objective }) => objective)).toEqual([into]);
  });

  test('keep their picture, and are erased after 30 days', async () => {
    const testId = await newTest(2);
    const [kept, old] = (await idsOf(testId)) as [number, number];
    const image = 'c'.repeat(32);
    await app.db.count(
      `insert into question_images (id, bytes, width, height, uploaded_at) values ($1, 'x', 1, 1, now() - interval '9 days')`,
      [image],
    );
    await app.db.count(`update questions set image_id = $2, image_alt = 'Um ponto' where id = $1`, [kept, image]);
    await remove([kept, old]);
    await deleteUnusedImages(app.db);
    await app.db.count(`update deleted_questions set deleted_at = now() - interval '29 days 23 hours' where id = $1`, [
      kept,
    ]);
    await app.db.count(`update deleted_questions set deleted_at = now() - interval '30 days 1 minute' where id = $1`, [
      old,
    ]);
    // The question leaves the list at its time, even if the job that erases it has not run yet.
    expect((await restore({ questionIds: [old] })).status).toBe(404);
    expect(await eraseOldDeleted(app.db)).toBe(1);
    expect((await restore({ questionIds: [kept] })).status).toBe(200);
    expect((await rowOf(kept))?.row).toMatchObject({ image_id: image });
  });

  test('every column of a question and of a test is restored', async () => {
    const columns = async (table: string) =>
      (
        await app.db.rows<{ name: string }>(
          `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' order by 1`,
          [table],
        )
      ).map(({ name }) => name);
    // A new column must be added to `bringBackQuestions` or `bringBackTest`, and then here.
    expect(await columns('questions')).toEqual(
      'alternatives answering content_key correct_answer difficulty explanation figure_alt figure_svg id image_alt image_id objective passage position rendered revision skill_category statement test_id updated_at weight'.split(
        ' ',
      ),
    );
    expect(await columns('tests')).toEqual(
      'active author_id content_hash content_key created_at curriculum_theme description difficulty_level discipline duration edited_at evaluation_type form id kind question_count revision school_class shuffle theme theme_key updated_at version_id'.split(
        ' ',
      ),
    );
  });
});

describe('a deleted test', () => {
  test('is restored inactive with its questions; those deleted before it stay deleted', async () => {
    const testId = await newTest(3);
    const [a, b, c] = (await idsOf(testId)) as [number, number, number];
    await remove([b]);
    const before = await teacher.get(`/api/teacher/tests/${testId}`);
    expect((await teacher.request('DELETE', `/api/teacher/tests/${testId}`)).status).toBe(204);
    const listed = (await deleted()).filter((row: { test: { id: number } }) => row.test.id === testId);
    expect(listed).toMatchObject([
      { kind: 'test', id: testId, questions: 2, test: { theme: before.body.theme } },
      { kind: 'question', id: b, testDeleted: true },
    ]);
    const early = await restore({ questionIds: [b] });
    expect([early.status, early.body.code]).toEqual([409, 'test-deleted']);
    expect((await restore({ testIds: [testId], questionIds: [b] })).body).toEqual({ tests: 1, questions: 1 });
    expect(await idsOf(testId)).toEqual([a, b, c]);
    expect(await frozen(testId)).toEqual([a, b, c]);
    const { revision: _revision, updatedAt: _at, ...same } = before.body;
    expect((await teacher.get(`/api/teacher/tests/${testId}`)).body).toMatchObject({
      ...same,
      active: false,
      questionCount: 3,
    });
    expect((await teacher.request('PATCH', `/api/teacher/tests/${testId}/toggle-active`)).body.active).toBe(true);
  });

  test('belongs to its content file again once it is restored', async () => {
    const { id } = await aTest(app.db);
    await app.db.count(`update tests set content_key = $2 where id = $1`, [id, `chave-${id}`]);
    await teacher.request('DELETE', `/api/teacher/tests/${id}`);
    const removed = () => app.db.rows('select 1 from removed_content where content_key = $1', [`chave-${id}`]);
    expect((await removed()).length).toBe(1);
    await restore({ testIds: [id] });
    expect((await removed()).length).toBe(0);
    expect((await app.db.row<{ key: string }>(`select content_key as key from tests where id = $1`, [id]))?.key).toBe(
      `chave-${id}`,
    );
  });

  test('restoring nothing, too many or unknown ids is refused', async () => {
    for (const [body, status] of [
      [{}, 400],
      [{ questionIds: Array.from({ length: 201 }, (_, index) => index + 1) }, 400],
      [{ testIds: ['x'] }, 400],
      [{ testIds: [ABSENT] }, 404],
    ] as const)
      expect((await restore(body)).status, JSON.stringify(body).slice(0, 60)).toBe(status);
  });
});

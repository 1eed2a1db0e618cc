import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aConfirmedTeacher,
  aParent,
  askInWriting,
  aTest,
  aUser,
  type BuiltTest,
  type TestWanted,
} from '../../../../test/support/builders.ts';
import type { Queryable } from '../../../server/db/db.ts';
import { freezeTest } from '../../bank/test-bank/tests.server.ts';
import { recordPastAttempt } from '../../sitting/attempts/grading.server.ts';
import type { BankGroup, FlaggedQuestion } from './bank-statistics.contract.ts';
import { addUp, levelsOf, rightIn, type SummedFigures } from './bank-statistics.rules.ts';
import { refreshBankFigures } from './bank-statistics.server.ts';
import { checkTests } from './bank-statistics.store.ts';

const app = await testApp();
const { db } = app;
const teacher = await aConfirmedTeacher(app);

/** Returns a test with attempts, one for each child, who chose these letters; '-' leaves a question out. */
async function taken(wanted: TestWanted & { schoolClass: '7º Ano' | '8º Ano' | '9º Ano' }, rows: readonly string[]) {
  const built = await aTest(db, { ownWords: true, ...wanted });
  await more(built, wanted, rows);
  return built;
}

async function more(built: BuiltTest, wanted: TestWanted, rows: readonly string[]) {
  const version = await db.row<{ id: number }>('select version_id as id from tests where id = $1', [built.id]);
  let parent = await aParent(app, { fullName: 'Família Canário' });
  for (const [index, row] of rows.entries()) {
    if (index % 10 === 9) parent = await aParent(app, { fullName: 'Família Canário' });
    const { id: childId } = await aChild(parent, { fullName: 'Criança Canário' });
    await recordPastAttempt(db, {
      childId,
      test: {
        id: built.id,
        versionId: version?.id as number,
        discipline: wanted.discipline ?? 'Matemática',
        schoolClass: wanted.schoolClass ?? '4º Ano',
      },
      startedAt: new Date(Date.now() - 3_600_000),
      seconds: 300,
      answers: [...row].flatMap((letter, at) =>
        letter === '-'
          ? []
          : [{ questionId: built.questions[at]?.id as number, selectedAnswer: letter, responseTime: 10 }],
      ),
    });
  }
}

const times = (count: number, ...rows: string[]) => Array.from({ length: count }, () => rows).flat();
const bank = async () => (await teacher.get('/api/teacher/statistics')).body;
const group = async (schoolClass: string) =>
  (await bank()).groups.find((one: BankGroup) => one.schoolClass === schoolClass);
const flagged = async (query: string): Promise<FlaggedQuestion[]> =>
  (await teacher.get(`/api/teacher/statistics/questions?${query}`)).body;

test('the whole bank is grouped by what is known: nothing, counts, facility, all; questions to check are sorted worst first', async () => {
  await aTest(db, { ownWords: true, schoolClass: '7º Ano', keys: ['A', 'A'] });
  await taken({ schoolClass: '7º Ano', keys: ['A', 'A', 'A'] }, times(9, 'BBB'));
  const some = await taken({ schoolClass: '7º Ano', keys: ['A', 'A'] }, times(5, 'A-', 'AB'));
  // The best children chose C where the key is A.
  const enough = await taken({ schoolClass: '7º Ano', keys: ['A', 'A', 'A', 'A'] }, times(10, 'CAAA', 'CAAB', 'ABBB'));
  // Before the job has run, only questions are counted.
  expect(await group('7º Ano')).toMatchObject({ tests: 4, questions: 11, attempts: 0, none: 11, facility: null });
  expect(await refreshBankFigures(db)).toBe(3);
  expect(await refreshBankFigures(db)).toBe(0);

  const found = await group('7º Ano');
  expect(found).toMatchObject({ tests: 4, questions: 11, attempts: 49, none: 2, few: 3, some: 2, enough: 4 });
  // 27 + 15 + 120 answers. In the two larger tests 20 + 120 questions were asked, of which 10 + 60 were answered right.
  expect(found).toMatchObject({ answers: 27 + 15 + 120, facility: 70 / 140 });
  const list = await flagged('class=7º Ano');
  expect(found.flagged).toBe(list.length);
  expect(list[0]).toMatchObject({
    id: enough.questions[0]?.id,
    position: 1,
    attempts: 30,
    facility: 1 / 3,
    test: { id: enough.id, schoolClass: '7º Ano', discipline: 'Matemática' },
  });
  expect(list[0]?.flags[0]).toMatchObject({ kind: 'key-doubtful', letter: 'C' });
  expect(list[0]?.flags[0]?.text).toContain('Chave provavelmente errada');
  // With ten attempts: one question is too hard and left out by half of the children; that all had the other one right may be chance. With
  // fewer than ten there are no flags, however wrong the answers are.
  const byTen = list.filter(({ test }) => test.id === some.id);
  expect(byTen.map(({ flags }) => flags.map(({ kind }) => kind))).toEqual([['too-hard', 'left-out']]);
  expect(byTen[0]).toMatchObject({ attempts: 10, facility: 0, discrimination: null });
  expect(new Set(list.map(({ test }) => test.id))).toEqual(new Set([some.id, enough.id]));
});

test('a question that is answered in writing has the same flags in the list and on the page of its test', async () => {
  const wanted = { schoolClass: '7º Ano' as const, discipline: 'História' as const, keys: ['A', 'A'] };
  const built = await aTest(db, { ownWords: true, ...wanted });
  const alternatives = ['150', '250', '350', '450'];
  await askInWriting(db, built.id, [{ answering: { way: 'number' }, alternatives }]);
  // Those who know the other question make the mistake B in this one; nobody gives C and D.
  await more(built, wanted, times(15, 'BA', 'AB'));
  await refreshBankFigures(db);
  const [listed, ...others] = await flagged('class=7º Ano&discipline=História');
  const { questions } = (await teacher.get(`/api/teacher/tests/${built.id}/statistics`)).body;
  expect(listed?.id).toBe(built.questions[0]?.id);
  expect(listed?.flags.map(({ kind }) => kind)).toContain('negative');
  expect(listed?.flags.map(({ kind }) => kind)).not.toContain('unused');
  expect([listed, ...others].map((question) => question?.flags)).toEqual(
    questions.map(({ flags }: FlaggedQuestion) => flags),
  );
});

test('figures that were computed by other rules are computed again', async () => {
  await taken({ schoolClass: '7º Ano', discipline: 'Ciências', keys: ['A'] }, ['A']);
  await refreshBankFigures(db);
  expect(await refreshBankFigures(db)).toBe(0);
  const changed = await db.count(
    `update bank_figures set mark = regexp_replace(mark, '^[0-9]+ ', '') where mark ~ '^[0-9]+ '`,
  );
  expect(changed).toBeGreaterThan(0);
  expect(await refreshBankFigures(db)).toBe(changed);
});

test('the list is filtered and paged, and has a total', async () => {
  await taken({ schoolClass: '8º Ano', discipline: 'Inglês', keys: ['A', 'A', 'A'] }, times(10, 'BBB'));
  await refreshBankFigures(db);
  const first = await teacher.get('/api/teacher/statistics/questions?class=8º Ano&limit=2');
  expect([first.body.length, first.headers['x-total-count']]).toEqual([2, '3']);
  const second = await teacher.get('/api/teacher/statistics/questions?class=8º Ano&limit=2&page=2');
  expect(new Set([...first.body, ...second.body].map(({ id }: { id: number }) => id)).size).toBe(3);
  expect(await flagged('class=8º Ano&discipline=Inglês')).toHaveLength(3);
  expect(await flagged('class=8º Ano&discipline=Português')).toEqual([]);
  expect((await teacher.get('/api/teacher/statistics/questions?limit=0')).status).toBe(400);
});

test('corrections by a teacher, attempts of a child, erasures and deletions change the figures', async () => {
  const wanted = { schoolClass: '9º Ano' as const, keys: ['A', 'A'] };
  const built = await taken(wanted, times(5, 'BA', 'BB'));
  await refreshBankFigures(db);
  expect((await flagged('class=9º Ano')).map(({ position, flags }) => [position, flags[0]?.kind])).toEqual([
    [1, 'too-hard'],
  ]);
  // Visible immediately, without the job: the teacher who corrected the key looks next.
  const right = { correctAnswer: 'B', reason: 'A chave estava trocada.' };
  await teacher.post(`/api/teacher/tests/${built.id}/questions/${built.questions[0]?.id}/regrade`, right);
  expect(await flagged('class=9º Ano')).toEqual([]);
  expect(await group('9º Ano')).toMatchObject({ attempts: 10, facility: 15 / 20, flagged: 0 });
  await more(built, wanted, ['AA']);
  expect(await refreshBankFigures(db)).toBe(1);
  expect(await group('9º Ano')).toMatchObject({ attempts: 11 });
  await db.count('delete from children where id in (select child_id from attempts where test_id = $1 limit 3)', [
    built.id,
  ]);
  expect(await refreshBankFigures(db)).toBe(1);
  expect(await group('9º Ano')).toMatchObject({ attempts: 8, few: 2, some: 0, facility: null, flagged: 0 });
  await db.count('delete from children where id in (select child_id from attempts where test_id = $1)', [built.id]);
  expect(await refreshBankFigures(db)).toBe(1);
  expect(await group('9º Ano')).toMatchObject({ attempts: 0, none: 2 });
  expect(await refreshBankFigures(db)).toBe(0);
  expect((await teacher.request('DELETE', `/api/teacher/questions/${built.questions[0]?.id}`)).status).toBe(204);
  expect(await group('9º Ano')).toMatchObject({ questions: 1 });
  expect((await teacher.request('DELETE', `/api/teacher/tests/${built.id}`)).status).toBe(204);
  expect(await group('9º Ano')).toBeUndefined();
});

test('answers in one test count for the same question of another', async () => {
  const wanted = { schoolClass: '8º Ano' as const, discipline: 'Geografia' as const, keys: ['A', 'A'] };
  const [one, other] = [await taken(wanted, []), await taken(wanted, [])];
  await db.count(`update questions q set statement = o.statement from questions o where q.id = $1 and o.id = $2`, [
    other.questions[0]?.id,
    one.questions[0]?.id,
  ]);
  await db.transaction((transaction) => freezeTest(transaction, other.id));
  await refreshBankFigures(db);
  await more(one, wanted, times(10, 'BA'));
  expect(await refreshBankFigures(db)).toBe(2);
  const list = await flagged('class=8º Ano&discipline=Geografia');
  expect(list.map(({ test, attempts, flags }) => [test.id, attempts, flags[0]?.kind])).toEqual([
    [one.id, 10, 'too-hard'],
    [other.id, 10, 'too-hard'],
  ]);
  // Answers are counted for the test in which they were given.
  expect((await bank()).groups.filter((found: BankGroup) => found.discipline === 'Geografia')).toMatchObject([
    { schoolClass: '8º Ano', tests: 2, attempts: 10, answers: 20 },
  ]);
});

test('a changed weight and an added question leave the other questions their attempts', async () => {
  const built = await taken(
    { schoolClass: '9º Ano', discipline: 'Artes', keys: ['A', 'A', 'A'] },
    times(10, 'AAB', 'AB-'),
  );
  const ofArts = async () =>
    (await bank()).groups.find((one: BankGroup) => one.discipline === 'Artes' && one.schoolClass === '9º Ano');
  await refreshBankFigures(db);
  const before = await ofArts();
  expect(before).toMatchObject({ questions: 3, attempts: 20, answers: 50, some: 3, facility: 30 / 60, flagged: 1 });
  const [first] = built.questions;
  const changed = await teacher.request('PATCH', '/api/teacher/questions', { questionIds: [first?.id], weight: 4 });
  expect(changed.status, changed.text).toBe(200);
  expect(await ofArts()).toEqual(before);
  const added = await teacher.post(`/api/teacher/tests/${built.id}/questions`, {
    statement: 'Quantas cores tem a bandeira?',
    alternatives: ['três', 'duas'],
    correctAnswer: 'A',
  });
  expect(added.status, added.text).toBe(201);
  expect(await ofArts()).toEqual({ ...before, questions: 4, none: 1 });
  // The list and the count of questions to check are about the same questions.
  expect(await flagged('class=9º Ano&discipline=Artes')).toHaveLength(before.flagged);
});

test('two processes that compute the figures at once get the same ones', async () => {
  await taken({ schoolClass: '8º Ano', keys: ['A'] }, times(12, 'A'));
  await Promise.all([refreshBankFigures(db), refreshBankFigures(db), refreshBankFigures(db)]);
  expect(await refreshBankFigures(db)).toBe(0);
  const rows = await db.rows<{ flagged: number; found: number }>(
    `select f.flagged, (select count(*)::int from flagged_questions q where q.test_id = f.test_id) as found from bank_figures f`,
  );
  for (const { flagged, found } of rows) expect(found).toBe(flagged);
});

test('T15 the figures name nobody; administrators can see them, families cannot', async () => {
  for (const path of ['/api/teacher/statistics', '/api/teacher/statistics/questions']) {
    expect((await teacher.get(path)).text).not.toMatch(/Canário/);
    expect((await (await aUser(app, 'admin')).get(path)).status).toBe(200);
    expect((await (await aParent(app)).get(path)).status).toBe(403);
    expect((await app.visitor().get(path)).status).toBe(401);
  }
});

test('the groups add up, and questions with fewer than ten attempts enter no percentage', () => {
  const row = (attempts: number[], fields: Partial<SummedFigures> = {}): SummedFigures => ({
    tests: 1,
    questions: attempts.length,
    none: attempts.filter((many) => many === 0).length,
    ...levelsOf(attempts.map((many) => ({ attempts: many }))),
    ...rightIn(attempts.map((many) => ({ attempts: many, correct: Math.min(many, 5) }))),
    attempts: Math.max(...attempts),
    answered: 0,
    flagged: 0,
    ...fields,
  });
  const few = row([0, 1, 9], { answered: 10 });
  expect(addUp([few])).toMatchObject({ questions: 3, none: 1, few: 2, some: 0, answers: 10, facility: null });
  const more = row([10, 29, 30, 31], { answered: 90, flagged: 3 });
  expect(addUp([few, more])).toMatchObject({
    ...{ questions: 7, none: 1, few: 2, some: 2, enough: 2, attempts: 40, answers: 100, flagged: 3 },
    facility: 20 / 100,
  });
  expect(addUp([])).toMatchObject({ tests: 0, questions: 0, facility: null });
});

test('the exported table has the figures of the screen', async () => {
  const { groups } = (await teacher.get('/api/teacher/statistics')).body as { groups: BankGroup[] };
  const file = await teacher.get('/api/teacher/statistics/file');
  const [header, ...rows] = file.text.replace('\ufeff', '').trimEnd().split('\r\n');
  expect(header?.split(';').slice(0, 4)).toEqual(['"Ano escolar"', '"Disciplina"', '"Testes"', '"Questões"']);
  expect(groups.length).toBeGreaterThan(0);
  expect(rows.map((row) => row.split(';').slice(0, 6))).toEqual(
    groups.map(({ schoolClass, discipline, tests, questions, attempts, answers }) =>
      [schoolClass, discipline, tests, questions, attempts, answers].map((cell) => `"${cell}"`),
    ),
  );
});

test('a change of attempts is detected by an index, without reading an attempt', async () => {
  const plans: string[] = [];
  await db.transaction(async (transaction) => {
    // Such a small table would otherwise be read by a sequential scan.
    await transaction.count('set local enable_seqscan = off');
    await transaction.count('set local enable_bitmapscan = off');
    const explaining: Queryable = {
      ...transaction,
      rows: async (text, values) => {
        for (const row of await transaction.rows<{ 'QUERY PLAN': string }>(`explain ${text}`, values))
          plans.push(row['QUERY PLAN']);
        return [];
      },
    };
    await checkTests(explaining, [1]);
  });
  const scans = plans.filter((line) => / on attempts\b/.test(line));
  expect(scans).toHaveLength(1);
  expect(scans[0]).toContain('Index Only Scan using attempts_of_test ');
});

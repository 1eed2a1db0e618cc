import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aConfirmedTeacher,
  aParent,
  askInWriting,
  aTest,
  type BuiltTest,
  type Parent,
} from '../../../../test/support/builders.ts';
import { withoutLetter } from '../../../shared/questions/letters.ts';
import { misconceptions } from '../../bank/misconceptions/misconceptions.server.ts';
import { refreshBankFigures } from './bank-statistics.server.ts';

const app = await testApp();
let teacher: Parent;
let built: BuiltTest;

/** Creates children, one for each row, who chose these letters; '-' leaves a question out. */
const take = (test: BuiltTest, rows: readonly string[]): Promise<void> =>
  takeIn(
    test,
    rows.map((row) => [...row]),
  );

/** The same with letters and what was written. */
async function takeIn(test: BuiltTest, rows: readonly (readonly string[])[]): Promise<void> {
  const parents: Parent[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % 10 === 0) parents.unshift(await aParent(app, { plan: 'family-plus', fullName: 'Família Canário' }));
    const parent = parents[0] as Parent;
    const child = await aChild(parent, { fullName: 'Criança Canário' });
    // Every child may start, even if the plan does not cover it, because each has its first test of the month.
    const { body } = await parent.post('/api/attempts', { childId: child.id, testId: test.id });
    for (const [at, letter] of row.entries())
      if (letter !== '-')
        await parent.post('/api/answers', {
          attemptId: body.id,
          questionId: test.questions[at]?.id,
          selectedAnswer: letter,
          responseTime: 10 + at,
        });
    await parent.put(`/api/attempts/${body.id}`, { completed: true });
  }
}
const statistics = async (id = built.id) => (await teacher.get(`/api/teacher/tests/${id}/statistics`)).body;
const times = (count: number, ...rows: string[]) => Array.from({ length: count }, () => rows).flat();

beforeAll(async () => {
  teacher = await aConfirmedTeacher(app);
  built = await aTest(app.db, { ownWords: true, keys: ['A', 'A'] });
  await take(built, times(10, 'AA', 'AB', 'BB'));
});

describe('thirty attempts at two questions', () => {
  test('are exported as a table with a row for each question', async () => {
    const file = await teacher.get(`/api/teacher/tests/${built.id}/statistics/file`);
    expect(file.headers['content-type']).toBe('text/csv');
    expect(file.headers['content-disposition']).toMatch(/estatisticas-do-teste-\d+-\d{4}-\d\d-\d\d\.csv/);
    const [header, first, second, ...rest] = file.text.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(rest).toEqual([]);
    expect(header).toBe(
      '"Questão";"ID";"Enunciado";"Resposta certa";"Tentativas";"Responderam";"Em branco";"Acertam (%)";"Acertam, no mínimo (%)";"Acertam, no máximo (%)";"Separa quem sabe (-100 a 100)";"Funcionamento";"Segundos, em média";"Escolhas";"A verificar"',
    );
    expect(first?.split(';').slice(3, 14)).toEqual(
      ['A', 30, 30, 0, 67, 49, 81, 50, 'funciona bem', 10, 'A: 20, B: 10, C: 0, D: 0'].map((cell) => `"${cell}"`),
    );
    expect(second?.split(';')[7]).toBe('"33"');
    expect((await teacher.get('/api/teacher/tests/2000000000/statistics/file')).status).toBe(404);
    expect((await (await aParent(app)).get(`/api/teacher/tests/${built.id}/statistics/file`)).status).toBe(403);
  });

  test('describe how hard each question is', async () => {
    const [first] = await app.db.rows<{ content: string; discipline: string }>(
      `select q.content, t.discipline from tests t join version_questions q on q.version_id = t.version_id where t.id = $1 order by q.position`,
      [built.id],
    );
    const known = `insert into item_difficulties (discipline, content, difficulty, standard_error, answers, misfit, prior)
      values ($1, $2, 1.5, 0.2, 120, 'reversed', 0.2)`;
    await app.db.count(known, [first?.discipline, first?.content]);
    const { questions } = await statistics();
    expect(questions[0].calibrated).toMatchObject({
      answers: 120,
      difficulty: 'mais difícil do que o autor pensava',
      fits: false,
    });
    expect(questions[1].calibrated).toEqual({
      answers: 0,
      difficulty: 'só a estimativa do autor',
      fits: null,
      fit: 'ainda não se sabe',
    });
    await app.db.count('delete from item_difficulties where content = $1', [first?.content]);
  });

  test('name the errors that alternatives show', async () => {
    const [first, second] = await app.db.rows<{ content: string; options: string[] }>(
      'select q.content, q.options from tests t join version_questions q on q.version_id = t.version_id where t.id = $1 order by q.position',
      [built.id],
    );
    const errors = [...misconceptions().values()];
    const map = (question: typeof first, letter: 'A' | 'B' | 'C', id: string | undefined) =>
      app.db.count('insert into misconception_options (content, words, misconception) values ($1, $2, $3)', [
        question?.content,
        withoutLetter(question?.options['ABC'.indexOf(letter)] as string, 'ABC'.indexOf(letter)),
        id,
      ]);
    const [one, other] = errors;
    await map(first, 'B', one?.id);
    await map(second, 'B', one?.id);
    await map(second, 'C', other?.id);
    // The key shows none, and an error that is no longer in the content is not said.
    await map(first, 'A', other?.id);
    await map(first, 'C', 'gone');
    const { errors: said, questions } = await statistics();
    expect(said).toEqual([
      {
        ...(one && { id: one.id, name: one.name, example: one.example, helps: one.helps }),
        shown: 30,
        answers: 60,
        share: 0.5,
        positions: [1, 2],
      },
      expect.objectContaining({ id: other?.id, shown: 0, answers: 30, share: 0, positions: [2] }),
    ]);
    expect(questions[0].choices.map((choice: { error: string | null }) => choice.error)).toEqual([
      null,
      one?.name,
      null,
      null,
    ]);
    await refreshBankFigures(app.db);
    const ofBank = async (query = '') => (await teacher.get(`/api/teacher/statistics/errors${query}`)).body;
    expect(await ofBank()).toMatchObject([
      { id: one?.id, shown: 30, answers: 60, tests: 1 },
      { id: other?.id, shown: 0, answers: 30, tests: 1 },
    ]);
    const { schoolClass } = (await statistics()).test;
    expect(await ofBank(`?class=${encodeURIComponent(schoolClass)}`)).toHaveLength(2);
    expect(await ofBank(`?class=${encodeURIComponent('9º Ano')}`)).toEqual([]);
    expect((await (await aParent(app)).get('/api/teacher/statistics/errors')).status).toBe(403);
    await app.db.count('delete from misconception_options where content = any ($1::text[])', [
      [first?.content, second?.content],
    ]);
  });

  test('give the figures computed by hand', async () => {
    const { questions, ...whole } = await statistics();
    expect(whole).toMatchObject({
      attempts: 30,
      attemptsBefore: 0,
      missingForFacility: 0,
      missingForDiscrimination: 0,
    });
    // The points 2, 1 and 0 occur ten times each.
    expect(whole.mean).toBeCloseTo(50, 10);
    expect(whole.spread).toBeCloseTo((Math.sqrt(20 / 29) / 2) * 100, 10);
    expect(whole.alpha).toBeCloseTo(2 / 3, 10);
    expect(whole.error).toBeCloseTo((Math.sqrt(20 / 29) / 2) * 100 * Math.sqrt(1 / 3), 10);
    for (const { thirds } of questions) expect(thirds).toEqual({ top: 10, middle: 10, bottom: 10 });
    expect(questions.map((one: { facility: number }) => one.facility)).toEqual([20 / 30, 10 / 30]);
    // x is 1 in 20 attempts, R in 10, and both in 10: (10 − 20 × 10 ÷ 30) ÷ √(20/3 × 20/3) = 1/2, for either question.
    for (const { discrimination } of questions) expect(discrimination).toBeCloseTo(0.5, 10);
    expect(questions[0].interval[0]).toBeCloseTo(0.4878, 4);
    expect(questions[0].interval[1]).toBeCloseTo(0.8077, 4);
    expect(questions[1].choices.slice(0, 2)).toMatchObject([
      { letter: 'A', count: 10, top: 10, middle: 0, bottom: 0 },
      { letter: 'B', count: 20, top: 0, middle: 10, bottom: 10 },
    ]);
    expect(questions.map((one: { meanSeconds: number }) => one.meanSeconds)).toEqual([10, 11]);
  });

  test('T15 contain no child’s and no parent’s name', async () => {
    const { text } = await teacher.get(`/api/teacher/tests/${built.id}/statistics`);
    expect(text).not.toMatch(/Canário/);
  });
});

test('second, late and extended-time attempts are not counted', async () => {
  const parent = await aParent(app, { plan: 'family-plus' });
  const own = await aTest(app.db, { ownWords: true, keys: ['A', 'A'] });
  const slow = await aChild(parent, { extendedTime: 30 });
  const child = await aChild(parent);
  for (const childId of [slow.id, child.id, child.id]) {
    const { body } = await parent.post('/api/attempts', { childId, testId: own.id });
    await parent.post('/api/answers', { attemptId: body.id, questionId: own.questions[0]?.id, selectedAnswer: 'A' });
    await parent.put(`/api/attempts/${body.id}`, { completed: true });
  }
  const found = await teacher.get(`/api/teacher/tests/${own.id}/statistics`);
  expect([found.status, found.body.attempts], found.text.slice(0, 300)).toEqual([200, 1]);
});

test('with too few attempts only counts are shown, and how many are missing', async () => {
  const own = await aTest(app.db, { ownWords: true, keys: ['A', 'B', 'C'] });
  await take(own, ['ABC', 'AB-', 'BBC', 'A--']);
  const { questions, ...whole } = await statistics(own.id);
  expect(whole).toMatchObject({
    attempts: 4,
    missingForFacility: 6,
    missingForDiscrimination: 26,
    mean: null,
    spread: null,
    alpha: null,
    error: null,
  });
  expect(questions[2]).toMatchObject({
    answered: 2,
    omitted: 2,
    facility: null,
    interval: null,
    discrimination: null,
    flags: [],
  });
});

test('a test without attempts has questions but no figures; an unknown one is not found; parents are forbidden', async () => {
  const own = await aTest(app.db, { ownWords: true });
  expect(await statistics(own.id)).toMatchObject({ attempts: 0, questions: [{ answered: 0 }, {}, {}, {}] });
  expect((await teacher.get('/api/teacher/tests/1999999999/statistics')).status).toBe(404);
  const parent = await aParent(app);
  expect((await parent.get(`/api/teacher/tests/${own.id}/statistics`)).status).toBe(403);
});

const one = async (id: number, at = 0) => (await statistics(id)).questions[at];
const figures = async ({ id }: BuiltTest) => (await statistics(id)).questions;
/** Returns the choices for a question, by the letters of the bank. */
const counts = ({ choices }: { choices: { letter: string; count: number }[] }) =>
  Object.fromEntries(choices.map(({ letter, count }) => [letter, count]));

test('choices in shuffled tests are counted by text, not by letter', async () => {
  const own = await aTest(app.db, { ownWords: true, keys: ['C', 'B'] });
  await app.db.count('update tests set shuffle = true where id = $1', [own.id]);
  const shown = new Set<string>();
  for (let turn = 0; turn < 12; turn += 1) {
    const parent = await aParent(app);
    const child = await aChild(parent);
    const { body } = await parent.post('/api/attempts', { childId: child.id, testId: own.id, order: 'own' });
    for (const [at, { id, alternatives }] of body.questions.entries()) {
      const words = at === 0 ? ') três' : turn < 9 ? ') quatro' : undefined;
      const letter = words && (JSON.parse(alternatives) as string[]).find((text) => text.endsWith(words))?.[0];
      if (at === 0) shown.add(letter as string);
      if (letter) await parent.post('/api/answers', { attemptId: body.id, questionId: id, selectedAnswer: letter });
    }
    await parent.put(`/api/attempts/${body.id}`, { completed: true });
  }
  // Otherwise the letters would prove nothing.
  expect(shown.size).toBeGreaterThan(1);
  const { questions, attempts } = await statistics(own.id);
  expect(attempts).toBe(12);
  expect(questions.map(counts)).toEqual([
    { A: 0, B: 0, C: 12, D: 0 },
    { A: 0, B: 0, C: 0, D: 9 },
  ]);
  expect(questions[0]).toMatchObject({ facility: 1, omitted: 0, correctAnswer: 'C' });
  expect(questions[1]).toMatchObject({ facility: 0, omitted: 3, answered: 9, correctAnswer: 'B' });
});

test('a changed key grades the question’s history again; marks follow only after a regrade; an erased child is removed', async () => {
  const own = await aTest(app.db, { ownWords: true, keys: ['A', 'A'] });
  await take(own, times(5, 'BA', 'BB'));
  expect(await one(own.id)).toMatchObject({ facility: 0, correctAnswer: 'A' });
  const [question] = (await teacher.get(`/api/teacher/tests/${own.id}/questions`)).body;
  const { statement, alternatives } = question;
  await teacher.put(`/api/teacher/questions/${question.id}`, { statement, alternatives, correctAnswer: 'B' });
  // Children who chose B are right now. The marks of the attempts, and so the figures of the whole test, wait for the regrade.
  expect(await statistics(own.id)).toMatchObject({ attempts: 0, attemptsBefore: 10, mean: null });
  expect(await one(own.id)).toMatchObject({ attempts: 10, facility: 1, correctAnswer: 'B' });
  expect(counts(await one(own.id))).toEqual({ A: 0, B: 10, C: 0, D: 0 });
  await teacher.post(`/api/teacher/tests/${own.id}/questions/${question.id}/regrade`, {
    correctAnswer: 'B',
    reason: 'A chave estava trocada.',
  });
  expect(await statistics(own.id)).toMatchObject({ attempts: 10, attemptsBefore: 0, mean: 75 });
  expect(await one(own.id)).toMatchObject({ facility: 1, correctAnswer: 'B' });
  await app.db.count('delete from children where id = (select min(child_id) from attempts where test_id = $1)', [
    own.id,
  ]);
  expect(await statistics(own.id)).toMatchObject({ attempts: 9, missingForFacility: 1, mean: null });
  expect(counts(await one(own.id))).toEqual({ A: 0, B: 9, C: 0, D: 0 });
});

test('editing other fields keeps a question’s history; a rewritten statement starts a new one', async () => {
  const own = await aTest(app.db, { ownWords: true, keys: ['A', 'A'] });
  await take(own, times(5, 'AA', 'AB'));
  const [first, second] = (await teacher.get(`/api/teacher/tests/${own.id}/questions`)).body;
  const edit = ({ id, alternatives }: { id: number; alternatives: string[] }, statement: string) =>
    teacher.put(`/api/teacher/questions/${id}`, { statement, alternatives, correctAnswer: 'A' });
  expect((await edit(second, 'Quantas laranjas sobram?')).status).toBe(200);
  const edited = await statistics(own.id);
  expect(edited).toMatchObject({ attempts: 0, attemptsBefore: 10 });
  expect(edited.questions).toMatchObject([
    { attempts: 10, facility: 1 },
    { attempts: 0, answered: 0, facility: null },
  ]);
  // Later attempts count for both questions; the first question keeps its answers from before and after.
  await take(own, times(5, 'BA', 'BB'));
  expect((await statistics(own.id)).questions).toMatchObject([
    { attempts: 20, facility: 0.5 },
    { attempts: 10, facility: 0.5 },
  ]);
  expect((await edit(first, 'Quantas mangas há?')).status).toBe(200);
  expect((await statistics(own.id)).questions).toMatchObject([{ attempts: 0 }, { attempts: 10, facility: 0.5 }]);
});

test('the same question in two tests has one history; a child who met it in both counts once', async () => {
  const [one, other] = [
    await aTest(app.db, { ownWords: true, keys: ['A', 'A'] }),
    await aTest(app.db, { ownWords: true, keys: ['A', 'A', 'B'] }),
  ];
  const first = async ({ id }: BuiltTest) => (await teacher.get(`/api/teacher/tests/${id}/questions`)).body[0];
  const { statement } = await first(one);
  await take(one, times(5, 'AA', 'BB'));
  expect(await figures(one)).toMatchObject([
    { attempts: 10, tests: 1, facility: 0.5 },
    { attempts: 10, tests: 1 },
  ]);
  // With its alternatives in another order and with another key: the children's choices are matched by their text.
  const asked = await first(other);
  await teacher.put(`/api/teacher/questions/${asked.id}`, {
    statement,
    alternatives: ['A) quatro', 'B) três', 'C) uma', 'D) duas'],
    correctAnswer: 'C',
  });
  await take(other, times(10, 'DAB', 'DBA'));
  expect(await figures(one)).toMatchObject([
    { attempts: 30, tests: 2, facility: 25 / 30, correctAnswer: 'A', answered: 30 },
    { attempts: 10, tests: 1 },
  ]);
  expect(await figures(other)).toMatchObject([
    { attempts: 30, tests: 2, facility: 5 / 30, correctAnswer: 'C' },
    { attempts: 20, tests: 1 },
    { attempts: 20, tests: 1 },
  ]);
  expect(counts((await figures(one))[0])).toEqual({ A: 25, B: 5, C: 0, D: 0 });
  expect(counts((await figures(other))[0])).toEqual({ A: 0, B: 0, C: 5, D: 25 });
  // The whole test's figures are only about its own attempts.
  expect((await statistics(one.id)).attempts).toBe(10);

  const parent = await aParent(app, { plan: 'family-plus' });
  const child = await aChild(parent);
  for (const test of [one, other]) {
    const { body } = await parent.post('/api/attempts', { childId: child.id, testId: test.id });
    await parent.post('/api/answers', { attemptId: body.id, questionId: test.questions[0]?.id, selectedAnswer: 'A' });
    await parent.put(`/api/attempts/${body.id}`, { completed: true });
  }
  expect((await figures(other))[0]).toMatchObject({ attempts: 31, facility: 5 / 31 });
  expect((await statistics(other.id)).attempts).toBe(21);
  // Once rewritten in one of the tests, it is a different question there.
  await teacher.put(`/api/teacher/questions/${asked.id}`, {
    statement: `${statement} Diz quantas.`,
    alternatives: asked.alternatives,
    correctAnswer: 'A',
  });
  expect((await figures(other))[0]).toMatchObject({ attempts: 0, facility: null });
  expect((await figures(one))[0]).toMatchObject({ attempts: 31, tests: 2 });
});

test('weights affect the points, not the share of right answers', async () => {
  const own = await aTest(app.db, { ownWords: true, keys: ['A', 'A'], weights: [3, 1] });
  await take(own, times(5, 'AB', 'BA'));
  const { mean, questions } = await statistics(own.id);
  // The points 3 and 1 of 4 occur five times each.
  expect(mean).toBeCloseTo(50, 10);
  expect(questions.map(({ facility }: { facility: number }) => facility)).toEqual([0.5, 0.5]);
});

test('of a question that is answered in writing the ten values written most often are listed, with the right ones marked', async () => {
  const asked = await aTest(app.db, { ownWords: true, keys: ['A', 'A'] });
  await askInWriting(app.db, asked.id, [
    { answering: { way: 'number', unit: 'Kz' }, alternatives: ['150 Kz', '250 Kz'], correctAnswer: 'A' },
  ]);
  // Twelve values: 150 three times, in three spellings, 7 twice, the others once.
  const written = [
    '150',
    '150,0',
    '150 Kz',
    '7',
    '7',
    '250',
    ...Array.from({ length: 9 }, (_, at) => String(301 + at)),
  ];
  await takeIn(
    asked,
    written.map((text) => [text, 'A']),
  );
  const { questions } = await statistics(asked.id);
  expect(questions[0].written).toEqual([
    { text: '150', right: true, count: 3 },
    { text: '7', right: false, count: 2 },
    ...['250', '301', '302', '303', '304', '305', '306', '307'].map((text) => ({ text, right: false, count: 1 })),
  ]);
  expect(questions[1]).not.toHaveProperty('written');
});

test('words and long numbers are listed only when three children wrote them: one of them may have written its name', async () => {
  const asked = await aTest(app.db, { ownWords: true, keys: ['A', 'A'] });
  await askInWriting(app.db, asked.id, [
    { answering: { way: 'word' }, alternatives: ['gato', 'gata'], correctAnswer: 'A' },
  ]);
  const written = ['gato', 'gato', 'gato', 'Ana Domingos', 'Ana Domingos', '923 000 000', '12'];
  await takeIn(
    asked,
    written.map((text) => [text, 'A']),
  );
  const { questions } = await statistics(asked.id);
  expect(questions[0].written.map(({ text, count }: { text: string; count: number }) => [text, count])).toEqual([
    ['gato', 3],
    ['12', 1],
  ]);
});

import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aConfirmedTeacher,
  aParent,
  askInWriting,
  aTest,
  type BuiltTest,
  takeTheirTime,
} from '../../../../test/support/builders.ts';

const app = await testApp();
const { db } = app;
const teacher = await aConfirmedTeacher(app);

const LENGTH = { answering: { way: 'number', accepted: ['2,5'] }, alternatives: [] } as const;
const PRICE = { answering: { way: 'number' }, alternatives: ['850', '2 550', '853'], correctAnswer: 'A' } as const;

async function take(built: BuiltTest, answers: readonly string[], completed = true): Promise<number> {
  const parent = await aParent(app);
  const child = await aChild(parent);
  const { body } = await parent.post('/api/attempts', { childId: child.id, testId: built.id, order: 'own' });
  for (const [index, selectedAnswer] of answers.entries())
    await parent.post('/api/answers', { attemptId: body.id, questionId: built.questions[index]?.id, selectedAnswer });
  await takeTheirTime(db, body.id);
  if (completed) await parent.put(`/api/attempts/${body.id}`, { completed: true });
  return body.id as number;
}

const markOf = async (id: number) =>
  (await db.row<{ correct: number | null }>('select correct_answers as correct from attempts where id = $1', [id]))
    ?.correct;
const letterOf = async (id: number, built: BuiltTest, index: number) =>
  (
    await db.row<{ letter: string }>(
      'select selected_answer as letter from answers where attempt_id = $1 and question_id = $2',
      [id, built.questions[index]?.id],
    )
  )?.letter;

async function aWrittenTest(): Promise<BuiltTest> {
  const built = await aTest(db, { ownWords: true });
  await askInWriting(db, built.id, [LENGTH, PRICE]);
  return built;
}

test('accepting one more value raises the marks of who wrote it, and families are told', async () => {
  const built = await aWrittenTest();
  const [right, other, open] = [
    await take(built, ['2,5', '850']),
    await take(built, ['5/2', '2 550']),
    await take(built, ['2,6'], false),
  ];
  const wrote = await take(built, ['2,6', '853']);
  expect(await Promise.all([right, other, wrote].map(markOf))).toEqual([2, 1, 0]);

  const path = `/api/teacher/tests/${built.id}/questions/${built.questions[0]?.id}/regrade`;
  const preview = await teacher.get(`${path}?accept=2,6`);
  expect(preview.body).toMatchObject({ attempts: 4, up: 1, down: 0, same: 2, otherAlternatives: 0 });
  const done = await teacher.post(path, { correctAnswer: 'A', accept: '2,6', reason: 'Também está certa.' });
  expect(done.body).toEqual(preview.body);
  expect(await Promise.all([right, other, wrote].map(markOf))).toEqual([2, 1, 1]);
  expect(await Promise.all([wrote, open].map((id) => letterOf(id, built, 0)))).toEqual(['A', 'A']);
  const changed = await db.rows<{ attemptId: number }>(
    'select attempt_id as "attemptId" from regrade_marks where attempt_id = any($1) and old_correct <> new_correct',
    [[right, other, wrote]],
  );
  expect(changed).toEqual([{ attemptId: wrote }]);
  const again = await teacher.post(path, { correctAnswer: 'A', accept: '2,6', reason: 'Também está certa.' });
  expect(again.body.attempts).toBe(0);
  const questions = (await teacher.get(`/api/teacher/tests/${built.id}/questions`)).body;
  expect(questions[0].answering).toEqual({ way: 'number', accepted: ['2,5', '2,6'] });
});

test('another key accepts its own value instead of the former one', async () => {
  const built = await aWrittenTest();
  const [former, now] = [await take(built, ['1', '850']), await take(built, ['1', '2550'])];
  const path = `/api/teacher/tests/${built.id}/questions/${built.questions[1]?.id}/regrade`;
  const done = await teacher.post(path, { correctAnswer: 'B', reason: 'A chave estava trocada.' });
  expect(done.body).toMatchObject({ attempts: 2, up: 1, down: 1 });
  expect(await Promise.all([former, now].map(markOf))).toEqual([0, 1]);
  const questions = (await teacher.get(`/api/teacher/tests/${built.id}/questions`)).body;
  expect(questions[1].answering.accepted).toEqual(['2550']);
});

test('a value that cannot be accepted is refused, with the reason', async () => {
  const built = await aWrittenTest();
  const ask = (index: number, accept: string) =>
    teacher.post(`/api/teacher/tests/${built.id}/questions/${built.questions[index]?.id}/regrade`, {
      correctAnswer: 'A',
      accept,
      reason: 'Também está certa.',
    });
  const refused = [await ask(0, 'doze'), await ask(0, '1.500'), await ask(1, '2550'), await ask(2, '5')];
  expect(refused.map(({ status, body }) => [status, body.fields.accept])).toEqual([
    [400, '«doze» não é um número que se possa escrever.'],
    [400, '«1.500» tanto é 1 500 como 1,5: escreva um dos dois.'],
    [400, 'A alternativa B vale o mesmo que a certa: escrita, contava como certa.'],
    [400, 'Esta questão responde-se escolhendo.'],
  ]);
});

test('the statistics of a test list what was written most', async () => {
  const built = await aWrittenTest();
  for (const value of ['2,6', '2,6', '2,5', '3']) await take(built, [value, '853', 'A', 'A']);
  const { questions } = (await teacher.get(`/api/teacher/tests/${built.id}/statistics`)).body;
  expect(questions[0].written).toEqual([
    { text: '2,6', count: 2, right: false },
    { text: '2,5', count: 1, right: true },
    { text: '3', count: 1, right: false },
  ]);
  expect(questions[0].choices.map(({ letter, count }: { letter: string; count: number }) => [letter, count])).toEqual([
    ['A', 1],
    ['outra', 3],
  ]);
  expect(questions[1].choices.find(({ letter }: { letter: string }) => letter === 'C').count).toBe(4);
  expect(questions[0].omitted).toBe(0);
  expect(questions[2].written).toBeUndefined();
});

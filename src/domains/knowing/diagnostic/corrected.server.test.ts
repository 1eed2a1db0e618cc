import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aBank,
  aChild,
  aConfirmedTeacher,
  aParent,
  type Parent,
  takeTheirTimeForQuestion,
} from '../../../../test/support/builders.ts';
import { deliver } from '../../../server/jobs/outbox.ts';

const app = await testApp();
const { db } = app;
const silent = pino({ level: 'silent' });

beforeAll(() => aBank(db, 'Geografia', ['2º Ano', '3º Ano', '4º Ano', '5º Ano']));

async function aDiagnostic() {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { schoolClass: '4º Ano' });
  const { body } = await parent.post('/api/diagnostics', { childId: child.id, discipline: 'Geografia' });
  return { parent, childId: child.id, id: body.id as number, first: body.question as { id: number; testId: number } };
}

/** Answers the open question of a diagnostic. @returns the next question, if there is one. */
async function answer(parent: Parent, id: number, questionId: number, selectedAnswer: string) {
  await takeTheirTimeForQuestion(db, id);
  const { body } = await parent.post(`/api/diagnostics/${id}/answers`, {
    questionId,
    selectedAnswer,
    visibleMs: 20_000,
  });
  return body.question as { id: number; testId: number } | undefined;
}

/** Corrects the key of a question as a teacher does, and delivers the events that this causes. */
async function correct({ id, testId }: { id: number; testId: number }, correctAnswer: string) {
  const teacher = await aConfirmedTeacher(app);
  const reply = await teacher.post(`/api/teacher/tests/${testId}/questions/${id}/regrade`, {
    correctAnswer,
    reason: 'A chave estava trocada.',
  });
  expect(reply.status).toBe(200);
  await deliver(db, silent);
}

test('a corrected key marks the answers of a diagnostic again, in the map too, and not the level that was shown', async () => {
  const { parent, childId, id, first } = await aDiagnostic();
  // The key of every question is B. That of the first is then corrected to C, which is what the child answers.
  let next: typeof first | undefined = first;
  for (let turn = 0; next; turn += 1) next = await answer(parent, id, next.id, turn % 3 === 0 ? 'C' : 'B');
  await deliver(db, silent);
  const shown = (await parent.get(`/api/diagnostics/${id}`)).body;
  const marks = async () => ({
    ofQuestion: await db.row(
      'select is_right as "right" from diagnostic_questions where diagnostic_id = $1 and question_id = $2',
      [id, first.id],
    ),
    right: await db.row(
      'select count(*) filter (where is_right) as n from diagnostic_questions where diagnostic_id = $1',
      [id],
    ),
    ofMap: await db.row(
      `select count(*) as n from knowledge_evidence, jsonb_array_elements(evidence) as one
       where child_id = $1 and (one ->> 'right')::boolean`,
      [childId],
    ),
  });
  const before = await marks();
  expect(before.ofQuestion).toEqual({ right: false });
  expect(before.ofMap).toEqual(before.right);

  await correct(first, 'C');
  const n = (before.right as { n: number }).n + 1;
  expect(await marks()).toEqual({ ofQuestion: { right: true }, right: { n }, ofMap: { n } });
  const { level, place, sentence } = (await parent.get(`/api/diagnostics/${id}`)).body;
  expect({ level, place, sentence }).toEqual({ level: shown.level, place: shown.place, sentence: shown.sentence });

  await correct(first, 'B');
  expect(await marks()).toEqual(before);
});

test('a question that waits for its answer when its key is corrected is marked by the corrected one', async () => {
  const { parent, id, first } = await aDiagnostic();
  await correct(first, 'D');
  await answer(parent, id, first.id, 'D');
  expect(
    await db.row('select is_right as "right" from diagnostic_questions where diagnostic_id = $1 and question_id = $2', [
      id,
      first.id,
    ]),
  ).toEqual({ right: true });
});

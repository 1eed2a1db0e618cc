import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFamily, type RunningApp, runningApp } from '../support/running-app.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 5);
const TAKERS = 8;

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
  await app.start();
}, 90_000);
afterAll(() => app.dispose());

/**
 * Children answer while the program, and every other time its database with it, is killed without warning. What a 2xx
 * acknowledged must be there afterwards, with the value that was acknowledged last or was on its way.
 */
test(
  `kill -9 in the middle of answering, ${ROUNDS} times: no acknowledged answer is lost`,
  async () => {
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const takers = await Promise.all(Array.from({ length: TAKERS }, () => aTaker(app.url)));
      let stopped = false;
      const answering = takers.map(async (taker) => {
        for (let turn = 0; !stopped; turn += 1) {
          const questionId = taker.questions[turn % taker.questions.length] as number;
          const letter = 'ABCD'[(turn + questionId) % 4] as string;
          taker.sent.set(questionId, letter);
          const reply = await taker
            .call('POST', '/api/answers', { attemptId: taker.attemptId, questionId, selectedAnswer: letter })
            .catch(() => undefined);
          if (reply?.status !== 200) return;
          taker.acknowledged.set(questionId, letter);
          acknowledged += 1;
        }
      });
      await new Promise((resolve) => setTimeout(resolve, 60 + ((round * 137) % 400)));
      await app.kill(round % 2 === 0 ? undefined : 'database');
      stopped = true;
      await Promise.all(answering);
      await app.start();
      for (const taker of takers) {
        const resumed = await taker.call('POST', '/api/attempts', { childId: taker.childId, testId: taker.testId });
        expect(resumed.status).toBe(200);
        const kept = new Map(
          resumed.body.answers.map((answer: { questionId: number; selectedAnswer: string }) => [
            answer.questionId,
            answer.selectedAnswer,
          ]),
        );
        for (const [questionId, letter] of taker.acknowledged) {
          expect([letter, taker.sent.get(questionId)], `attempt ${taker.attemptId}, question ${questionId}`).toContain(
            kept.get(questionId),
          );
        }
      }
    }
    // A round in which nothing was acknowledged would prove nothing.
    expect(acknowledged).toBeGreaterThan(ROUNDS * TAKERS);
  },
  60_000 + ROUNDS * 20_000,
);

async function aTaker(url: string) {
  const family = await aFamily(url);
  const catalogue = await family.call('GET', '/api/tests?class=4º Ano');
  const testId = catalogue.body[0].id as number;
  const started = await family.call('POST', '/api/attempts', { childId: family.childId, testId });
  expect(started.status).toBe(201);
  return {
    ...family,
    testId,
    attemptId: started.body.id as number,
    questions: started.body.questions.map((question: { id: number }) => question.id) as number[],
    sent: new Map<number, string>(),
    acknowledged: new Map<number, string>(),
  };
}

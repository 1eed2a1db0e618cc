import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_REVIEWS_A_DAY } from '../../src/domains/knowing/practice/practice.rules.ts';
import { aFamily, loadedApp, type RunningApp } from '../support/running-app.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 5);
/** Reviews sent in a round, and the rounds whose reviews a child's day has room for. */
const A_ROUND = 20;
const REVIEW_ROUNDS = Math.min(ROUNDS, MAX_REVIEWS_A_DAY / A_ROUND);
const TAKERS = 8;

let app: RunningApp;
beforeAll(async () => {
  app = await loadedApp();
  await app.start();
});
afterAll(() => app.dispose());

/**
 * Children answer while the program, and every other time its database too, is killed with SIGKILL. An answer acknowledged with a 2xx must
 * be there afterwards, with the last value that was acknowledged or was being sent.
 */
test(
  `kill -9 while answers are sent, ${ROUNDS} times: no acknowledged answer is lost`,
  async () => {
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const takers = await Promise.all(Array.from({ length: TAKERS }, () => aTaker(app.url)));
      let stopped = false;
      const before = acknowledged;
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
      // Waits until something was acknowledged, however slow the machine is: otherwise the round would prove nothing.
      await expect.poll(() => acknowledged, { timeout: 30_000 }).toBeGreaterThan(before + TAKERS);
      await new Promise((resolve) => setTimeout(resolve, (round * 137) % 400));
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
  },
  300_000 + ROUNDS * 50_000,
);

test(
  'kill -9 while reviews are sent: those sent until acknowledged are stored once, none is lost',
  async () => {
    const taker = await aTaker(app.url);
    for (const [index, questionId] of taker.questions.entries())
      await taker.call('POST', '/api/answers', {
        attemptId: taker.attemptId,
        questionId,
        selectedAnswer: 'ABCD'[index % 4],
      });
    expect((await taker.call('PUT', `/api/attempts/${taker.attemptId}`, { completed: true })).status).toBe(200);
    const address = `/api/children/${taker.childId}/practice`;
    const { body: pack } = await taker.call('GET', address);
    expect(pack.cards.length).toBeGreaterThan(0);
    const sent: string[] = [];
    for (let round = 0; round < REVIEW_ROUNDS; round += 1) {
      // The reviews on a device are sent until they are acknowledged, as in practice-device.web.ts.
      const waiting = Array.from({ length: A_ROUND }, (_, index) => ({
        id: pack.cards[index % pack.cards.length].id as string,
        selectedAnswer: 'A',
        at: pack.now as string,
        clientId: randomUUID(),
      }));
      sent.push(...waiting.map(({ clientId }) => clientId));
      const sending = Promise.all(
        Array.from({ length: 4 }, (_, part) =>
          taker
            .call('POST', address, { reviews: waiting.slice((part * A_ROUND) / 4, ((part + 1) * A_ROUND) / 4) })
            .catch(() => undefined),
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, (round * 7) % 30));
      await app.kill(round % 2 === 0 ? undefined : 'database');
      await sending;
      await app.start();
      const again = await taker.call('POST', address, { reviews: waiting });
      expect(again.status).toBe(200);
      // Each review is stored now: by this call or by the one that was interrupted.
      expect(again.body.kept + again.body.repeated).toBe(waiting.length);
    }
    const { body: file } = await taker.call('GET', '/api/account/data');
    expect(file.children[0].practice).toHaveLength(sent.length);
  },
  300_000 + ROUNDS * 20_000,
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

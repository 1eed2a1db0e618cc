import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFamily, loadedApp, type RunningApp } from '../support/running-app.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 3);
const PHONES = 8;

let app: RunningApp;
beforeAll(async () => {
  app = await loadedApp();
  await app.start();
});
afterAll(() => app.dispose());

/**
 * Phones send sittings while the program, and every other time its database too, is killed with SIGKILL. Each phone retries until it gets a
 * reply; then every sitting is stored once, completely, with the acknowledged mark.
 */
test(
  `kill -9 while sittings are sent, ${ROUNDS} times: each is stored once, completely`,
  async () => {
    let interrupted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const phones = await Promise.all(Array.from({ length: PHONES }, () => aPhone(app.url)));
      const first = Promise.all(phones.map(async (phone) => phone.send().catch(() => undefined)));
      await new Promise((resolve) => setTimeout(resolve, 5 + ((round * 37) % 60)));
      await app.kill(round % 2 === 0 ? undefined : 'database');
      const told = await first;
      interrupted += told.filter((reply) => reply?.status !== 200).length;
      await app.start();
      for (const [index, phone] of phones.entries()) {
        const again = await phone.send();
        expect([again.status, again.body.completed]).toEqual([200, true]);
        if (told[index]?.status === 200) expect(again.body).toEqual(told[index].body);
        const kept = await phone.call('GET', `/api/attempts/${phone.attemptId}`);
        expect(kept.body.answers.map(({ selectedAnswer }: { selectedAnswer: string }) => selectedAnswer)).toEqual(
          phone.letters,
        );
        const history = await phone.call('GET', '/api/recent-tests');
        expect(history.body).toHaveLength(1);
      }
    }
    // A round in which no request was interrupted would prove nothing.
    expect(interrupted).toBeGreaterThan(0);
  },
  300_000 + ROUNDS * 30_000,
);

async function aPhone(url: string) {
  const family = await aFamily(url);
  const catalogue = await family.call('GET', '/api/tests?class=4º Ano');
  const prepared = await family.call('POST', '/api/prepared', {
    childId: family.childId,
    testIds: [catalogue.body[0].id],
  });
  expect(prepared.status).toBe(201);
  const [sealed] = prepared.body;
  const letters = sealed.questions.map((_: unknown, index: number) => 'ABCD'[index % 4] as string) as string[];
  const startedAt = new Date().toISOString();
  const body = {
    ticket: sealed.ticket,
    startedAt,
    finishedAt: startedAt,
    elapsedMs: 50,
    answers: sealed.questions.map(({ id }: { id: number }, index: number) => ({
      questionId: id,
      selectedAnswer: letters[index],
      elapsedMs: index,
    })),
  };
  return {
    ...family,
    attemptId: sealed.attemptId as number,
    letters,
    send: () => family.call('POST', `/api/prepared/${sealed.attemptId}/sitting`, body),
  };
}

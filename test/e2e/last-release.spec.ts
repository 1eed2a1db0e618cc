import type { Page } from '@playwright/test';
import { aFamily, aTestFor, expect, inDatabase, test } from './fixtures.ts';
import { stored } from './network.ts';

// A phone on which the last release has left data: everything is taken over, sent and shown.

interface Started {
  id: number;
  testId: number;
  questions: { id: number }[];
}

/** Creates a database as the last release did, with its records. Each store is given with its key. */
async function create(page: Page, name: string, version: number, stores: Record<string, [string, object[]]>) {
  await page.evaluate(
    ({ name, version, stores }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, version);
        opening.onupgradeneeded = () => {
          for (const [store, [keyPath, records]] of Object.entries(stores)) {
            const table = opening.result.createObjectStore(store, { keyPath });
            for (const record of records) table.put(record);
          }
        };
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
    { name, version, stores },
  );
}

const startTest = async (page: Page, childId: number, discipline: string): Promise<Started> => {
  const testId = await aTestFor(page, childId, discipline);
  return (await page.request.post('/api/attempts', { data: { childId, testId } })).json();
};

test('a phone of the last release: answers, completions, sittings, reviews and refusals are taken over, and none is lost', async ({
  page,
}) => {
  test.slow();
  const { childId } = await aFamily(page);
  const { id: userId } = (await (await page.request.get('/api/user')).json()) as { id: number };
  // A mistake to practise.
  const past = await startTest(page, childId, 'Português');
  for (const { id } of past.questions)
    await page.request.post('/api/answers', { data: { attemptId: past.id, questionId: id, selectedAnswer: 'A' } });
  await page.request.put(`/api/attempts/${past.id}`, { data: { completed: true } });
  const pack = await (await page.request.get(`/api/children/${childId}/practice`)).json();
  const card = pack.cards[0] as { id: string };
  const [open, finished] = [await startTest(page, childId, 'Matemática'), await startTest(page, childId, 'Ciências')];
  const reserved = await aTestFor(page, childId, 'História');
  const [sealed] = await (await page.request.post('/api/prepared', { data: { childId, testIds: [reserved] } })).json();

  const now = Date.now();
  const iso = (at: number) => new Date(at).toISOString();
  const sittingOf = (sitting: object & { id: number; testId: number }, state: string, more: object = {}) => ({
    key: `${userId}:${childId}:${sitting.testId}`,
    userId,
    sitting,
    clockOffset: 0,
    seenAt: now,
    current: 0,
    choices: {},
    lastSequence: 20,
    state,
    ...more,
  });
  const answerOf = ({ id, questions }: Started, place: number) => ({
    key: `${id}:${questions[place]?.id}`,
    userId,
    attemptId: id,
    questionId: questions[place]?.id,
    selectedAnswer: 'BC'[place],
    responseTime: 3,
    sequence: 10 + place,
    answeredAt: iso(now - 1000),
  });
  const { questions, test: about, child } = sealed;
  const offline = {
    attemptId: sealed.attemptId,
    ticket: sealed.ticket,
    startedAt: iso(now - 100_000),
    finishedAt: iso(now - 40_000),
    elapsedMs: 60_000,
    answers: [
      { questionId: questions[0].id, selectedAnswer: 'A', elapsedMs: 30_000, at: iso(now - 70_000), responseTime: 9 },
    ],
  };
  const ended = { id: sealed.attemptId, childId, testId: reserved, questions, answers: [], test: about, child };
  const lost = { id: 999_999, childId, testId: 999_999, questions: [], answers: [], test: { theme: 'Medidas' }, child };
  await page.goto('/healthz');
  await create(page, 'caderneta', 2, {
    sittings: [
      'key',
      [
        sittingOf(open as never, 'open'),
        sittingOf(finished as never, 'finishing'),
        sittingOf({ ...ended, deadline: iso(now) } as never, 'finishing', {
          prepared: { ticket: sealed.ticket, clockOffset: 0, startedAt: now - 100_000 },
        }),
        sittingOf(lost as never, 'finished', { key: 'refused:999999', refused: 'O prazo deste teste acabou.' }),
      ],
    ],
    answers: ['key', [answerOf(open, 0), answerOf(open, 1), answerOf(finished, 0)]],
    finishings: [
      'attemptId',
      [
        {
          attemptId: finished.id,
          userId,
          childId,
          testId: finished.testId,
          work: { shown: [], awayTimes: 0, awayMs: 0 },
        },
        {
          attemptId: sealed.attemptId,
          userId,
          childId,
          testId: reserved,
          end: { elapsedMs: 60_000, at: now },
          offline,
        },
      ],
    ],
    person: ['key', [{ key: 'last', id: userId, role: 'parent', firstName: 'Teresa' }]],
    prepared: ['attemptId', []],
  });
  await create(page, 'caderneta-treino', 1, {
    packs: ['childId', [{ ...pack, childId, userId, clockOffset: 0 }]],
    reviews: [
      'clientId',
      [{ clientId: crypto.randomUUID(), childId, id: card.id, selectedAnswer: 'A', at: iso(now - 1000) }],
    ],
  });
  await page.evaluate(() => localStorage.setItem('treino-por-enviar', '1'));

  await page.goto('/dashboard');
  await expect(
    page.getByText(/^O teste de Medidas \(Maria\) não foi aceite\. O prazo deste teste acabou\.$/),
  ).toBeVisible();
  await expect.poll(async () => (await stored(page, 'caderneta', 'waiting')).length, { timeout: 30_000 }).toBe(0);
  const rows = await inDatabase((db) =>
    db.rows<{ id: number; state: string; offline: boolean; answers: number }>(
      `select a.id, a.state, a.offline, (select count(*)::int from answers w where w.attempt_id = a.id) as answers
       from attempts a where a.child_id = $1 order by a.id`,
      [childId],
    ),
  );
  expect(rows).toEqual([
    { id: past.id, state: 'completed', offline: false, answers: past.questions.length },
    { id: open.id, state: 'open', offline: false, answers: 2 },
    { id: finished.id, state: 'completed', offline: false, answers: 1 },
    { id: sealed.attemptId, state: 'completed', offline: true, answers: 1 },
  ]);
  const practised = await inDatabase((db) =>
    db.rows<{ card: string }>('select card from practice_reviews where child_id = $1', [childId]),
  );
  expect(practised).toHaveLength(1);
  expect(await stored(page, 'caderneta-treino', 'reviews')).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('treino-por-enviar'))).toBeNull();
});

import { afterEach, expect, test, vi } from 'vitest';
import { keepAnswer, keepSitting } from '../../../web/device/device-store.ts';
import { keepPrepared, readPrepared } from '../../../web/device/prepared-store.ts';
import { countUnsent } from '../../../web/device/waiting-store.ts';
import type { Sitting } from '../attempts/attempts.contract.ts';
import { openTest, type Phase } from './test-opening.tsx';

// There is no IndexedDB here, so the device's store is in memory.

afterEach(() => vi.unstubAllGlobals());

const FAMILY = 7;
/** Milliseconds; long enough on a busy machine. */
const PATIENCE = { timeout: 30_000 };

test.each([
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch')), 1],
  ['the server does not know it any more', async () => Response.json([]), 0],
] as const)(
  'a prepared test that is over by the clock of the phone stays on it until the server says so: %s',
  async (_, reply, left) => {
    vi.stubGlobal('location', { pathname: '/tests/2' });
    vi.stubGlobal('history', { state: null });
    vi.stubGlobal('fetch', reply);
    const sealed = { attemptId: 5, childId: 1, testId: 2, expiresAt: '2026-01-01T00:00:00Z', ticket: 't' };
    await keepPrepared(FAMILY, [sealed], 0);
    const shown: Phase[] = [];
    let isLive = true;
    await openTest(
      { childId: 1, testId: 2 },
      FAMILY,
      { clientId: 'c' },
      () => isLive,
      (phase) => {
        shown.push(phase);
        isLive = false;
      },
    );
    expect(shown.filter(({ kind }) => kind === 'sitting')).toEqual([]);
    expect(await readPrepared(FAMILY)).toHaveLength(left);
  },
);

type Replies = Record<string, (body: Record<string, unknown>) => Response | Promise<Response>>;

/**
 * Prepares a test that is on the phone with one answer, "7", which the server has. `networkBack` waits until the phone waits, and wakes it;
 * `shown` has the answer each time that the screen was shown, `asked` the calls.
 */
async function openKept(testId: number, replies: Replies) {
  vi.stubGlobal('location', { pathname: `/tests/${testId}` });
  vi.stubGlobal('history', { state: null });
  let back: (() => void) | undefined;
  vi.stubGlobal('addEventListener', (kind: string, listener: () => void) => {
    if (kind === 'online') back = listener;
  });
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => {
    if (listener === back) back = undefined;
  });
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {}, getElementById: () => null });
  const asked: [string, Record<string, unknown>][] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    const sent = JSON.parse(body ?? '{}') as Record<string, unknown>;
    asked.push([path, sent]);
    const reply = replies[path];
    if (!reply) throw new TypeError('Failed to fetch');
    return reply(sent);
  });
  const ids = { childId: 1, testId };
  const now = Date.now();
  const sitting = (answer: string): Sitting => ({
    id: testId * 10,
    ...ids,
    startedAt: new Date(now - 60_000).toISOString(),
    deadline: new Date(now + 840_000).toISOString(),
    serverTime: new Date(now).toISOString(),
    remainingSeconds: 840,
    timeLimit: 900,
    test: {} as Sitting['test'],
    child: { id: 1, firstName: 'Ana', schoolClass: '4º Ano', cover: 1 },
    questions: [{ id: 4 } as Sitting['questions'][number]],
    answers: answer ? [{ questionId: 4, selectedAnswer: answer }] : [],
  });
  await keepSitting(FAMILY, sitting('7'), 0);
  const write = (text: string) =>
    keepAnswer({
      userId: FAMILY,
      ...ids,
      attemptId: testId * 10,
      questionId: 4,
      selectedAnswer: text,
      responseTime: 1,
      startedAt: now - 60_000,
      answeredAt: Date.now(),
    });
  const shown: (string | undefined)[] = [];
  const open = () =>
    openTest(
      ids,
      FAMILY,
      { clientId: 'c' },
      () => true,
      (phase) => shown.push(phase.kind === 'sitting' ? phase.kept.choices[4]?.selectedAnswer : phase.kind),
    );
  const networkBack = async () => {
    await vi.waitFor(() => expect(back).toBeDefined(), PATIENCE);
    back?.();
  };
  return { sitting, write, shown, asked, open, networkBack };
}

const refusal = (status: number, code: string) => Response.json({ code, message: code }, { status });

test('a running test that opened without an answer of the server asks again, and takes over what was written since', async () => {
  let tries = 0;
  const kept = await openKept(21, {
    '/api/attempts': () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch');
      return tries === 2 ? refusal(503, 'unavailable') : Response.json(kept.sitting('79'));
    },
  });
  const opening = kept.open();
  await kept.networkBack();
  await vi.waitFor(() => expect(tries).toBe(2), PATIENCE);
  await kept.networkBack();
  await opening;
  expect(kept.shown).toEqual(['7', '79']);
  // The call names the attempt, so that it never starts another one.
  expect(kept.asked.slice(1).map(([path, { attemptId }]) => [path, attemptId])).toEqual([
    ['/api/attempts', 210],
    ['/api/attempts', 210],
  ]);
});

test('what the phone has not sent goes before it asks again, so that of two answers the later one is shown', async () => {
  let stored = '79';
  const kept = await openKept(22, {
    '/api/answers': ({ attemptId, questionId, selectedAnswer }) => {
      stored = String(selectedAnswer);
      return Response.json({ attemptId, questionId, saved: true, selectedAnswer });
    },
    '/api/attempts': ({ attemptId }) => {
      if (attemptId === undefined) throw new TypeError('Failed to fetch');
      return Response.json(kept.sitting(stored));
    },
  });
  const opening = kept.open();
  await vi.waitFor(() => expect(kept.asked).toHaveLength(1), PATIENCE);
  await kept.write('78');
  await kept.networkBack();
  await opening;
  expect(kept.asked.map(([path]) => path)).toEqual(['/api/attempts', '/api/answers', '/api/attempts']);
  expect(kept.shown).toEqual(['7', '78']);
});

test.each([
  ['it has ended on another phone', refusal(409, 'attempt-ended')],
  ['nobody is signed in', refusal(401, 'signed-out')],
])('a running test does not ask for ever: %s', async (_, reply) => {
  const kept = await openKept(23, {
    '/api/attempts': ({ attemptId }) => {
      if (attemptId === undefined) throw new TypeError('Failed to fetch');
      return reply;
    },
  });
  const opening = kept.open();
  await kept.networkBack();
  await opening;
  expect(kept.shown).toEqual(['7']);
  expect(kept.asked).toHaveLength(2);
});

test('an answer that arrives while the server says what it has is not lost from the screen', async () => {
  const kept = await openKept(24, {
    '/api/answers': ({ attemptId, questionId, selectedAnswer }) =>
      Response.json({ attemptId, questionId, saved: true, selectedAnswer }),
    // The server made its reply before the answer arrived.
    '/api/attempts': async () => {
      await vi.waitFor(async () => expect(await countUnsent(240)).toBe(0), PATIENCE);
      return Response.json(kept.sitting('7'));
    },
  });
  await kept.write('78');
  await kept.open();
  expect(kept.shown).toEqual(['78', '78']);
});

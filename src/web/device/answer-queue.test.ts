import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAnswerQueue } from './answer-queue.ts';
import { keepSitting, readSittings } from './device-store.ts';
import type { KeptPrepared } from './device-tables.ts';
import { beginPrepared, keepPrepared, readPrepared } from './prepared-store.ts';
import type { QueueEvent } from './queue-signals.ts';
import { countRefused, dropRefusal, readRefused, readWaiting } from './waiting-store.ts';

// There is no IndexedDB here, so the device's store is in memory: the same code that runs in a private window.

interface Call {
  method: string;
  path: string;
  body: { questionId?: number; selectedAnswer?: string; sequence?: number };
}

const START = Date.parse('2026-04-15T09:00:00Z');
let user = 100;
let calls: Call[] = [];
/** The server's next replies; the usual success when empty. */
let replies: (() => Response | Promise<Response>)[] = [];

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers });
const refusal = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { message: 'Não.', code }, headers);
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  user++;
  calls = [];
  replies = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body ?? '{}')) as Call['body'] & { attemptId?: number };
    calls.push({ method: String(init.method), path, body });
    const reply = replies.shift();
    if (reply) return reply();
    if (path === '/api/answers') return json(200, { ...body, saved: true })();
    return json(200, { id: Number(path.split('/').at(-1)), completed: true })();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns a queue of a signed-in parent, and the events that it has reported. */
async function aQueue() {
  const queue = createAnswerQueue();
  const told: QueueEvent[] = [];
  queue.onEvent((event) => event.kind !== 'clock' && told.push(event));
  await queue.start(user);
  const choose = (questionId: number, selectedAnswer: string, attemptId = user) =>
    queue.keep({
      userId: user,
      childId: 1,
      testId: 1,
      attemptId,
      questionId,
      selectedAnswer,
      responseTime: 3,
      startedAt: START,
      answeredAt: Date.now(),
    });
  const finish = () => queue.finish({ attemptId: user, userId: user, childId: 1, testId: 1 });
  return { queue, told, choose, finish, state: () => queue.stateOf(user) };
}

/** Returns a local storage whose entries are its own keys, as in a browser. */
function aStorage(): Record<string, string> {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, text: string) {
      this[name] = text;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  };
  return Object.create(methods);
}

const sent = () =>
  calls.map(({ method, path, body }) =>
    `${method} ${path} ${body.questionId ?? ''}${body.selectedAnswer ?? ''}`.trim(),
  );
const soon = () => vi.advanceTimersByTimeAsync(20);

describe('the answer queue', () => {
  test('stores a choice, sends it once, and reports it', async () => {
    const { choose, state } = await aQueue();
    const kept = await choose(1, 'A');
    expect(kept).toMatchObject({ selectedAnswer: 'A', answeredAt: '2026-04-15T09:00:00.000Z' });
    expect(state()).toBe('saving');
    await soon();
    expect(state()).toBe('saved');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent()).toEqual(['POST /api/answers 1A']);
  });

  test('sends a choice made while an earlier one is being sent after it, with a larger sequence', async () => {
    const { choose, state } = await aQueue();
    let arrive = () => {};
    replies.push(
      () =>
        new Promise((resolve) => {
          arrive = () => resolve(new Response(JSON.stringify({ attemptId: user, questionId: 1, saved: true })));
        }),
    );
    await choose(1, 'A');
    await soon();
    await choose(1, 'B');
    await choose(1, 'C');
    arrive();
    await soon();
    expect(sent()).toEqual(['POST /api/answers 1A', 'POST /api/answers 1C']);
    expect(calls[1]?.body.sequence).toBeGreaterThan(calls[0]?.body.sequence ?? Number.NaN);
    expect(state()).toBe('saved');
  });

  test('without a network it retries after 2, 5, 15 and 60 seconds, and sends only the newest choice', async () => {
    const { choose, state } = await aQueue();
    replies = [noNetwork, noNetwork, noNetwork, noNetwork, noNetwork];
    await choose(1, 'A');
    await soon();
    expect(state()).toBe('on-device');
    const tries: number[] = [];
    let before = calls.length;
    for (let second = 1; second <= 150; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      if (calls.length > before) tries.push(second);
      before = calls.length;
    }
    expect(tries).toEqual([2, 7, 22, 82, 142]);
    expect(state()).toBe('saved');
  });

  test('choices made in quick succession without a network are tried at once and do not lengthen the pause', async () => {
    const { choose, state } = await aQueue();
    replies = [noNetwork, noNetwork, noNetwork, noNetwork];
    for (const questionId of [1, 2, 3, 4]) {
      await choose(questionId, 'A');
      await vi.advanceTimersByTimeAsync(400);
      expect(calls).toHaveLength(questionId);
    }
    expect(state()).toBe('on-device');
    await vi.advanceTimersByTimeAsync(500);
    expect(state()).toBe('saved');
  });

  test('waits as long as the server asks for, even if new choices are made', async () => {
    const { choose } = await aQueue();
    replies = [refusal(503, 'starting', { 'Retry-After': '30' })];
    await choose(1, 'A');
    await vi.advanceTimersByTimeAsync(10_000);
    await choose(1, 'B');
    await vi.advanceTimersByTimeAsync(19_000);
    expect(sent()).toEqual(['POST /api/answers 1A']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent()).toEqual(['POST /api/answers 1A', 'POST /api/answers 1B']);
  });

  test('a reply that is not from our server neither confirms nor refuses an answer', async () => {
    const { choose, told, state } = await aQueue();
    replies = [
      () => new Response('<h1>Bem-vindo</h1>', { status: 200 }),
      () => new Response('<h1>?</h1>', { status: 404 }),
    ];
    await choose(1, 'A');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent()).toHaveLength(3);
    expect(told).toEqual([]);
    expect(state()).toBe('saved');
  });

  test('keeps everything when the session ends, and continues after signing in again', async () => {
    const { queue, choose, state } = await aQueue();
    replies = [refusal(401, 'not-signed-in'), refusal(401, 'not-signed-in')];
    await choose(1, 'A');
    await soon();
    await choose(2, 'B');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(state()).toBe('signed-out');
    await queue.start(user);
    expect(state()).toBe('saved');
    expect(sent().slice(-2)).toEqual(['POST /api/answers 1A', 'POST /api/answers 2B']);
  });

  test('in child mode an answer of another child does not hold back those of the child with the phone', async () => {
    const { choose, state } = await aQueue();
    const [notHere, here] = [user, user + 1_000];
    replies = [noNetwork];
    await choose(1, 'A', notHere);
    await soon();
    replies = [refusal(403, 'child-mode')];
    await choose(2, 'B', here);
    await soon();
    expect(sent().slice(1)).toEqual(['POST /api/answers 1A', 'POST /api/answers 2B']);
    expect(state()).toBe('on-device');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent().slice(3)).toEqual(['POST /api/answers 1A']);
    expect(state()).toBe('saved');
  });

  test('does not accept a 404 as an answer while another user is signed in', async () => {
    const { choose, told, state } = await aQueue();
    replies = [refusal(404, 'not-found'), json(200, { id: user + 1 })];
    await choose(1, 'A');
    await soon();
    expect(sent()).toEqual(['POST /api/answers 1A', 'GET /api/user']);
    expect(told).toEqual([]);
    expect(state()).toBe('signed-out');
  });

  test('never sends one person’s answers in the name of another', async () => {
    const first = await aQueue();
    replies = [noNetwork];
    await first.choose(1, 'A');
    await soon();
    const queue = createAnswerQueue();
    calls = [];
    await queue.start(user + 1_000_000);
    await soon();
    expect(sent()).toEqual([]);
  });

  test.each([
    [refusal(409, 'time-is-up'), { why: 'closed', code: 'time-is-up' }],
    [refusal(400, 'invalid'), { why: 'refused', code: 'invalid' }],
  ])('deletes an answer that the server refuses for good, and reports it (%#)', async (reply, what) => {
    const { choose, told, state } = await aQueue();
    replies = [reply];
    await choose(1, 'A');
    await soon();
    expect(told).toEqual([{ kind: 'dropped', attemptId: user, questionId: 1, ...what }]);
    expect(state()).toBe('saved');
    expect(calls).toHaveLength(1);
  });

  test('keeps a choice in local storage while the database cannot be written, until the server has it', async () => {
    const storage = aStorage();
    vi.stubGlobal('localStorage', storage);
    const { choose } = await aQueue();
    replies = [noNetwork];
    await choose(1, 'A');
    await soon();
    expect(Object.keys(storage)).toEqual([`escolha:${user}:1`]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent().at(-1)).toBe('POST /api/answers 1A');
    expect(Object.keys(storage)).toEqual([]);
  });

  test('keeps a newer choice in local storage when an older one arrives', async () => {
    const storage = aStorage();
    vi.stubGlobal('localStorage', storage);
    const { choose } = await aQueue();
    let arrive = () => {};
    replies = [
      () =>
        new Promise((resolve) => {
          arrive = () => resolve(json(200, { attemptId: user, questionId: 1, saved: true })());
        }),
      noNetwork,
      noNetwork,
    ];
    await choose(1, 'A');
    await vi.advanceTimersByTimeAsync(1_000);
    await choose(1, 'B');
    arrive();
    await soon();
    expect(sent()[0]).toBe('POST /api/answers 1A');
    expect(JSON.parse(storage[`escolha:${user}:1`] ?? '{}')).toMatchObject({ selectedAnswer: 'B' });
  });

  test('keeps on the device why a sitting done without network was refused, until it has been read', async () => {
    const { queue, told } = await aQueue();
    const sealed = { attemptId: user, childId: 1, testId: 1, expiresAt: '2026-04-20T09:00:00Z', ticket: 't' };
    await keepPrepared(user, [sealed], 0);
    const [kept] = await readPrepared(user);
    await beginPrepared(kept as KeptPrepared, () => ({ id: user, childId: 1, testId: 1, questions: [], answers: [] }));
    replies = [refusal(409, 'ticket-over')];
    await queue.finish({ attemptId: user, userId: user, childId: 1, testId: 1, end: { elapsedMs: 60_000, at: START } });
    await soon();
    expect(sent()).toEqual([`POST /api/prepared/${user}/sitting`]);
    expect(told.at(-1)).toMatchObject({ kind: 'finish-refused', message: 'Não.' });
    const refused = async () => (await readRefused(user)).map(({ answers, why }) => [answers, why]);
    expect(await refused()).toEqual([['all', 'Não.']]);
    // The same test, taken again, does not delete it.
    await keepSitting(user, { id: user + 1_000, childId: 1, testId: 1, questions: [], answers: [] }, 0);
    expect(await refused()).toEqual([['all', 'Não.']]);
    expect((await readSittings()).filter(({ userId }) => userId === user).map(({ state }) => state)).toEqual(['open']);
    await dropRefusal(`attempt:${user}`);
    expect(await refused()).toEqual([]);
  });

  test('keeps on the device how many answers were refused, and why, until it has been read', async () => {
    const { choose } = await aQueue();
    const question = (id: number) => ({ id });
    const child = { firstName: 'Maria' };
    const test = { theme: 'Fracções' };
    const sitting = {
      id: user,
      childId: 1,
      testId: 1,
      questions: [question(1), question(2)],
      answers: [],
      test,
      child,
    };
    await keepSitting(user, sitting, 0);
    replies = [refusal(409, 'completed'), refusal(409, 'completed')];
    await choose(1, 'A');
    await choose(2, 'B');
    await soon();
    expect(await countRefused(user)).toBe(2);
    expect(await readRefused(user)).toEqual([
      {
        lane: `attempt:${user}`,
        kind: 'answer',
        userId: user,
        childId: 1,
        words: 'Fracções (Maria)',
        answers: 2,
        why: 'Não.',
      },
    ]);
    const [kept] = (await readSittings()).filter(({ userId }) => userId === user);
    expect(kept?.choices).toEqual({});
  });

  test.each<[number, 'waits' | 'kept' | 'gone']>([
    [400, 'kept'],
    [401, 'waits'],
    [402, 'kept'],
    [403, 'waits'],
    [404, 'gone'],
    [408, 'waits'],
    [409, 'kept'],
    [410, 'kept'],
    [413, 'kept'],
    [422, 'kept'],
    [425, 'waits'],
    [429, 'waits'],
    [500, 'waits'],
    [503, 'waits'],
  ])('a child’s work to which the server replies %i is never lost without a word: it %s', async (status, what) => {
    const { queue } = await aQueue();
    const body = { clientId: 'd1', childId: 1 };
    const row = { id: 'd1', kind: 'dictation' as const, userId: user, childId: 1, words: 'ditado (Maria)', body };
    replies = [refusal(status, 'no')];
    if (status === 404) replies.push(json(200, { id: user }));
    await queue.keepRows({ ...row, lane: 'writing:1', order: 1, tries: 0, since: START });
    await queue.start(user);
    await soon();
    const ids = async () => (await readWaiting(user)).map(({ id }) => id);
    expect(await ids()).toEqual(what === 'waits' ? ['d1'] : []);
    const [refused] = await readRefused(user);
    expect([refused?.why, refused?.rows?.map(({ id }) => id)]).toEqual([
      what === 'waits' ? undefined : 'Não.',
      what === 'kept' ? ['d1'] : undefined,
    ]);
    if (what !== 'kept' || !refused) return;
    // Not sent again by itself, but when the parent asks for it.
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(calls).toHaveLength(1);
    replies = [json(201, { id: 7, words: 45 })];
    await queue.keepRows(...(refused.rows ?? []));
    await dropRefusal(refused.lane);
    await queue.start(user);
    await soon();
    expect([calls.at(-1)?.path, calls.at(-1)?.body]).toEqual(['/api/dictations', body]);
    expect([await ids(), await readRefused(user)]).toEqual([[], []]);
  });

  test('completes only once every answer has arrived, and once', async () => {
    const { choose, finish, told } = await aQueue();
    replies = [noNetwork, noNetwork];
    await choose(1, 'A');
    await choose(2, 'B');
    await finish();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent().slice(-3)).toEqual(['POST /api/answers 1A', 'POST /api/answers 2B', `PUT /api/attempts/${user}`]);
    expect(sent().filter((call) => call.startsWith('PUT'))).toHaveLength(1);
    expect(told.map(({ kind }) => kind)).toContain('finish-delayed');
    expect(told.at(-1)).toEqual({ kind: 'completed', attemptId: user });
  });
});

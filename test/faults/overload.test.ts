import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextLimit } from '../../src/server/http/admission.ts';
import {
  acknowledge,
  BACK_WITHIN,
  expectKept,
  FAULT_SECONDS,
  nextAnswer,
  note,
  pause,
  send,
  someTakers,
  type Taker,
  timeUntil,
} from '../support/faults.ts';
import { type OpenLoop, type Outcome, openLoop } from '../support/open-loop.ts';
import { type RunningApp, runningApp } from '../support/running-app.ts';

/** Multiple of the app's capacity at which calls are sent. */
const TIMES = 10;
/** Milliseconds within which a call is refused, on two cores shared by generator, app and database. */
const QUICK = 500;
/** Calls a second of a normal machine; on a slower one everything may take longer in proportion. */
const USUAL_CAPACITY = 600;
/** Maximum milliseconds of any call on a normal machine. */
const BOUNDED = 6_000;
/** Maximum resident size under overload of a process that has just loaded the whole bank, which has grown its heap. */
const MAX_MEMORY = 640 * 1024 * 1024;

let app: RunningApp;
let takers: Taker[];
beforeAll(async () => {
  app = await runningApp();
  await app.start();
  takers = await someTakers(app.url, 40);
});
afterAll(() => app.dispose());

type Kind = 'catalogue' | 'answer' | 'attempt';
/** Of ten calls: six of the catalogue, the most expensive kind, three answers and one request for an attempt. */
const MIX: Kind[] = [
  'catalogue',
  'answer',
  'catalogue',
  'catalogue',
  'answer',
  'catalogue',
  'attempt',
  'catalogue',
].concat(['answer', 'catalogue']) as Kind[];
const CONNECTIONS = 1_500;
let turn = 0;

/** Returns the next call of the mix as bytes, and a function to call when it was accepted. */
function nextCall(): { kind: Kind; request: Buffer; taken(): void } {
  const kind = MIX[turn % MIX.length] as Kind;
  const taker = takers[turn % takers.length] as Taker;
  turn += 1;
  const wrap = (line: string, body?: object) => {
    const text = body ? JSON.stringify(body) : '';
    const type = body ? `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n` : '';
    return Buffer.from(`${line} HTTP/1.1\r\nHost: app\r\nCookie: ${taker.cookie}\r\n${type}\r\n${text}`);
  };
  const taken = () => {};
  if (kind === 'catalogue') return { kind, taken, request: wrap('GET /api/tests') };
  if (kind === 'attempt')
    return { kind, taken, request: wrap(`PUT /api/attempts/${taker.attemptId}`, { completed: false }) };
  const answer = nextAnswer(taker);
  return { kind, taken: () => acknowledge(taker, answer), request: wrap('POST /api/answers', answer) };
}

const make = (loop: OpenLoop) =>
  new Promise<{ kind: Kind } & Outcome>((resolve, reject) => {
    const { kind, request, taken } = nextCall();
    const sent = loop.send(request, (outcome) => {
      if (outcome.status === 200) taken();
      resolve({ kind, ...outcome });
    });
    if (!sent) reject(new Error('no connection is free'));
  });

/** Measures how many calls a second the app completes with this number in parallel, which is its capacity. */
async function capacity(loop: OpenLoop, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let done = 0;
  const caller = async () => {
    for (; performance.now() < until; done += 1) expect((await make(loop)).status).toBe(200);
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return done / seconds;
}

const at = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;

test(
  `${TIMES} times the app’s capacity: the excess is refused at once, answers and completions are served, and it recovers afterwards`,
  async () => {
    const loop = await openLoop(app.url, CONNECTIONS);
    await capacity(loop, 0.5);
    const most = await capacity(loop, 1.5);
    const outcomes: ({ kind: Kind } & Outcome)[] = [];
    let unsent = 0;
    let memory = 0;
    const looking = setInterval(() => {
      residentSize().then((size) => {
        memory = Math.max(memory, size);
      });
    }, 500);
    const since = performance.now();
    // Calls are sent at the given rate even if earlier ones have not been answered: that makes it an overload.
    for (let sent = 0; performance.now() - since < FAULT_SECONDS * 1_000; await pause(2)) {
      const due = ((performance.now() - since) / 1_000) * most * TIMES;
      for (; sent < due; sent += 1) {
        make(loop).then(
          (outcome) => outcomes.push(outcome),
          () => {
            unsent += 1;
          },
        );
      }
    }
    const lasted = (performance.now() - since) / 1_000;
    await loop.idle();
    clearInterval(looking);
    const calm = await timeUntil(
      async () => {
        const began = performance.now();
        for (let call = 0; call < 10; call += 1) if ((await make(loop)).status !== 200) return false;
        return performance.now() - began < 1_000;
      },
      BACK_WITHIN,
      'normal again',
    );
    loop.close();
    const isRefusal = ({ status }: Outcome) => status === 503 || status === 429;
    const accepted = outcomes.filter(({ status }) => status === 200).map(({ took }) => took);
    const refused = outcomes.filter(isRefusal).map(({ took }) => took);
    const others = outcomes.filter(({ status }) => status !== 200 && status !== 503 && status !== 429);
    accepted.sort((one, other) => one - other);
    refused.sort((one, other) => one - other);
    const share = (...kinds: Kind[]) => {
      const calls = outcomes.filter(({ kind }) => kinds.includes(kind));
      return calls.filter(isRefusal).length / calls.length;
    };
    note('overload', {
      capacity: most,
      askedFor: (outcomes.length + unsent) / lasted,
      unsent: unsent / lasted,
      accepted: accepted.length / lasted,
      acceptedP50: at(accepted, 0.5),
      acceptedP99: at(accepted, 0.99),
      refusedP50: at(refused, 0.5),
      refusedP95: at(refused, 0.95),
      refusedShare: { catalogue: share('catalogue'), mission: share('answer', 'attempt') },
      memory: Math.round(memory / 1e6),
      calm,
      others: others.length,
    });
    expect(others).toEqual([]);
    expect(outcomes.filter((outcome) => isRefusal(outcome) && !outcome.retryAfter)).toEqual([]);
    // There was too much load, and some of it was served nevertheless.
    expect(refused.length).toBeGreaterThan(most / 2);
    expect(accepted.length).toBeGreaterThan((most * lasted) / 4);
    const slower = Math.max(1, USUAL_CAPACITY / most);
    expect(at(refused, 0.95)).toBeLessThan(QUICK * slower);
    expect(at(accepted, 0.99)).toBeLessThan(BOUNDED * slower);
    expect(share('answer', 'attempt')).toBeLessThan(share('catalogue'));
    expect(memory).toBeLessThan(MAX_MEMORY);
    expect(await expectKept(takers)).toBeGreaterThan(takers.length);
  },
  300_000 + FAULT_SECONDS * 3_000,
);

async function residentSize(): Promise<number> {
  const { status, body } = await send(app.url, 'GET', '/metrics');
  if (status !== 200) return 0;
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(body)?.[1] ?? 0);
}

test('the limit falls by a factor while the event loop is late or calls are slow, grows by steps otherwise, and stays within its bounds', () => {
  let limit = nextLimit(400, 0, 5);
  expect(limit).toBe(400);
  limit = nextLimit(limit, 51, 5);
  expect(limit).toBe(200);
  expect(nextLimit(limit, 49, 499)).toBe(220);
  for (let turns = 0; turns < 50; turns += 1) limit = nextLimit(limit, 5, 501);
  expect(limit).toBe(32);
  // Without samples the event loop does not count as late.
  for (let turns = 0; turns < 50; turns += 1) limit = nextLimit(limit, Number.NaN, Number.NaN);
  expect(limit).toBe(400);
});

import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '../../src/server/db/embedded.ts';
import { inOrder } from './delay.ts';
import { aFamily, temporaryFolder } from './running-app.ts';

/** Duration in seconds of faults without a fixed length; the long run sets more. */
export const FAULT_SECONDS = Number(process.env['FAULT_SECONDS'] ?? 4);

/**
 * Milliseconds within which the program must recover by itself: five seconds in the long run, which has the machine to itself. Other runs
 * share two cores with other tests.
 */
export const BACK_WITHIN = process.env['FAULT_FIGURES'] ? 5_000 : 60_000;

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Prints figures for a report, in the long run. */
export function note(text: string, figures: unknown): void {
  if (process.env['FAULT_FIGURES']) console.log(`${text}: ${JSON.stringify(figures)}`);
}

/** A PostgreSQL server outside the app, which can be stopped and started. */
export interface OwnServer {
  url(database?: string): string;
  socket(): string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Runs a statement as superuser, on a separate connection. */
  run<Row = Record<string, unknown>>(text: string, values?: unknown[], database?: string): Promise<Row[]>;
  dispose(): Promise<void>;
}

export async function ownServer(
  settings: Record<string, string> = {},
  folder: string = temporaryFolder(),
): Promise<OwnServer> {
  const start = () => startEmbedded(path.join(folder, 'postgres'), settings);
  let server: EmbeddedDatabase = await start();
  // DATABASE_URL must have a host name; the socket's folder in the parameter takes precedence.
  const url = (database?: string) => server.url(database).replace('@/', '@localhost/');
  return {
    url,
    socket: () => path.join(new URL(url()).searchParams.get('host') as string, '.s.PGSQL.5432'),
    async kill() {
      process.kill(server.pid() as number, 'SIGKILL');
      await server.ended;
    },
    async restart() {
      server = await start();
    },
    async run(text, values, database) {
      const client = new pg.Client({ connectionString: server.url(database) });
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    async dispose() {
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A network connection to a database, on loopback, whose replies can be delayed. */
export interface Line {
  url: string;
  delay(milliseconds: number): void;
  close(): Promise<void>;
}

export async function lineTo(socket: string | number): Promise<Line> {
  let wait = 0;
  const open = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = typeof socket === 'string' ? net.connect(socket) : net.connect(socket, '127.0.0.1');
    const after = inOrder();
    for (const end of [near, far]) {
      open.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        open.delete(end);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (chunk) => after(wait, () => void near.write(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    delay: (milliseconds) => {
      wait = milliseconds;
    },
    close: async () => {
      for (const end of open) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape they are about to check
  body: any;
  /** Milliseconds from sending to the last byte. */
  took: number;
}

/** A connection that ended before its reply did: `cut` if part of the reply had arrived, `inUse` if it had served earlier requests. */
export class Lost extends Error {
  readonly code: string | undefined;
  readonly cut: boolean;
  readonly inUse: boolean;
  constructor(code: string | undefined, cut: boolean, inUse: boolean) {
    super(`the connection was lost: ${code}`);
    this.code = code;
    this.cut = cut;
    this.inUse = inUse;
  }
}

/** The app limits every call to a few seconds; even on a busy machine no reply takes this long. */
const LONGEST_REPLY_MS = 60_000;

/**
 * Sends one request on the agent's connections and returns any reply.
 *
 * @throws Lost if the connection is lost; Error with the address if no reply comes.
 */
export function send(
  base: string,
  method: string,
  address: string,
  more: { cookie?: string; body?: unknown; agent?: http.Agent; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const payload = more.body === undefined ? undefined : Buffer.from(JSON.stringify(more.body));
  const started = performance.now();
  return new Promise((resolve, reject) => {
    let begun = false;
    const lost = (error: NodeJS.ErrnoException) => reject(new Lost(error.code, begun, request.reusedSocket));
    const request = http.request(
      base + encodeURI(address),
      {
        method,
        ...(more.agent ? { agent: more.agent } : {}),
        headers: {
          ...(more.cookie ? { cookie: more.cookie } : {}),
          ...more.headers,
          ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
        },
      },
      (response) => {
        begun = true;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', lost);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const json = response.headers['content-type']?.includes('json');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: json && text ? JSON.parse(text) : text,
            took: performance.now() - started,
          });
        });
      },
    );
    request.on('error', lost);
    // A reply that never comes fails here, where its address is known, and not as a timeout of the whole test.
    request.setTimeout(LONGEST_REPLY_MS, () => reject(new Error(`${method} ${address}: no reply`)));
    request.end(payload);
  });
}

/** A child in the middle of a test, with what was acknowledged to its device. */
export interface Taker {
  url: string;
  cookie: string;
  childId: number;
  testId: number;
  attemptId: number;
  questions: number[];
  /** By question: the letter acknowledged last, and the letters sent after it. */
  acknowledged: Map<number, string>;
  unsure: Map<number, Set<string>>;
  turn: number;
}

export async function aTaker(url: string): Promise<Taker> {
  const family = await aFamily(url);
  const catalogue = await family.call('GET', '/api/tests?class=4º Ano');
  const testId = catalogue.body[0].id as number;
  const started = await family.call('POST', '/api/attempts', { childId: family.childId, testId });
  if (started.status !== 201) throw new Error(`start: ${started.status} ${JSON.stringify(started.body)}`);
  return {
    url,
    cookie: family.cookie(),
    childId: family.childId,
    testId,
    attemptId: started.body.id,
    questions: started.body.questions.map((question: { id: number }) => question.id),
    acknowledged: new Map(),
    unsure: new Map(),
    turn: 0,
  };
}

/** Registers families, a few at a time, so that the preparation does not overload the program. */
export async function someTakers(url: string, count: number): Promise<Taker[]> {
  const takers: Taker[] = [];
  while (takers.length < count) {
    const together = Math.min(8, count - takers.length);
    takers.push(...(await Promise.all(Array.from({ length: together }, () => aTaker(url)))));
  }
  return takers;
}

/** Returns the next answer of this child: another letter for the next question, with the sequence number of a device. */
export function nextAnswer(taker: Taker): {
  attemptId: number;
  questionId: number;
  selectedAnswer: string;
  sequence: number;
} {
  taker.turn += 1;
  const questionId = taker.questions[taker.turn % taker.questions.length] as number;
  const selectedAnswer = 'ABCD'[(taker.turn + questionId) % 4] as string;
  const answer = { attemptId: taker.attemptId, questionId, selectedAnswer, sequence: taker.turn };
  const unsure = taker.unsure.get(questionId) ?? new Set();
  taker.unsure.set(questionId, unsure.add(selectedAnswer));
  return answer;
}

export function acknowledge(taker: Taker, answer: { questionId: number; selectedAnswer: string }): void {
  taker.acknowledged.set(answer.questionId, answer.selectedAnswer);
  taker.unsure.delete(answer.questionId);
}

/** Checks that every acknowledged answer is stored, or a later one in its place. @returns the number of answers checked. */
export async function expectKept(takers: readonly Taker[]): Promise<number> {
  let looked = 0;
  for (const taker of takers) {
    const resumed = await send(taker.url, 'POST', '/api/attempts', {
      cookie: taker.cookie,
      body: { childId: taker.childId, testId: taker.testId },
    });
    expect(resumed.status).toBe(200);
    const kept = new Map<number, string>(
      resumed.body.answers.map((answer: { questionId: number; selectedAnswer: string }) => [
        answer.questionId,
        answer.selectedAnswer,
      ]),
    );
    for (const [questionId, letter] of taker.acknowledged) {
      const possible = [letter, ...(taker.unsure.get(questionId) ?? [])];
      expect(possible, `attempt ${taker.attemptId}, question ${questionId}`).toContain(kept.get(questionId));
      looked += 1;
    }
  }
  return looked;
}

/** Replies that children got while a fault lasted. */
export interface Met {
  acknowledged: number;
  /** Number of replies by status, and of `lost` connections. */
  replies: Record<string, number>;
  /** Number of 503 and 429 replies without `Retry-After`. */
  withoutRetryAfter: number;
  /** Number of answers abandoned after all retries. */
  givenUp: number;
  cut: number;
  /** Number of connections lost although they had been used before and were not announced to be closed. */
  lostInUse: number;
  slowest: number;
}

/** Makes children answer one question after the other until stopped, with up to `tries` attempts for each answer. */
export function answering(
  takers: readonly Taker[],
  options: { tries?: number; between?: number; agent?: http.Agent } = {},
): { met: Met; stop(): Promise<Met> } {
  const met: Met = { acknowledged: 0, replies: {}, withoutRetryAfter: 0, givenUp: 0, cut: 0, lostInUse: 0, slowest: 0 };
  const agent = options.agent ?? new http.Agent({ keepAlive: true });
  let stopped = false;
  const count = (what: string | number) => {
    met.replies[what] = (met.replies[what] ?? 0) + 1;
  };
  const attempt = async (taker: Taker, answer: ReturnType<typeof nextAnswer>): Promise<boolean> => {
    try {
      const reply = await send(taker.url, 'POST', '/api/answers', { cookie: taker.cookie, body: answer, agent });
      count(reply.status);
      met.slowest = Math.max(met.slowest, reply.took);
      if ([429, 503].includes(reply.status) && !reply.headers['retry-after']) met.withoutRetryAfter += 1;
      if (reply.status !== 200) return false;
      acknowledge(taker, answer);
      met.acknowledged += 1;
      return true;
    } catch (error) {
      count(error instanceof Lost ? 'lost' : (error as Error).message);
      if ((error as Lost).cut) met.cut += 1;
      if ((error as Lost).inUse) met.lostInUse += 1;
      return false;
    }
  };
  const loops = takers.map(async (taker) => {
    while (!stopped) {
      const answer = nextAnswer(taker);
      let done = await attempt(taker, answer);
      for (let tries = 1; !done && tries < (options.tries ?? 1); tries += 1) {
        await pause(150 * tries);
        done = await attempt(taker, answer);
      }
      if (!done) met.givenUp += 1;
      await pause(done ? (options.between ?? 0) : 50);
    }
  });
  return {
    met,
    async stop() {
      stopped = true;
      await Promise.all(loops);
      if (!options.agent) agent.destroy();
      return met;
    },
  };
}

/** Returns the milliseconds until `right` holds; fails if it takes longer than `most`. */
export async function timeUntil(right: () => Promise<boolean>, most: number, what: string): Promise<number> {
  const since = performance.now();
  for (;;) {
    if (await right().catch(() => false)) return performance.now() - since;
    if (performance.now() - since > most) throw new Error(`${what}: not within ${most} ms`);
    await pause(25);
  }
}

export const answers = async (base: string, address: string): Promise<number> =>
  send(base, 'GET', address).then(
    ({ status }) => status,
    () => 0,
  );

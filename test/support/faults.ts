import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '../../src/server/embedded.ts';
import { inOrder } from './delay.ts';
import { aFamily, temporaryFolder } from './running-app.ts';

/** Seconds that a fault lasts where its length is free; the long run asks for more. */
export const FAULT_SECONDS = Number(process.env['FAULT_SECONDS'] ?? 4);

/**
 * Milliseconds after which the program must serve again by itself: five seconds, judged by the long run, which has the machine
 * to itself. Beside other tests it shares two cores with them.
 */
export const BACK_WITHIN = process.env['FAULT_FIGURES'] ? 5_000 : 60_000;

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Figures for a report, in the long run. */
export function note(text: string, figures: unknown): void {
  if (process.env['FAULT_FIGURES']) console.log(`${text}: ${JSON.stringify(figures)}`);
}

/** A PostgreSQL server beside the app rather than beneath it, which can be taken away and brought back. */
export interface OwnServer {
  url(database?: string): string;
  socket(): string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Runs statements as an administrator would, on a separate connection. */
  run<Row = Record<string, unknown>>(text: string, values?: unknown[], database?: string): Promise<Row[]>;
  dispose(): Promise<void>;
}

export async function ownServer(
  settings: Record<string, string> = {},
  folder: string = temporaryFolder(),
): Promise<OwnServer> {
  const start = () => startEmbedded(path.join(folder, 'postgres'), settings);
  let server: EmbeddedDatabase = await start();
  // With a host's name, which DATABASE_URL must have; the socket's folder comes after it and wins.
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

/** A network line to a database, on loopback, whose replies can be made slow. */
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

/** A connection that ended before its reply had: `cut` when part of the reply had come, `inUse` when it had served before. */
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

/** Returns one request on the agent's connections. Any reply will do; a lost connection throws `Lost`. */
export function send(
  base: string,
  method: string,
  address: string,
  more: { cookie?: string; body?: unknown; agent?: http.Agent } = {},
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
    request.end(payload);
  });
}

/** A child in the middle of a test, and what its device has been told is kept. */
export interface Taker {
  url: string;
  cookie: string;
  childId: number;
  testId: number;
  attemptId: number;
  questions: number[];
  /** Per question: what was acknowledged last, and what was sent after that. */
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

/** Families that register a few at a time: making them ready is not what overloads the program. */
export async function someTakers(url: string, count: number): Promise<Taker[]> {
  const takers: Taker[] = [];
  while (takers.length < count) {
    const together = Math.min(8, count - takers.length);
    takers.push(...(await Promise.all(Array.from({ length: together }, () => aTaker(url)))));
  }
  return takers;
}

/** Returns the next answer of this taker: another letter for the next question, with the sequence number that devices send. */
export function nextAnswer(taker: Taker): { attemptId: number; questionId: number; selectedAnswer: string } {
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

/** Everything that was acknowledged is there, unless something sent later took its place. Gives how much was looked at. */
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

/** What children met who answered while something went wrong. */
export interface Met {
  acknowledged: number;
  /** Replies by status, and `lost` connections. */
  replies: Record<string, number>;
  /** 503s and 429s that did not say when to come back. */
  withoutRetryAfter: number;
  /** Answers given up after all their tries. */
  givenUp: number;
  cut: number;
  /** Connections lost although they had been used before, and nobody had said that they would be closed. */
  lostInUse: number;
  slowest: number;
}

/** Takers answer one question after the other until told to stop, each answer tried up to `tries` times. */
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
      count('lost');
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

/** Returns milliseconds until `right` holds; fails when it takes longer than `most`. */
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

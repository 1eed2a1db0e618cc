// Families that take tests through the proxy of a topology, each on an HTTP/2 connection of its own.
import http2 from 'node:http2';
import { Ledger } from '../test/support/ledger.ts';

/**
 * Milliseconds between two answers of a child, and until a call is repeated. The server keeps at most ten sequence numbers a second
 * (`BOUNDED_SEQUENCE`): it would store the answers of a faster child with other numbers than the ledger has.
 */
const PAUSE_MS = 110;
const RETRY_MS = 250;
/** Number of attempts after which a call counts as failed. */
const TRIES = 6;

export interface Replied {
  status: number;
  /** The `Retry-After` header. */
  retryAfter: string | undefined;
  body: Record<string, unknown>;
  cookie: string | undefined;
}

/** A simulated browser: an HTTP/2 connection over TLS, opened again when it closes. */
export class Phone {
  #origin: string;
  #session: http2.ClientHttp2Session | undefined;
  cookie = '';
  constructor(origin: string) {
    this.#origin = origin;
  }
  #connection(): http2.ClientHttp2Session {
    if (!this.#session || this.#session.closed || this.#session.destroyed) {
      this.#session = http2.connect(this.#origin, { rejectUnauthorized: false });
      this.#session.on('error', () => {});
    }
    return this.#session;
  }
  /**
   * Calls the app, and repeats a call whose stream the proxy refused: the app has not processed it, and browsers repeat it too (RFC 9113,
   * 8.7).
   */
  async call(method: string, address: string, body?: unknown): Promise<Replied> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#send(method, address, body);
      } catch (error) {
        if (tries === 3 || !/REFUSED_STREAM/.test(String(error))) throw error;
      }
    }
  }
  #send(method: string, address: string, body?: unknown): Promise<Replied> {
    return new Promise((resolve, reject) => {
      const stream = this.#connection().request({
        ':method': method,
        ':path': address,
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      });
      let status = 0;
      let retryAfter: string | undefined;
      let text = '';
      stream.on('response', (headers) => {
        status = Number(headers[':status']);
        retryAfter = headers['retry-after'];
        const given = headers['set-cookie']?.[0]?.split(';')[0];
        if (given) this.cookie = given;
      });
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => (text += chunk));
      stream.on('end', () =>
        resolve({
          status,
          retryAfter,
          body: text.startsWith('{') ? JSON.parse(text) : { message: text },
          cookie: this.cookie,
        }),
      );
      stream.on('error', reject);
      stream.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
  /** A call that must be done. */
  async done(method: string, address: string, body?: unknown): Promise<Replied> {
    const reply = await this.call(method, address, body);
    if (reply.status < 300) return reply;
    throw new Error(`${method} ${address}: ${reply.status} ${String(reply.body['message'])}`);
  }
  close(): void {
    this.#session?.destroy();
  }
}

interface Taker {
  phone: Phone;
  attemptId: number;
  questions: number[];
  answered: number;
}

async function aTaker(origin: string, name: string, testId: number): Promise<Taker> {
  const phone = new Phone(origin);
  await phone.done('POST', '/api/register', {
    username: name,
    fullName: 'Teresa Domingos',
    email: `${name}@familia.example`,
    password: 'segredo1',
    confirmPassword: 'segredo1',
  });
  const child = await phone.done('POST', '/api/children', { fullName: 'Maria', schoolClass: '4º Ano' });
  const started = await phone.done('POST', '/api/attempts', { childId: child.body['id'], testId });
  return {
    phone,
    attemptId: Number(started.body['id']),
    questions: (started.body['questions'] as { id: number }[]).map(({ id }) => id),
    answered: 0,
  };
}

/** On a busy machine a call that prepares a family may be refused: another family is tried then. */
async function insist(origin: string, index: number, testId: number): Promise<Taker> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await aTaker(origin, `topologia${process.pid}x${index}x${tries}`, testId);
    } catch (error) {
      if (tries === 20) throw error;
      await pause(1_000);
    }
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Children who tap all the time, and a ledger of what was acknowledged to them. */
export class Takers {
  readonly ledger = new Ledger();
  readonly all: Taker[] = [];
  /** Calls that failed, as status and message. */
  readonly failed: string[] = [];
  /** Number of calls that still failed after `TRIES` attempts. */
  failedAfterRetries = 0;
  /** Milliseconds that children waited for answers to be saved, since `takeWaits`. */
  #waits: number[] = [];
  #going = true;
  #load: Promise<void>[] = [];
  #persistent: boolean;

  /** @param persistent whether a call that failed is repeated until it is answered, as the app on a phone does. */
  constructor(persistent = false) {
    this.#persistent = persistent;
  }

  async begin(origin: string, count: number, testId: number): Promise<void> {
    this.all.push(...(await Promise.all(Array.from({ length: count }, (_, index) => insist(origin, index, testId)))));
    this.#load = this.all.map((taker) => this.#run(taker));
  }

  get answered(): number {
    return this.all.reduce((sum, taker) => sum + taker.answered, 0);
  }

  /** Returns how long each answer took since the last call, in milliseconds. */
  takeWaits(): number[] {
    return this.#waits.splice(0);
  }

  async stop(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#load);
  }

  close(): void {
    for (const { phone } of this.all) phone.close();
  }

  async #run(taker: Taker): Promise<void> {
    for (let sequence = 1; this.#going; sequence += 1) {
      const { attemptId, questions, answered } = taker;
      const selectedAnswer = 'ABCD'[Math.floor(answered / questions.length) % 4] as string;
      const questionId = questions[answered % questions.length] as number;
      const sent = performance.now();
      await this.#answer(taker.phone, { attemptId, questionId, selectedAnswer, sequence });
      taker.answered += 1;
      this.#waits.push(performance.now() - sent);
      await pause(PAUSE_MS);
    }
  }

  async #answer(phone: Phone, answer: Parameters<Ledger['sending']>[0]): Promise<void> {
    this.ledger.sending(answer);
    for (let tries = 1; ; tries += 1) {
      const reply = await phone
        .call('POST', '/api/answers', answer)
        .catch((error: Error) => ({ status: 0, body: { message: error.message } }));
      if (reply.status === 200) return this.ledger.acknowledged(answer);
      this.failed.push(`${reply.status} ${String(reply.body['message'])}`);
      if (tries === TRIES) this.failedAfterRetries += 1;
      if (!this.#persistent || !this.#going) return;
      await pause(RETRY_MS);
    }
  }
}

import { createHmac, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TOKEN = 'a-token-of-the-sandbox';

interface Reference {
  amount: string;
  end_datetime: string;
  custom_fields: Record<string, string>;
}

/**
 * How the gateway fails once: it replies with a status, closes the connection, never replies, or replies with something that is not JSON.
 */
export type Fault = 'none' | number | 'hang-up' | 'silence' | 'not-json' | 'done-but-500';

/** A gateway as its documentation describes it (API v2), which can be made to fail, on its own port. */
export interface FakeProxypay {
  url: string;
  /** The API key that the simulated gateway accepts, and with which it signs callbacks. */
  token: string;
  references: Map<string, Reference>;
  /** Payments that were not acknowledged. */
  queue: Record<string, unknown>[];
  /** Requests received, as 'PUT /references/:id'. */
  asked: string[];
  /** Faults of the next replies, in order. */
  faults: Fault[];
  /** Pays a reference at a machine. @returns the payment as the gateway will report it. */
  pay(reference: string, amount?: string | number): Record<string, unknown>;
  /** Returns the exact body of a callback, and its signature. */
  callback(payment: unknown, key?: string): { body: string; headers: Record<string, string> };
  close(): Promise<void>;
}

export const signatureOf = (body: string, key = TOKEN) => createHmac('sha256', key).update(body).digest('hex');

export async function fakeProxypay(): Promise<FakeProxypay> {
  let reserved = randomInt(100_000_000, 900_000_000);
  let paid = 1_000;
  const server = createServer((request, response) => void answer(request, response));
  const fake: FakeProxypay = {
    url: '',
    token: TOKEN,
    references: new Map(),
    queue: [],
    asked: [],
    faults: [],
    pay(reference, amount) {
      const known = fake.references.get(reference);
      paid += 1;
      const payment = {
        // Amounts are sometimes numbers and sometimes text.
        id: paid % 2 ? paid : String(paid),
        transaction_id: paid * 7,
        terminal_type: 'ATM',
        terminal_transaction_id: 99,
        terminal_location: 'Luanda',
        terminal_id: '0000012345',
        reference_id: paid % 2 ? Number(reference) : reference,
        entity_id: 11111,
        product_id: 1,
        period_id: 3171,
        fee: '50.00',
        datetime: '2026-11-21T10:12:00Z',
        amount: amount ?? known?.amount ?? '0.00',
        custom_fields: known?.custom_fields ?? {},
      };
      fake.queue.push(payment);
      return payment;
    },
    callback(payment, key = fake.token) {
      const body = JSON.stringify(payment);
      return { body, headers: { 'content-type': 'application/json', 'x-signature': signatureOf(body, key) } };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    fake.asked.push(`${method} ${url.replace(/\d+/, ':id')}`);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const fault = fake.faults.shift();
    if (fault === 'hang-up') return void request.socket.destroy();
    if (fault === 'silence') return;
    if (typeof fault === 'number') return void response.writeHead(fault).end('{"error":"sorry"}');
    if (fault === 'not-json') return void response.writeHead(200).end('<html>maintenance</html>');
    if (request.headers.authorization !== `Token ${fake.token}`) return void response.writeHead(401).end();
    if (request.headers.accept !== 'application/vnd.proxypay.v2+json') return void response.writeHead(406).end();
    const [, collection, id = ''] = url.split('/');
    let status = 404;
    let body = '';
    if (method === 'POST' && collection === 'reference_ids') {
      reserved += 1;
      status = 200;
      body = reserved % 2 ? String(reserved) : `"${reserved}"`;
    } else if (method === 'PUT' && collection === 'references') {
      const wanted = JSON.parse(Buffer.concat(pieces).toString()) as Reference;
      const right = /^\d+\.\d\d$/.test(wanted.amount) && !Number.isNaN(Date.parse(wanted.end_datetime));
      status = right && Object.keys(wanted.custom_fields).length <= 9 ? 204 : 400;
      if (status === 204) fake.references.set(id, wanted);
    } else if (method === 'DELETE' && collection === 'references') {
      status = fake.references.delete(id) ? 204 : 404;
    } else if (method === 'GET' && collection === 'payments') {
      status = 200;
      body = JSON.stringify(fake.queue);
    } else if (method === 'DELETE' && collection === 'payments') {
      const before = fake.queue.length;
      fake.queue = fake.queue.filter((payment) => String(payment['id']) !== id);
      status = fake.queue.length < before ? 204 : 404;
    }
    if (fault === 'done-but-500') status = 500;
    response.writeHead(status, { 'content-type': 'application/vnd.proxypay.v2+json' }).end(body);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

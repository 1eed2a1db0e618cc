import http from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/server/config.ts';
import type { Database } from '../src/server/db/db.ts';
import { createFrame } from '../src/server/http/http.ts';
import { createLog } from '../src/server/watch/log.ts';
import type { Contract } from '../src/shared/endpoint.ts';
import { multipart } from './support/app.ts';

const contract = {
  'GET /api/paper': {
    summary: 'A file',
    authz: { allow: ['anonymous'], owner: null },
    output: z.null(),
    file: ['application/pdf'],
  },
  'POST /api/upload': {
    summary: 'An upload',
    authz: { allow: ['anonymous'], owner: null },
    upload: { maxBytes: 1_000 },
    body: z.object({ altText: z.string('Escreva a descrição.').min(3, 'Escreva a descrição.') }),
    output: z.object({ name: z.string(), type: z.string(), length: z.number(), altText: z.string() }),
  },
  'POST /api/form': {
    summary: 'A form',
    authz: { allow: ['anonymous'], owner: null },
    form: true,
    body: z.object({ word: z.string() }),
    output: z.object({ word: z.string() }),
  },
  'POST /api/nothing': {
    summary: 'No body',
    authz: { allow: ['anonymous'], owner: null },
    output: z.null(),
  },
  'POST /api/signed': {
    summary: 'A body as it came',
    authz: { allow: ['anonymous'], owner: null },
    raw: true,
    body: z.object({ amount: z.number() }),
    output: z.object({ raw: z.string(), amount: z.number() }),
  },
} as const satisfies Contract;

const log = createLog('silent');
const config = readConfig({ SECRET_KEY: 'a-secret-only-for-tests-a-secret-only-for-tests', DEMO: '0' });
const frame = await createFrame({
  config,
  db: {} as Database,
  log,
  brand: () => config.brand,
  resolveSession: async () => undefined,
  refuseUnconfirmed: async () => {},
  childOf: { attempt: async () => undefined, diagnostic: async () => undefined },
});
frame.bind(contract, {
  'GET /api/paper': async () => ({
    bytes: Buffer.from('%PDF-1.7'),
    type: 'application/pdf',
    name: 'Relatório "João" – 4.ª.pdf',
  }),
  'POST /api/upload': async ({ file, body }) => ({
    name: file.name,
    type: file.type,
    length: file.bytes.length,
    ...body,
  }),
  'POST /api/form': async ({ body }) => body,
  'POST /api/nothing': async () => null,
  'POST /api/signed': async ({ rawBody, body }) => ({ raw: Buffer.from(rawBody).toString(), ...body }),
});
afterAll(() => frame.server.close());

const post = (url: string, payload: string | Buffer, headers: Record<string, string>) =>
  frame.server.inject({ method: 'POST', url, payload, headers });
const JSON_TYPE = { 'content-type': 'application/json' };

test('a download has a file name that every browser can read, and its declared content type only', async () => {
  const reply = await frame.server.inject({ url: '/api/paper' });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('application/pdf');
  expect(reply.headers['content-disposition']).toBe(
    `attachment; filename="Relat?rio \\"Jo?o\\" ? 4.?.pdf"; filename*=UTF-8''Relat%C3%B3rio%20%22Jo%C3%A3o%22%20%E2%80%93%204.%C2%AA.pdf`,
  );
  expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' });
  expect(reply.body).toBe('%PDF-1.7');
});

test('an upload is one file with form fields', async () => {
  const { payload, headers } = multipart(
    { altText: 'Um gráfico' },
    { name: 'a.png', type: 'image/png', bytes: '12345' },
  );
  const reply = await post('/api/upload', payload, headers);
  expect(reply.json()).toEqual({ name: 'a.png', type: 'image/png', length: 5, altText: 'Um gráfico' });
});

test.each([
  [
    'too large a file',
    413,
    'too-large',
    multipart({ altText: 'grande' }, { name: 'a', type: 'x/y', bytes: 'x'.repeat(1_001) }),
  ],
  [
    'an extremely large file',
    413,
    'too-large',
    multipart({ altText: 'grande' }, { name: 'a', type: 'x/y', bytes: 'x'.repeat(200_000) }),
  ],
  ['no file', 400, 'invalid-input', multipart({ altText: 'nada' })],
  ['a missing field', 400, 'invalid-input', multipart({}, { name: 'a', type: 'x/y', bytes: '1' })],
  [
    'a truncated body',
    400,
    'invalid-input',
    { payload: Buffer.from('--x\r\nContent-Disp'), headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  ],
  ['no boundary', 415, 'wrong-type', { payload: Buffer.from('x'), headers: { 'content-type': 'multipart/form-data' } }],
  ['another type', 415, 'wrong-type', { payload: Buffer.from('x'), headers: { 'content-type': 'image/png' } }],
  ['JSON', 400, 'invalid-input', { payload: Buffer.from('{}'), headers: JSON_TYPE }],
] as const)('an upload with %s is refused', async (_, status, code, { payload, headers }) => {
  const reply = await post('/api/upload', payload as Buffer, headers as unknown as Record<string, string>);
  expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
});

test('a form is accepted in both of its types where the contract allows one, and nowhere else', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await post('/api/form', 'word=ol%C3%A1', form)).json()).toEqual({ word: 'olá' });
  expect((await post('/api/signed', 'amount=1', form)).statusCode).toBe(415);
  const { payload, headers } = multipart({ word: 'x' });
  expect((await post('/api/form', payload, headers)).json()).toEqual({ word: 'x' });
  expect((await post('/api/signed', payload, headers)).statusCode).toBe(415);
});

test('an empty body of unknown length counts as no body, and one without a content type is refused', async () => {
  const { port } = new URL(await frame.server.listen({ host: '127.0.0.1', port: 0 }));
  const statusOf = (piece: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const request = http.request({
        port,
        method: 'POST',
        path: '/api/nothing',
        headers: { 'transfer-encoding': 'chunked' },
      });
      request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      if (piece) request.write(piece);
      request.end();
    });
  expect(await statusOf('')).toBe(200);
  expect(await statusOf('x')).toBe(415);
});

test('a signature can be verified on the exact bytes of the body, whitespace included', async () => {
  const body = '{ "amount" :  9000.0 }';
  expect((await post('/api/signed', body, JSON_TYPE)).json()).toEqual({ raw: body, amount: 9000 });
  expect((await post('/api/signed', `{"amount":1,"x":"${'x'.repeat(70_000)}"}`, JSON_TYPE)).statusCode).toBe(413);
});

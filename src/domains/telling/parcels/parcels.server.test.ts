import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { expect, test } from 'vitest';
import { testApp, type Visitor } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, aParent } from '../../../../test/support/builders.ts';
import {
  PARCEL_INFO,
  type Parcel,
  parcelFile,
  ROW_KEY_INFO,
  type RowKey,
  readParcelFile,
} from '../../../shared/parcel.ts';

const app = await testApp();
const { db } = app;
const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });

/** Seals a parcel as a phone does. */
const seal = (parent: Visitor, parcel: Parcel, packed = true) => sealText(parent, JSON.stringify(parcel), packed);
async function sealText(parent: Visitor, written: string, packed = true): Promise<string> {
  const { key } = (await parent.get('/api/parcels/key')).body as { key: string };
  const recipientPublicKey = await suite.kem.deserializePublicKey(Uint8Array.from(Buffer.from(key, 'base64')).buffer);
  const text = Buffer.from(written);
  const content = Uint8Array.from(packed ? gzipSync(text) : text).buffer;
  const { enc, ct } = await suite.seal({ recipientPublicKey, info: PARCEL_INFO }, content);
  return parcelFile(Buffer.concat([Buffer.from(enc), Buffer.from(ct)]));
}

/** Returns a parent with a child in the middle of a test, and the calls that its phone would make to finish it. */
async function aPhone() {
  const parent = await aParent(app);
  const sitting = await aChildMidTest(app, parent);
  const words = 'Fracções (Maria)';
  const calls: Parcel['calls'] = [
    ...sitting.test.questions.map(({ id }, place) => ({
      method: 'POST' as const,
      path: '/api/answers',
      body: {
        attemptId: sitting.id,
        questionId: id,
        selectedAnswer: 'B',
        responseTime: 9,
        sequence: place + 1,
        answeredAt: new Date().toISOString(),
      },
      words,
    })),
    { method: 'PUT', path: `/api/attempts/${sitting.id}`, body: { completed: true }, words },
  ];
  return { parent, sitting, calls, userId: parent.id };
}

const stateOf = async (id: number) =>
  db.row(
    `select a.state, a.late, (select count(*)::int from answers w where w.attempt_id = a.id) as answers from attempts a where a.id = $1`,
    [id],
  );

test.each([true, false])(
  'a parcel does what the phone would have done, and may be handed in twice (compressed: %s)',
  async (packed) => {
    const { parent, sitting, calls, userId } = await aPhone();
    const file = await seal(parent, { userId, calls }, packed);
    expect(file).not.toContain('answers');
    const first = await parent.post('/api/parcels', { file });
    expect([first.status, first.body]).toEqual([200, { taken: calls.length, refused: [] }]);
    const done = await stateOf(sitting.id);
    expect(done).toEqual({ state: 'completed', late: false, answers: sitting.test.questions.length });
    expect((await parent.post('/api/parcels', { file })).body).toEqual({ taken: calls.length, refused: [] });
    // The phone itself sends the same later.
    for (const { path, body } of calls.slice(0, -1)) expect((await parent.post(path, body as object)).status).toBe(200);
    expect(await stateOf(sitting.id)).toEqual(done);
  },
);

test('what the server does not accept is named, with the reason; the rest counts', async () => {
  const { parent, sitting, calls, userId } = await aPhone();
  const stranger = await aPhone();
  const [answer, end] = [calls[0], calls.at(-1)] as [Parcel['calls'][number], Parcel['calls'][number]];
  const theirs = { ...(stranger.calls[0] as Parcel['calls'][number]), words: 'Medidas (João)' };
  const others = [
    { method: 'PUT' as const, path: '/api/account/pin', body: { pin: '1234', password: 'x' }, words: 'o PIN' },
    { method: 'PUT' as const, path: `/api/attempts/${sitting.id}/../../account/pin`, body: {}, words: 'o PIN' },
  ];
  const file = await seal(parent, { userId, calls: [theirs, ...others, answer, end] });
  expect((await parent.post('/api/parcels', { file })).body).toEqual({
    taken: 2,
    refused: [
      { words: 'Medidas (João)', why: expect.stringMatching(/\.$/) },
      { words: 'o PIN', why: 'Não conseguimos ler estas respostas. Ligue esse telemóvel à internet: ele envia-as.' },
      { words: 'o PIN', why: 'Não conseguimos ler estas respostas. Ligue esse telemóvel à internet: ele envia-as.' },
    ],
  });
  expect(await stateOf(stranger.sitting.id)).toMatchObject({ state: 'open', answers: 0 });
});

test('what no phone would send is refused like the rest, and what follows counts', async () => {
  const { parent, sitting, calls, userId } = await aPhone();
  const bodies = [
    'null',
    '7',
    '"text"',
    'true',
    '[]',
    '{"__proto__":{}}',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  ];
  // Written by hand, because no phone can write the last one.
  const odd = bodies.map(
    (body) => `{"method":"PUT","path":"/api/attempts/${sitting.id}","words":"Fracções","body":${body}}`,
  );
  const text = `{"userId":${userId},"calls":[${[...odd, ...calls.map((one) => JSON.stringify(one))].join(',')}]}`;
  const { status, body } = await parent.post('/api/parcels', { file: await sealText(parent, text) });
  expect([status, body.taken]).toEqual([200, calls.length]);
  expect(body.refused).toHaveLength(bodies.length);
});

test('T58 a parcel of another account, a changed one, and any other file are refused, and nothing is written', async () => {
  const { parent, sitting, calls, userId } = await aPhone();
  const file = await seal(parent, { userId, calls });
  const stranger = await aParent(app);
  const refusal = async (visitor: Visitor, text: string) => {
    const { status, body } = await visitor.post('/api/parcels', { file: text });
    return [status, (body as { fields: { file: string } }).fields.file];
  };
  expect(await refusal(stranger, file)).toEqual([400, 'Esta cópia é de outra conta. Entre na conta que a guardou.']);
  const sealed = readParcelFile(file) as Uint8Array;
  for (const place of [0, 70, sealed.length - 1]) {
    const changed = Uint8Array.from(sealed);
    changed[place] = (changed[place] as number) ^ 1;
    expect(await refusal(parent, parcelFile(changed))).toEqual([400, expect.stringMatching(/ou foi alterado\.$/)]);
  }
  for (const text of ['', 'olá', 'A'.repeat(400)]) expect((await refusal(parent, text))[0]).toBe(400);
  expect(await stateOf(sitting.id)).toMatchObject({ state: 'open', answers: 0 });
});

test('T58 when nobody waits for the reply any more, no further call of a parcel is made', async () => {
  const { parent, sitting, calls, userId } = await aPhone();
  const file = await seal(parent, { userId, calls });
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = db.transaction(async (transaction) => {
    await transaction.row('select id from attempts where id = $1 for update', [sitting.id]);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const { server } = app.frame.server;
  app.frame.admission.open();
  await app.frame.server.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const handedIn = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/parcels`, {
    method: 'POST',
    headers: { cookie: `${parent.cookie}`, 'content-type': 'application/json' },
    body: JSON.stringify({ file }),
    signal: leaving.signal,
  }).catch(() => 'left');
  const waitsForTheLock = `select 1 as found from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(() => db.rows(waitsForTheLock), { timeout: 30_000 }).not.toEqual([]);
  leaving.abort();
  expect(await handedIn).toBe('left');
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_, open) => resolve(open))), { timeout: 30_000 })
    .toBe(0);
  held.resolve();
  await holding;
  // The family's next parcel has its turn when the first is done with.
  expect((await parent.post('/api/parcels', { file: await seal(parent, { userId, calls: [] }) })).status).toBe(200);
  const { answers } = (await stateOf(sitting.id)) as { answers: number };
  expect(answers).toBeLessThan(2);
});

test('T58 an account hands in one parcel at a time and thirty an hour, and no call in one would wait for the parcel itself', async () => {
  const parent = await aParent(app);
  const post = () => parent.post('/api/parcels', { file: 'olá' });
  expect((await post()).status).toBe(400);
  await db.count(`update rate_limits set hits = 30 where key = 'parcels:' || $1::text`, [parent.id]);
  expect(await post()).toMatchObject({
    status: 429,
    body: { message: expect.stringMatching(/^Demasiadas tentativas/) },
  });
  expect(app.frame.endpoints.get('POST /api/parcels')?.heavy).toBe(true);
  expect([...app.frame.endpoints].filter(([, { fromDevice, heavy }]) => fromDevice && heavy)).toEqual([]);
});

test('T58 the key of what a phone has closed opens for its parent, and in child mode for the child whose rows they are', async () => {
  const parent = await aParent(app);
  const childIds = await Promise.all([1, 2].map(async () => (await aChild(parent)).id));
  const [childId, siblingId] = childIds as [number, number];
  const sealKey = async (of: Omit<RowKey, 'key'>, info = ROW_KEY_INFO) => {
    const { key } = (await parent.get('/api/parcels/key')).body as { key: string };
    const recipientPublicKey = await suite.kem.deserializePublicKey(Uint8Array.from(Buffer.from(key, 'base64')).buffer);
    const content = new TextEncoder().encode(JSON.stringify({ ...of, key: 'AAAA' })).buffer;
    const { enc, ct } = await suite.seal({ recipientPublicKey, info }, content);
    return Buffer.concat([Buffer.from(enc), Buffer.from(ct)]).toString('base64');
  };
  const open = async (visitor: Visitor, sealed: string) => {
    const { status, body } = await visitor.post('/api/parcels/row-key', { sealed });
    return status === 200 ? (body as { key: string }).key : status;
  };
  const ofParent = await sealKey({ userId: parent.id, childId: null });
  const [own, siblings] = [
    await sealKey({ userId: parent.id, childId }),
    await sealKey({ userId: parent.id, childId: siblingId }),
  ];
  const opened = (visitor: Visitor) => Promise.all([ofParent, own, siblings].map((sealed) => open(visitor, sealed)));
  expect(await opened(parent)).toEqual(['AAAA', 'AAAA', 'AAAA']);
  expect(await opened(await aParent(app))).toEqual([404, 404, 404]);
  // A parcel is sealed for another purpose.
  expect(await open(parent, await sealKey({ userId: parent.id, childId }, PARCEL_INFO))).toBe(404);
  for (const text of ['', 'olá', `${own.slice(0, 120)}AAAA${own.slice(124)}`])
    expect(await open(parent, text)).toBe(404);
  expect((await parent.post('/api/child-mode', { childIds: [childId] })).status).toBe(204);
  expect(await opened(parent)).toEqual([404, 'AAAA', 404]);
  expect((await parent.get('/api/parcels/key')).status).toBe(200);
});

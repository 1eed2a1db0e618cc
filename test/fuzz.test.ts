import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../src/shared/endpoint.ts';
import { multipart, testApp } from './support/app.ts';
import { CORPUS, fromSchema, spoilt } from './support/arbitrary.ts';
import { aChild, aChildMidTest, aParent, aTest, aUser } from './support/builders.ts';

/** Total number of requests; the long run sends 100,000. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const DOCUMENTED = [200, 201, 204, 400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 429];

const app = await testApp();
const parent = await aParent(app, { plan: 'family-plus' });
const teacher = await aUser(app, 'teacher');
const sitting = await aChildMidTest(app, parent);
// A completed payment, an open one, and one of another family.
const transactions: string[] = [];
for (const [payer, planId, amount] of [
  [parent, 'family', 18_000],
  [parent, 'individual', 9_000],
  [await aParent(app), 'individual', 9_000],
] as const) {
  const asked = { amount, planId, paymentMethod: 'reference' };
  const { transactionId } = (await payer.post('/api/emis/initiate-payment', asked)).body.payment;
  transactions.push(transactionId as string);
  if (planId === 'family') await payer.post(`/api/emis/complete-payment/${transactionId}`, {});
}
const refusal = z.strictObject({
  message: z.string().min(5),
  code: z.string().regex(/^[a-z-]+$/),
  fields: z.record(z.string(), z.string()).optional(),
});

const schema = (type: z.ZodType | undefined) =>
  type ? fromSchema(z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as never) : fc.constant(undefined);
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)) ?? '';
/** Percent-encodes text that may contain lone surrogates, which become replacement characters. */
const encode = (value: string) => encodeURIComponent(value.toWellFormed());

interface Generated {
  params: Record<string, unknown>;
  query: unknown;
  body: unknown;
  file: { name: string; type: string; bytes: Uint8Array | string } | undefined;
}

function requestFor(endpoint: Endpoint): fc.Arbitrary<Generated> {
  const ids = fc.oneof(
    fc.constantFrom<unknown>(sitting.id, sitting.childId, sitting.test.id, 1, 2),
    fc.constantFrom(...CORPUS),
  );
  const names = Object.keys((endpoint.params as z.ZodObject | undefined)?.shape ?? {});
  const params = fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        name === 'transactionId' ? fc.oneof(fc.constantFrom<unknown>(...transactions), ids) : ids,
      ]),
    ),
  );
  const either = (type: z.ZodType | undefined) =>
    type
      ? fc.oneof({ weight: 2, arbitrary: schema(type) }, { weight: 3, arbitrary: spoilt(schema(type)) })
      : fc.constant(undefined);
  return fc.record({
    params,
    query: either(endpoint.query),
    body: either(endpoint.body),
    file: endpoint.upload
      ? fc.option(
          fc.record({
            name: fc.constantFrom('questoes.csv', 'ponto.png', 'x', '../../x.xlsx', '"; name="y'),
            type: fc.constantFrom('text/csv', 'image/png', 'application/json', 'x'),
            bytes: fc.oneof(
              fc.uint8Array({ maxLength: 300 }),
              fc.constantFrom<Uint8Array | string>(...SIGNATURES),
              fc.constantFrom(...CORPUS).map(text),
            ),
          }),
          { nil: undefined },
        )
      : fc.constant(undefined),
  });
}

/** First bytes of known file formats, without valid content after them. */
const SIGNATURES = [
  'Enunciado;A;B;Resposta\nQue cor?;Azul;Verde;A\n',
  '{"questions":[{}]}',
  '<?xml version="1.0"?><questestinterop/>',
  '::x:: Que cor? {=Azul ~Verde}',
  Buffer.from('PK\u0003\u0004\u0000\u0000', 'latin1'),
  Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
  Buffer.from('\u00ff\u00d8\u00ff\u00e0', 'latin1'),
];

/** Returns a body of the kind that the endpoint accepts: an upload, a form, or JSON. */
function bodyFor(key: string, endpoint: Endpoint, { body, file }: Generated): [unknown?, Record<string, string>?] {
  if (key.startsWith('GET ')) return [];
  const fields = Object.entries(body && typeof body === 'object' ? body : {}).map(
    ([name, value]) => [encode(name), text(value).toWellFormed()] as const,
  );
  if (endpoint.upload) {
    const { payload, headers } = multipart(Object.fromEntries(fields), file);
    return [payload, headers];
  }
  if (endpoint.form)
    return [
      String(new URLSearchParams(Object.fromEntries(fields))),
      { 'content-type': 'application/x-www-form-urlencoded' },
    ];
  return [JSON.stringify(body) ?? ''];
}

// These endpoints come last, because they remove what the others need, or let the session reach only what is a child's.
const LAST = ['DELETE /api/children/:id', 'POST /api/child-mode'];
const endpoints = [...app.frame.endpoints]
  .filter(([key]) => !['POST /api/logout', 'POST /api/login', 'POST /api/register'].includes(key))
  .sort(([a], [b]) => LAST.indexOf(a) - LAST.indexOf(b));
const runs = Math.ceil(REQUESTS / (endpoints.length + 2));

test.each(endpoints)(
  '%s answers any request as the document describes, without a server error',
  async (key: EndpointKey, endpoint: Endpoint) => {
    await fc.assert(
      fc.asyncProperty(
        requestFor(endpoint),
        fc.constantFrom(parent, parent, parent, teacher),
        async (generated, visitor) => {
          const { params, query } = generated;
          const [method, path] = key.split(' ') as [string, string];
          const search =
            query && typeof query === 'object'
              ? `?${Object.entries(query)
                  .map(([name, value]) => `${encode(name)}=${encode(text(value))}`)
                  .join('&')}`
              : '';
          const address = path.replace(/:(\w+)/g, (_, name: string) => encode(text(params[name]))) + search;
          const reply = await visitor.request(method, address, ...bodyFor(key, endpoint, generated));
          expect(DOCUMENTED, `${key} → ${reply.status} ${reply.text.slice(0, 200)}`).toContain(reply.status);
          const bare = (type: string) => type.replace(/;.*/, '');
          const type = bare(String(reply.headers['content-type']));
          const files = endpoint.file?.map(bare);
          // The message on a page has a different text.
          if (reply.status >= 400 && type === 'text/html') expect([reply.status, files]).toEqual([404, endpoint.file]);
          else if (reply.status >= 400) refusal.parse(reply.body);
          else if (files) expect(files).toContain(type);
          else if (reply.status !== 204) {
            expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
            expect(endpoint.output.safeParse(reply.body).error?.issues).toBeUndefined();
          }
        },
      ),
      { numRuns: runs },
    );
  },
);

test.each(['POST /api/login', 'POST /api/register'] as const)(
  '%s answers any request without a server error',
  async (key) => {
    const endpoint = app.frame.endpoints.get(key) as Endpoint;
    await fc.assert(
      fc.asyncProperty(spoilt(schema(endpoint.body)), async (body) => {
        const reply = await app.visitor().post(key.split(' ')[1] as string, JSON.stringify(body) ?? '');
        expect(DOCUMENTED, reply.text).toContain(reply.status);
        if (reply.status >= 400) refusal.parse(reply.body);
      }),
      { numRuns: Math.min(runs, 400) },
    );
  },
);

test('bodies that are not JSON, and hostile JSON, are refused', async () => {
  const bodies = [
    '',
    ' ',
    '{',
    '[',
    '"',
    'null',
    '1',
    '"texto"',
    '[1,2',
    '{"a":}',
    '\u0000',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    `${'['.repeat(30_000)}`,
    `{"a":${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}}`,
    '{"fullName":"x","fullName":"y","schoolClass":"1º Ano"',
  ];
  const other = await aParent(app);
  for (const body of bodies) {
    const reply = await other.post('/api/children', body);
    expect([400, 413], body.slice(0, 40)).toContain(reply.status);
    refusal.parse(reply.body);
  }
  expect((await other.get('/api/user')).body.isAdmin).toBe(false);
});

/** The expected state of one attempt. */
interface Model {
  open: boolean;
  chosen: Map<number, string>;
}

test('whatever a family does in any order, the score is that of its last choices', async () => {
  const keys = ['A', 'C', 'B', 'D', 'A'];
  const steps = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('answer' as const),
        question: fc.nat(5),
        letter: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'A) duas', ''),
      }),
      fc.record({ kind: fc.constantFrom('start' as const, 'peek' as const, 'finish' as const, 'unfinish' as const) }),
    ),
    { minLength: 4, maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      // Each history has a separate family, so that the free test used in one does not affect the next.
      const family = await aParent(app, { plan: 'family-plus' });
      const child = await aChild(family);
      const built = await aTest(app.db, { keys });
      const { body: attempt } = await family.post('/api/attempts', { childId: child.id, testId: built.id });
      const model: Model = { open: true, chosen: new Map() };
      for (const step of sequence) {
        if (step.kind === 'answer') {
          const known = step.question < keys.length;
          const letter = /^[A-D]/.exec(step.letter)?.[0];
          const reply = await family.post('/api/answers', {
            attemptId: attempt.id,
            questionId: known ? built.questions[step.question]?.id : 1_999_999_999,
            selectedAnswer: step.letter,
          });
          // A completed attempt is reported as such only if the body of the call is valid.
          const expected = step.letter === '' ? 400 : !model.open ? 409 : known && letter ? 200 : 400;
          expect(reply.status).toBe(expected);
          if (expected === 200) model.chosen.set(step.question, letter as string);
        } else if (step.kind === 'start' && model.open) {
          const again = await family.post('/api/attempts', { childId: child.id, testId: built.id });
          expect([again.status, again.body.id, again.body.answers.length]).toEqual([
            200,
            attempt.id,
            model.chosen.size,
          ]);
        } else if (step.kind === 'peek') {
          const { body } = await family.get(`/api/attempts/${attempt.id}`);
          expect(body.attempt.completed).toBe(!model.open);
          if (model.open) expect(JSON.stringify(body)).not.toMatch(/correctAnswer"|isCorrect/);
        } else if (step.kind === 'unfinish') {
          expect((await family.put(`/api/attempts/${attempt.id}`, { completed: false })).status).toBe(
            model.open ? 200 : 409,
          );
        } else if (step.kind === 'finish') {
          model.open = false;
          const right = keys.filter((key, index) => model.chosen.get(index) === key).length;
          const { body } = await family.put(`/api/attempts/${attempt.id}`, { completed: true });
          expect(body).toMatchObject({
            correctAnswers: right,
            incorrectAnswers: keys.length - right,
            totalScore: (right / keys.length) * 100,
          });
        }
      }
    }),
    { numRuns: Math.max(20, Math.ceil(REQUESTS / 100)) },
  );
});

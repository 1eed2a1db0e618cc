import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { AuditLine } from '../src/features/operations/audit.contract.ts';
import { changesOf, sentenceOf } from '../src/features/operations/audit.rules.ts';
import type { Endpoint } from '../src/shared/endpoint.ts';
import { type TestApp, testApp } from './support/app.ts';
import { aUser } from './support/builders.ts';
import { runMatrix } from './support/matrix.ts';

/** Part of a method and path: only the endpoints that contain it are called, and only their rows are compared. */
const PART = process.env['MATRIX_PATH'];

test('every endpoint, called as everyone with everyone’s things, answers as the golden table says', async () => {
  const app = await testApp();
  const keys = [...app.frame.endpoints.keys()];
  const called = keys.filter((key) => key.includes(PART ?? ''));
  expect(called, `no endpoint contains ${PART}`).not.toEqual([]);
  const { table, problems, cells } = await runMatrix(app, called);
  expect(problems).toEqual([]);
  const title =
    '# Who may call what\n\nMade by `test/matrix.test.ts` from what is bound. A changed cell is a change of policy: review it, then update with `vitest -u`.\n\n';
  const made = table.split('\n');
  const known = golden().split('\n');
  const isOf = (key: string) => (row: string) => row.startsWith(`| \`${key}\` |`);
  const rows = keys.flatMap((key) => (called.includes(key) ? made : known).filter(isOf(key)));
  await expect(`${title}${[...made.slice(0, 2), ...rows].join('\n')}\n`).toMatchFileSnapshot('matrix.golden.md');
  if (PART !== undefined) return;
  expect(cells).toBeGreaterThan(200);
  await readsAsWords(app);
}, 600_000);

/** What all these calls wrote to the audit log is read by people: no name of a field, no word of the program. */
async function readsAsWords(app: TestApp): Promise<void> {
  const { body } = await (await aUser(app, 'admin')).get('/api/admin/audit?limit=500');
  const lines = body as AuditLine[];
  expect(new Set(lines.map(({ action }) => action)).size).toBeGreaterThan(30);
  const read = lines.flatMap((line) => [
    sentenceOf(line),
    ...changesOf(line).map(({ field, before, after }) => `${field}: ${before} → ${after}`),
  ]);
  const internal = /[{}[\]"]|\[object|undefined|^[a-z]+[A-Z]\w*:|^[a-z-]+\.[a-z-]+ ·|^(?!IBAN)[a-z]\w*: /;
  expect([...new Set(read.filter((text) => internal.test(text)))]).toEqual([]);
}

const golden = () => fs.readFileSync(path.join(import.meta.dirname, 'matrix.golden.md'), 'utf8');

/** Returns rows that are not in the golden table, and problems: what a reviewer would be shown. */
async function findings(app: TestApp, only: string[]): Promise<string> {
  const { table, problems } = await runMatrix(app, only);
  const rows = golden().split('\n');
  return [...problems, ...table.split('\n').filter((row) => !rows.includes(row))].join('\n');
}

// The matrix watches the policy; here somebody breaks it on purpose, and the matrix must notice.

test.each([
  ['a teacher is let into families’ data', 'GET /api/children', ['parent', 'teacher']],
  ['an endpoint is opened to everybody', 'GET /api/teacher/tests', ['anonymous', 'parent', 'teacher', 'admin']],
  [
    'parents are let in where only teachers may go',
    'GET /api/teacher/tests/:id/questions',
    ['parent', 'teacher', 'admin'],
  ],
])('the matrix notices when %s', async (_, key, allow) => {
  const app = await testApp();
  expect(await findings(app, [key])).toBe('');
  const endpoint = (app.frame.endpoints as Map<string, Endpoint>).get(key) as { authz: Endpoint['authz'] };
  const right = endpoint.authz;
  endpoint.authz = { ...right, allow: allow as never };
  try {
    expect(await findings(app, [key])).toContain(key);
  } finally {
    endpoint.authz = right;
  }
});

test('the matrix notices when sessions are mixed up, so that others’ things are found', async () => {
  const app = await testApp();
  const row = app.db.row.bind(app.db);
  app.db.row = (async (text: string, values?: unknown[]) => {
    const found = await row<Record<string, unknown>>(text, values as never);
    // Every parent is taken for the first one.
    if (!found || !('stale' in found) || found['role'] !== 'parent') return found;
    const first = await row<{ id: number }>(`select min(id) as id from users where user_role = 'parent'`);
    return { ...found, userId: first?.id };
  }) as never;
  expect(await findings(app, ['GET /api/attempts/:id', 'PUT /api/children/:id'])).toMatch(
    /other parent \(own\): 200, not 404/,
  );
});

test('the matrix notices when a refused call changes something', async () => {
  const app = await testApp();
  const row = app.db.row.bind(app.db);
  vi.spyOn(app.db, 'row').mockImplementation((async (text: string, values?: unknown[]) => {
    const found = await row<Record<string, unknown>>(text, values as never);
    if (found && 'stale' in found && found['role'] === 'teacher')
      await app.db.count('update users set full_name = full_name where id = $1', [found['userId']]);
    return found;
  }) as never);
  const key = 'GET /api/children';
  expect(await findings(app, [key])).toContain(`${key} as teacher (own): refused, and yet something changed`);
});

test('paths that the document does not name do not exist', async () => {
  const app = await testApp();
  const visitor = await aUser(app, 'admin');
  const named = [...app.frame.endpoints.keys()];
  const paths = [
    '/api',
    '/api/',
    '/api/users',
    '/api/admin',
    '/api/admin/users',
    '/api/debug',
    '/api/test',
    '/api/answers/1',
    '/api/attempts/1/answers',
    '/api/login/',
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/src/main.server.ts',
    '/assets/../package.json',
    '/data/secret.key',
  ];
  const known = [...new Set(named.map((key) => key.split(' ')[1]?.replace(/:\w+/g, '1') as string))];
  for (const address of [...paths, ...known]) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      // A name may also stand where another endpoint takes an id: then it is that endpoint, with a wrong id.
      if (named.some((key) => new RegExp(`^${key.replace(/:\w+/g, '[^/]+')}$`).test(`${method} ${address}`))) continue;
      const { status } = await visitor.request(method, address);
      expect([404, 405], `${method} ${address}`).toContain(status);
    }
  }
});

test('the document names every endpoint with its policy, and nothing else', async () => {
  const app = await testApp();
  const { body } = await app.visitor().get('/api/openapi.json');
  const operations = Object.entries(body.paths as Record<string, Record<string, { 'x-authz': unknown }>>).flatMap(
    ([address, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${address.replace(/\{(\w+)\}/g, ':$1')}`, operation['x-authz']] as const,
      ),
  );
  expect(operations.map(([key]) => key).sort()).toEqual([...app.frame.endpoints.keys()].sort());
  for (const [, authz] of operations) expect(authz).toMatchObject({ allow: expect.any(Array) });
});

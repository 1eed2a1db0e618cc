import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { AuditLine } from '../src/domains/desk/operations/audit.contract.ts';
import { changesOf, sentenceOf } from '../src/domains/desk/operations/audit.rules.ts';
import type { Endpoint } from '../src/shared/endpoint.ts';
import { EXEMPT } from '../src/shared/step-up.ts';
import { testApp } from './support/app.ts';
import { aUser } from './support/builders.ts';
import { type Called, HEADING, openMatrix, runMatrix } from './support/matrix.ts';

/** Part of a method and path: only the endpoints that contain it are called, and only their rows are compared. */
const PART = process.env['MATRIX_PATH'];

const app = await testApp();
const callAsEveryone = await openMatrix(app);
const keys = [...app.frame.endpoints.keys()];
const called = keys.filter((key) => key.includes(PART ?? ''));
/** What each endpoint gave. */
const made = new Map<string, Called>();

const TITLE =
  '# Who may call what\n\nMade by `test/matrix.test.ts` from what is bound. A changed cell is a change of policy: review it, then update with `vitest -u`.\n\n';
const golden = fs.readFileSync(path.join(import.meta.dirname, 'matrix.golden.md'), 'utf8').split('\n');
const goldenOf = (key: string) => golden.filter((row) => row.startsWith(`| \`${key}\` |`));

test.each(called)('%s: each caller gets the status in the golden table', async (key) => {
  const { rows, problems, cells } = await callAsEveryone(key);
  made.set(key, { rows, problems, cells });
  expect(problems).toEqual([]);
  // With `-u`, the rows are written by the next test.
  if (expect.getState().snapshotState.snapshotUpdateState !== 'all') expect(rows).toEqual(goldenOf(key));
});

test('the golden table has the rows of every endpoint in their order, and no others', async () => {
  expect(called, `no endpoint contains ${PART}`).not.toEqual([]);
  const rows = keys.flatMap((key) => made.get(key)?.rows ?? goldenOf(key));
  await expect(`${TITLE}${[...HEADING, ...rows].join('\n')}\n`).toMatchFileSnapshot('matrix.golden.md');
});

// A part of the endpoints does not write every kind of entry to the audit log.
test('all chosen endpoints were called; the log of all of them reads as words', async () => {
  expect([...made.keys()]).toEqual(called);
  if (PART !== undefined) return;
  expect([...made.values()].reduce((sum, { cells }) => sum + cells, 0)).toBeGreaterThan(200);
  await readsAsWords();
});

/** What all these calls wrote to the audit log is read by people: no name of a field, no word of the program. */
async function readsAsWords(): Promise<void> {
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

/** Returns problems, and rows that are not in the golden table: what a reviewer would be shown. */
const findings = ({ rows, problems }: Pick<Called, 'rows' | 'problems'>): string =>
  [...problems, ...rows.filter((row) => !golden.includes(row))].join('\n');

// The matrix watches the policy; here somebody breaks it on purpose, and the matrix must notice.

test.each([
  ['a teacher is let into families’ data', 'GET /api/children', ['parent', 'teacher']],
  ['an endpoint is opened to everybody', 'GET /api/teacher/tests', ['anonymous', 'parent', 'teacher', 'admin']],
  [
    'parents are let in where only teachers may go',
    'GET /api/teacher/tests/:id/questions',
    ['parent', 'teacher', 'admin'],
  ],
] as const)('the matrix notices when %s', async (_, key, allow) => {
  expect(findings(await callAsEveryone(key))).toBe('');
  const endpoint = app.frame.endpoints.get(key) as { authz: Endpoint['authz'] };
  const right = endpoint.authz;
  endpoint.authz = { ...right, allow: allow as never };
  try {
    expect(findings(await callAsEveryone(key))).toContain(key);
  } finally {
    endpoint.authz = right;
  }
});

test.each([
  ['declares neither step-up nor a reason', undefined, 'declares neither stepUp nor why'],
  ['is exempt as a read and writes', EXEMPT.reads, 'only reads, and it writes'],
] as const)('the matrix notices when a call of staff %s', async (_, stepUp, problem) => {
  const key = 'DELETE /api/admin/news/:id';
  expect(findings(await callAsEveryone(key))).toBe('');
  const endpoint = app.frame.endpoints.get(key) as { authz: Endpoint['authz'] };
  const right = endpoint.authz;
  endpoint.authz = { ...right, stepUp } as never;
  try {
    expect(findings(await callAsEveryone(key))).toContain(problem);
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
  const { table, problems } = await runMatrix(app, ['GET /api/attempts/:id', 'PUT /api/children/:id']);
  expect(findings({ rows: table.split('\n'), problems })).toMatch(/other parent \(own\): 200, not 404/);
});

test('the matrix notices when a refused call changes something', async () => {
  const row = app.db.row.bind(app.db);
  vi.spyOn(app.db, 'row').mockImplementation((async (text: string, values?: unknown[]) => {
    const found = await row<Record<string, unknown>>(text, values as never);
    if (found && 'stale' in found && found['role'] === 'teacher')
      await app.db.count('update users set full_name = full_name where id = $1', [found['userId']]);
    return found;
  }) as never);
  const key = 'GET /api/children';
  expect(findings(await callAsEveryone(key))).toContain(`${key} as teacher (own): refused, and yet something changed`);
});

test('paths that the document does not name do not exist', async () => {
  const visitor = await aUser(app, 'admin');
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
  const known = [...new Set(keys.map((key) => key.split(' ')[1]?.replace(/:\w+/g, '1') as string))];
  for (const address of [...paths, ...known]) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      // A name may also stand where another endpoint takes an id: then it is that endpoint, with a wrong id.
      if (keys.some((key) => new RegExp(`^${key.replace(/:\w+/g, '[^/]+')}$`).test(`${method} ${address}`))) continue;
      const { status } = await visitor.request(method, address);
      expect([404, 405], `${method} ${address}`).toContain(status);
    }
  }
});

test('the document names every endpoint with its policy, and nothing else', async () => {
  const { body } = await app.visitor().get('/api/openapi.json');
  const operations = Object.entries(body.paths as Record<string, Record<string, { 'x-authz': unknown }>>).flatMap(
    ([address, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${address.replace(/\{(\w+)\}/g, ':$1')}`, operation['x-authz']] as const,
      ),
  );
  expect(operations.map(([key]) => key).sort()).toEqual(keys.toSorted());
  for (const [, authz] of operations) expect(authz).toMatchObject({ allow: expect.any(Array) });
});

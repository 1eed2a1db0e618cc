import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { multipart } from '../support/app.ts';
import { type OwnServer, ownServer, pause } from '../support/faults.ts';
import { callerOf, type RunningApp, runningApp, temporaryFolder, withLoadedDatabase } from '../support/running-app.ts';

const ROWS = 5_000;

let server: OwnServer;
let app: RunningApp;
beforeAll(async () => {
  server = await ownServer({}, withLoadedDatabase(temporaryFolder()));
  await server.run('create database imports template postgres');
  app = await runningApp({
    DATABASE_URL: server.url('imports'),
    SECRET_KEY: 'a-secret-only-for-tests-a-secret-only-for-tests',
    DEMO: '1',
  });
  await app.start();
});
afterAll(async () => {
  await app.dispose();
  await server.dispose();
});

const questionsOf = async (testId: number) =>
  (
    await server.run<{ n: number }>('select count(*)::int as n from questions where test_id = $1', [testId], 'imports')
  )[0]?.n;

test(`kill -9 during an import of ${ROWS} rows leaves no partial import, and the file can be imported afterwards`, async () => {
  const [chosen] = await server.run<{ id: number }>('select id from tests order by id limit 1', [], 'imports');
  const testId = chosen?.id as number;
  const before = (await questionsOf(testId)) as number;
  const csv = ['Enunciado;A;B;C;Resposta']
    .concat(
      Array.from({ length: ROWS }, (_, row) => `Quanto é ${row} + ${row}?;${2 * row};${2 * row + 1};${2 * row + 2};A`),
    )
    .join('\n');
  const token = randomUUID();
  const send = async (cookie: string) => {
    const { payload, headers } = multipart(
      { dryRun: 'false', token },
      { name: 'muitas.csv', type: 'text/csv', bytes: csv },
    );
    return fetch(`${app.url}/api/teacher/tests/${testId}/import`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: new Uint8Array(payload),
    }).then(
      (reply) => reply.status,
      () => 0,
    );
  };
  const teacher = callerOf(app.url);
  await teacher.call('POST', '/api/login', { username: 'professor', password: 'caderneta' });

  const sending = send(teacher.cookie());
  // The process is killed while it writes: the progress is written on a separate connection.
  let stage = '';
  for (const until = Date.now() + 40_000; stage !== 'writing' && Date.now() < until; await pause(3)) {
    const [row] = await server.run<{ stage: string }>(
      'select stage from import_progress where token = $1',
      [token],
      'imports',
    );
    stage = row?.stage ?? stage;
  }
  expect(stage).toBe('writing');
  await app.kill();
  expect(await sending).toBe(0);
  // Waits until the server has ended the statements of the dead process.
  await pause(500);
  expect(await questionsOf(testId)).toBe(before);
  const batches = () => server.run<{ n: number }>('select count(*)::int as n from import_batches', [], 'imports');
  expect((await batches())[0]?.n).toBe(0);

  await app.start();
  expect(await send(teacher.cookie())).toBe(200);
  expect(await questionsOf(testId)).toBe(before + ROWS);
  expect((await batches())[0]?.n).toBe(1);
});

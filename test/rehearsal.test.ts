import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lastRehearsal } from '../src/server/db/backup.ts';
import { multipart } from './support/app.ts';
import {
  aFamily,
  callerOf,
  freePort,
  type RunningApp,
  runningApp,
  temporaryFolder,
  withLoadedDatabase,
} from './support/running-app.ts';

const root = path.join(import.meta.dirname, '..');
const SECRET_KEY = 'a-secret-only-for-tests-a-secret-only-for-tests';
const dataDir = withLoadedDatabase(temporaryFolder());
const running: RunningApp[] = [];
afterAll(async () => {
  for (const app of running) await app.dispose();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Texts from one line to several pages, so that rows fill free space on earlier pages. */
const long = (index: number) => `Parte ${index}. `.repeat(1 + ((index * 37) % 230));

/** Creates what a busy hour leaves: imported files, questions written, changed and deleted, children with tests. */
async function anHour(url: string): Promise<void> {
  const teacher = callerOf(url);
  expect((await teacher.call('POST', '/api/login', { username: 'professor', password: 'caderneta' })).status).toBe(200);
  const { body: made } = await teacher.call('POST', '/api/teacher/tests', {
    discipline: 'Artes',
    theme: 'Ensaio',
    schoolClass: '4º Ano',
  });
  for (let file = 0; file < 6; file += 1) {
    const questions = Array.from({ length: 45 }, (_, index) => ({
      statement: `Pergunta ${file}.${index}?`,
      passage: long(file * 45 + index),
      alternatives: ['sim', 'não', 'talvez'],
      correctAnswer: 'B',
    }));
    const { payload, headers } = multipart(
      { dryRun: 'false' },
      { name: 'x.json', type: 'application/json', bytes: JSON.stringify(questions) },
    );
    const reply = await fetch(`${url}/api/teacher/tests/${made.id}/import`, {
      method: 'POST',
      headers: { ...headers, cookie: teacher.cookie() },
      body: new Uint8Array(payload),
    });
    expect(reply.status).toBe(200);
  }
  const ids: number[] = [];
  for (let index = 0; index < 60; index += 1) {
    const { body, status } = await teacher.call('POST', `/api/teacher/tests/${made.id}/questions`, {
      statement: `Outra ${index}?`,
      explanation: long(index).slice(0, 3_900),
      alternatives: ['um', 'dois'],
      correctAnswer: 'A',
    });
    expect(status).toBe(201);
    ids.push(body.id);
  }
  for (const [index, id] of ids.entries()) {
    if (index % 5 === 0) await teacher.call('DELETE', `/api/teacher/questions/${id}`);
    else if (index % 3 === 0)
      await teacher.call('PUT', `/api/teacher/questions/${id}`, {
        statement: `Mudada ${index}?`,
        passage: long(index * 3),
        alternatives: ['um', 'dois'],
        correctAnswer: 'B',
      });
  }
  for (let turn = 0; turn < 3; turn += 1) {
    const family = await aFamily(url);
    const tests = (await family.call('GET', '/api/tests?class=4º Ano')).body as { id: number }[];
    const started = await family.call('POST', '/api/attempts', { testId: tests[turn]?.id, childId: family.childId });
    expect(started.status).toBe(201);
    const { id, questions } = started.body as { id: number; questions: { id: number }[] };
    for (const question of questions.slice(0, 4))
      await family.call('POST', '/api/answers', { attemptId: id, questionId: question.id, selectedAnswer: 'B' });
    expect((await family.call('PUT', `/api/attempts/${id}`, { completed: true })).status).toBe(200);
  }
}

test('a backup of the demo after a busy hour is restored for a trial, without access to any real service', async () => {
  const app = await runningApp({ DATA_DIR: dataDir, DEMO: '1', SECRET_KEY });
  running.push(app);
  await app.start();
  await anHour(app.url);
  const command = (script: string, args: string[], env: Record<string, string>) =>
    execFileSync(process.execPath, [`scripts/${script}.ts`, ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], SECRET_KEY, ...env },
    });
  const made = command('backup', [], { DATA_DIR: dataDir });
  const file = /Cópia feita: (\S+)/.exec(made)?.[1] as string;
  const rows = Number(/\((\d+) linhas/.exec(made)?.[1]);
  expect(rows).toBeGreaterThan(1_000);

  const port = String(await freePort());
  // The environment of a production machine. A connection to one of these addresses would fail or hang.
  const real = {
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/production',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://caderneta.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PAYMENT_GATEWAY: 'proxypay',
    PROXYPAY_URL: 'http://127.0.0.1:1',
    PROXYPAY_TOKEN: 'x',
    PROXYPAY_ENTITY: '11111',
  };
  const before = fs.readdirSync(dataDir).sort();
  const rehearsed = command('rehearse', ['--from', file, '--port', port, '--end'], real);
  expect(rehearsed).toContain(`${rows} linhas`);
  expect(rehearsed).toContain(`A aplicação está pronta em http://127.0.0.1:${port}.`);
  expect(rehearsed).toContain('nada ficou');
  expect(Date.now() - (lastRehearsal(real.DATA_DIR)?.getTime() ?? 0)).toBeLessThan(60_000);
  expect(fs.readdirSync(dataDir).sort()).toEqual(before);
  expect(
    fs.readdirSync(path.dirname(temporaryFolder())).filter((name) => name.startsWith('caderneta-rehearsal-')),
  ).toEqual([]);
});

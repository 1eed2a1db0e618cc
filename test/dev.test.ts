import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort, temporaryFolder } from './support/running-app.ts';

const root = path.join(import.meta.dirname, '..');
const TO_CHANGE = ['src', 'scripts', 'vite.config.ts', 'package.json'];
const AS_IT_IS = ['content', 'db', 'dist', 'node_modules'];

/** A copy of the project whose sources a test can change, run as `npm run dev` runs it. */
const copy = temporaryFolder();
for (const name of TO_CHANGE) fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
for (const name of AS_IT_IS) fs.symlinkSync(fs.realpathSync(path.join(root, name)), path.join(copy, name));
const dataDir = path.join(copy, 'data');
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const dev = spawn(process.execPath, ['scripts/dev.ts'], {
  cwd: copy,
  stdio: 'ignore',
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' },
});
const ended = new Promise<number | null>((resolve) => dev.on('exit', resolve));
afterAll(async () => {
  dev.kill('SIGKILL');
  await ended;
  fs.rmSync(copy, { recursive: true, force: true });
});

const read = async (address: string) => {
  const response = await fetch(url + address).catch(() => undefined);
  return { status: response?.status, headers: response?.headers, text: (await response?.text()) ?? '' };
};

function change(file: string, from: string, to: string): void {
  const before = fs.readFileSync(path.join(copy, file), 'utf8');
  expect(before).toContain(from);
  fs.writeFileSync(path.join(copy, file), before.replace(from, to));
}

const databasePid = () => fs.readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0];
const PATIENT = { timeout: 150_000, interval: 200 };

test('npm run dev serves the sources, shows a change, and restarts the server with the same database', async () => {
  await expect.poll(async () => (await read('/readyz')).status, PATIENT).toBe(200);
  const database = databasePid();

  const page = await read('/auth');
  expect(page.status).toBe(200);
  expect(page.text).toContain('src="/src/main.web.tsx"');
  expect(page.text).toContain('src="/@vite/client"');
  expect(page.text).not.toContain('/assets/');
  expect(page.text).toContain('id="boot"');
  const policy = page.headers?.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')+;/);
  expect(policy).toContain("object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");

  const screen = 'src/domains/people/accounts/AuthForms.tsx';
  expect((await read(`/${screen}`)).text).toContain('Nome de usuário');
  change(screen, 'Nome de usuário', 'Nome mudado');
  await expect.poll(async () => (await read(`/${screen}`)).text, PATIENT).toContain('Nome mudado');

  expect((await read('/api/nothing')).text).toContain('Não encontrámos o que procura.');
  change('src/server/http/errors.ts', 'Não encontrámos o que procura.', 'Nada mudado.');
  await expect.poll(async () => (await read('/api/nothing')).text, PATIENT).toContain('Nada mudado.');
  expect(databasePid()).toBe(database);

  dev.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(fs.existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
}, 500_000);

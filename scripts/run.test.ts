import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('a build that was interrupted is not taken for the one before it', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-launcher-'));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };
  for (const name of ['run.mjs', 'installed.mjs', 'program.mjs'])
    write(`scripts/${name}`, fs.readFileSync(path.join(import.meta.dirname, name), 'utf8'));
  for (const name of ['package-lock.json', 'node_modules/.package-lock.json']) write(name, '{"packages":{}}');
  write('vite.config.ts', '');
  write('package.json', '{"type":"module"}');
  write('src/delivery/build/build-server.ts', '');
  // The build fails halfway, as after a power cut: it has written the pages, but not the server.
  write(
    'src/delivery/build/build-web.ts',
    `import fs from 'node:fs';
    const page = fs.readFileSync('src/page.ts', 'utf8');
    fs.mkdirSync('dist', { recursive: true });
    fs.writeFileSync('dist/page', page);
    if (page.includes('interrupted')) process.exit(1);`,
  );
  fs.mkdirSync(path.join(root, 'node_modules', '.bin'));
  fs.symlinkSync(process.execPath, path.join(root, 'node_modules', '.bin', 'node'));
  const build = (page: string) => {
    write('src/page.ts', page);
    execFileSync(process.execPath, ['scripts/run.mjs', 'build'], { cwd: root, stdio: 'pipe' });
    return fs.readFileSync(path.join(root, 'dist', 'page'), 'utf8');
  };
  expect(build('first')).toBe('first');
  expect(() => build('interrupted')).toThrow();
  expect(build('first')).toBe('first');
}, 60_000);

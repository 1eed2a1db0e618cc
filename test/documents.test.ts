import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { environment } from '../src/server/config.ts';
import { testApp } from './support/app.ts';

const read = (file: string) => fs.readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const operations = read('docs/operations.md');
const readme = read('README.md');

test('the table in docs/operations.md lists exactly the environment variables that are read', () => {
  const table = operations.slice(operations.indexOf('## Environment'), operations.indexOf('## Starting and stopping'));
  const told = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name as string),
  );
  expect(told.sort()).toEqual(Object.keys(environment.shape).sort());
});

test('deploy/compose.yaml passes only variables that are read', () => {
  const block = read('deploy/compose.yaml').split('environment: &environment')[1]?.split('volumes:')[0] ?? '';
  const passed = [...block.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name as string);
  expect(passed).toContain('SECRET_KEY');
  for (const name of passed) expect(Object.keys(environment.shape)).toContain(name);
});

test('deploy/compose.yaml gives the app a database role that is not a superuser', () => {
  const compose = read('deploy/compose.yaml');
  const role = /DATABASE_URL: postgres:\/\/(\w+):/.exec(compose)?.[1];
  // The role that the PostgreSQL image creates is a superuser.
  expect(/POSTGRES_USER: (\w+)/.exec(compose)?.[1]).not.toBe(role);
  expect(compose).toContain('./create-role.sql:/docker-entrypoint-initdb.d/');
  expect(read('deploy/create-role.sql')).toContain(`create role ${role} login nosuperuser nocreatedb nocreaterole`);
});

/** The patterns of an `acl` of deploy/haproxy.cfg. */
const aclOf = (name: string) =>
  [...read('deploy/haproxy.cfg').matchAll(new RegExp(`^ +acl ${name} path,url_dec -m (\\w+) (.+)$`, 'gm'))].map(
    ([, kind, values = '']) =>
      (path: string): boolean =>
        values.split(' ').some((value) => {
          if (kind === 'reg') return new RegExp(value).test(path);
          return kind === 'beg' ? path.startsWith(value) : path === value;
        }),
  );

test('the proxy compares paths decoded, so that no other spelling of a path passes its rules', () => {
  const rules = read('deploy/haproxy.cfg')
    .split('\n')
    .filter((line) => /^[^#]*\bpath/.test(line) && !/^ *log-format/.test(line));
  expect(rules.length).toBeGreaterThan(3);
  expect(rules.filter((line) => !/\bpath,url_dec(?: -m |,regsub)/.test(line))).toEqual([]);
});

test('the proxy limits every call that hashes a password and every heavy call', async () => {
  const app = await testApp();
  const [hashes, draws] = [aclOf('hashes'), aclOf('draws')];
  expect([hashes.length, draws.length]).toEqual([3, 1]);
  const missed = [...app.frame.endpoints].flatMap(([key, { authz, body, heavy }]) => {
    const [method = '', pattern = ''] = key.split(' ');
    const path = pattern.replaceAll(/:\w+/g, '7');
    const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
    const hashed = method !== 'GET' && !authz.stepUp && fields.some((name) => /password|^pin$/i.test(name));
    return [
      ...(heavy && !draws.some((matches) => matches(path)) ? [`${key} is heavy`] : []),
      ...(hashed && !hashes.some((matches) => matches(path)) ? [`${key} hashes`] : []),
    ];
  });
  expect(missed).toEqual([]);
});

test('what the proxy itself answers is ours, in Portuguese, and says when to come back', () => {
  const config = read('deploy/haproxy.cfg');
  for (const status of [500, 502, 503, 504])
    expect(config).toMatch(new RegExp(`^ +http-error status ${status} .*Retry-After 10 .*<html lang="pt-AO">`, 'm'));
  const returned = [...config.matchAll(/^ +http-(?:request return|error) status \d+ .*string '(\{.*\})'/gm)].map(
    ([, body]) => JSON.parse(body as string) as Record<string, unknown>,
  );
  expect(returned.map(({ code }) => code).sort()).toEqual(['too-many', 'unavailable']);
  for (const line of config.split('\n'))
    if (/ return status | http-error /.test(line)) expect(line).toContain('Retry-After');
});

test('the proxy hides the paths meant for itself and the operator', () => {
  const denied = /deny deny_status 404 if \{ path,url_dec -m str ([^}]*) \}/
    .exec(read('deploy/haproxy.cfg'))?.[1]
    ?.trim()
    .split(' ');
  expect(denied).toEqual(['/metrics', '/readyz']);
});

/** Returns the anchor that a heading gets on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');

test('every link between documents leads to a file and a heading that exist', () => {
  const root = path.join(import.meta.dirname, '..');
  const documents = fs.globSync(['*.md', '{bench,content,docs,src,test}/**/*.md'], { cwd: root });
  const links = documents.flatMap((name) =>
    [
      ...read(name)
        .replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
        .matchAll(/\]\((?!\w+:|\/)([^)#\s]*)(?:#([^)\s]*))?\)/g),
    ].map(([link, file = '', heading]) => ({
      link: `${name}: ${link}`,
      to: path.join(root, file ? path.join(path.dirname(name), file) : name),
      heading,
    })),
  );
  expect(links.length).toBeGreaterThan(80);
  const broken = links.filter(({ to, heading }) => {
    if (!fs.existsSync(to)) return true;
    if (!heading) return false;
    const headings = [...fs.readFileSync(to, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text));
    return !headings.includes(heading);
  });
  expect(broken.map(({ link }) => link)).toEqual([]);
});

test('every source file named in the documents exists, and has what is named after it', () => {
  const root = path.join(import.meta.dirname, '..');
  const sources = fs.globSync(['*.ts', '{bench,deploy,scripts,src,test}/**/*.{ts,tsx,mjs,css}'], { cwd: root });
  const documents = fs
    .globSync(['*.md', '{bench,docs,src,test}/**/*.md'], { cwd: root })
    // These name the files of their time.
    .filter((name) => name !== 'CHANGELOG.md' && !name.startsWith('docs/decisions/'));
  const named = documents.flatMap((document) =>
    [
      ...read(document)
        .replaceAll(/```[\s\S]*?```/g, '')
        .matchAll(/`[^`\n]+`/g),
    ].flatMap(([code]) =>
      // Not `x.rules.ts`, any file of that kind, nor a part of a name, as `.server.test.ts`.
      [...code.matchAll(/(?<![\w.*<{}/-])(?!x\.)([\w-]+[\w./-]*\.(?:tsx?|mjs|css))(?![\w.])(?:: ([\w, ]+)`)?/gi)].map(
        ([, file = '', parts]) => ({ document, file, parts: parts?.split(', ') ?? [] }),
      ),
    ),
  );
  expect(named.length).toBeGreaterThan(500);
  const wrong = named.flatMap(({ document, file, parts }) => {
    const found = sources.filter((name) => `/${name}`.endsWith(`/${file}`));
    if (found.length === 0) return [`${document}: ${file}`];
    const texts = parts.length > 0 ? found.map(read).join('\n') : '';
    return parts
      .filter((part) => !new RegExp(`\\b${part}\\b`).test(texts))
      .map((part) => `${document}: ${file}: ${part}`);
  });
  expect(wrong).toEqual([]);
});

test('every command named in the documents exists, and every command is documented', () => {
  const said = new Set(
    [...`${operations}\n${readme}\n${read('docs/security.md')}`.matchAll(/npm (?:run )?([a-z]+(?::[a-z]+)?)/g)].map(
      ([, name]) => name as string,
    ),
  );
  const npmOwn = new Set(['ci', 'run', 'audit', 'outdated', 'sbom', 'install']);
  for (const name of said) if (!npmOwn.has(name)) expect(Object.keys(scripts)).toContain(name);
  for (const name of Object.keys(scripts)) expect([...said]).toContain(name);
});

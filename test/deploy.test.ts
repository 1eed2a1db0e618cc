import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { testApp } from './support/app.ts';

// What deploy/ says about the app and docs/operations.md about deploy/.

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const operations = read('docs/operations.md');
const machines = read('docs/database-machines.md');

interface Rule {
  alert: string;
  expr: string;
}
const rules = (parse(read('deploy/monitoring/rules.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
/** Words of a query that are no metric: functions, keywords and labels. */
const metricsIn = (query: string) =>
  [
    ...query
      .replace(/\{[^}]*\}/g, '')
      .replace(/\b(?:by|on|without) \([^)]*\)/g, '')
      .replace(/\[[^\]]*\]/g, '')
      .matchAll(/\b[a-z]\w*_\w+\b(?!\s*\()|\b(?:up|mails|attempts|payments)\b/g),
  ].map(([name]) => name);

test('alarms and the dashboard ask for metrics that exist', async () => {
  const app = await testApp({ DATABASE_REPLICA_URL: '' });
  const { body } = await app.frame.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string));
  const elsewhere = ['up', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes', 'replica_usable'];
  for (const query of [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]) {
    const names = metricsIn(query).map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
    expect(names.length, query).toBeGreaterThan(0);
    for (const name of names) expect([...known, ...elsewhere], query).toContain(name);
  }
});

test('every alarm has a page in docs/operations.md, and every page an alarm', () => {
  const pages = [...operations.matchAll(/^### `([a-z-]+)`/gm)].map(([, name]) => name);
  expect(pages.sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

test('every file of deploy/ is named in the documents or in another file of deploy/', () => {
  const files = fs
    .readdirSync(path.join(root, 'deploy'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  for (const file of files) {
    const others = files.filter((other) => other !== file).map(read);
    // A timer names its service by its own name.
    const name = path.basename(file).replace(/\.service$/, '');
    const named = [operations, machines, ...others].some((text) => text.includes(name));
    expect(named, file).toBe(true);
  }
});

test('units that the documents name exist', () => {
  const units = fs.readdirSync(path.join(root, 'deploy', 'systemd'));
  const named = [
    ...`${operations} ${machines}`.matchAll(/(?:journalctl -u|systemctl [a-z]+(?: --now)?) '?(caderneta[a-z@-]*)/g),
  ];
  expect(named.length).toBeGreaterThan(3);
  for (const [text, name = ''] of named) expect(units, text).toContain(`${name.replace(/@.*/, '@')}.service`);
});

import { expect, test } from 'vitest';
import { backupWarnings, warningInWords } from './backups.rules.ts';
import type { BackupWarning } from './database.contract.ts';

type BackupState = Parameters<typeof backupWarnings>[0];

const now = new Date('2026-11-25T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const daysAgo = (days: number) => hoursAgo(days * 24);
const sound: BackupState = { everyHours: 24, lastAt: hoursAgo(20), rehearsedAt: daysAgo(30) };

test.each<[string, Partial<BackupState>, string[]]>([
  ['sound', {}, []],
  ['one turn missed', { lastAt: hoursAgo(48) }, []],
  ['two turns missed', { lastAt: hoursAgo(49) }, ['old']],
  ['every six hours', { everyHours: 6, lastAt: hoursAgo(13) }, ['old']],
  ['without a schedule', { everyHours: 0, lastAt: daysAgo(7) }, []],
  ['without a schedule, long ago', { everyHours: 0, lastAt: daysAgo(8) }, ['old']],
  ['none', { lastAt: undefined, rehearsedAt: undefined }, ['none']],
  ['never rehearsed', { rehearsedAt: undefined }, ['never-rehearsed']],
  ['rehearsed long ago', { rehearsedAt: daysAgo(101) }, ['rehearsed-long-ago']],
  ['old and never rehearsed', { lastAt: daysAgo(9), rehearsedAt: undefined }, ['old', 'never-rehearsed']],
])('backups: %s', (_, changed, warnings) => {
  expect(backupWarnings({ ...sound, ...changed }, now)).toEqual(warnings);
});

test('every warning states the problem and what to do', () => {
  const given = { lastAt: daysAgo(9).toISOString(), rehearsedAt: daysAgo(120).toISOString(), now };
  const all: BackupWarning[] = ['none', 'old', 'never-rehearsed', 'rehearsed-long-ago'];
  const said = all.map((warning) => warningInWords(warning, given));
  expect(new Set(said.map(({ title }) => title)).size).toBe(all.length);
  expect(said[1]?.title).toBe('A última cópia de segurança é antiga: há 9 dias');
  for (const { text } of said) expect(text).toMatch(/Faça uma cópia agora|npm run rehearse/);
});

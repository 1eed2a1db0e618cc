import { expect, test } from 'vitest';
import { addressOfBegun, type Begun, kindOnDevice, mergeBegun, titleOfBegun, wordsOfBegun } from './begun.rules.ts';

const begun = (testId: number | null, endsAt: number, more: Partial<Begun> = {}): Begun => ({
  kind: 'test',
  testId,
  childId: 1,
  firstName: 'Maria',
  discipline: 'Português',
  theme: 'Leitura',
  endsAt,
  ...more,
});

test.each<[string, readonly Begun[], readonly string[], readonly Begun[], (number | null)[]]>([
  ['nothing', [], [], [], []],
  ['what ends first comes first', [begun(1, 300)], [], [begun(2, 200)], [2, 1]],
  ['what is over is left out', [begun(1, 100)], [], [begun(2, 99), begun(3, 101)], [3]],
  ['the device knows that a test was finished', [], ['1:2'], [begun(2, 200)], []],
  ['another child’s test is another test', [], ['7:2'], [begun(2, 200)], [2]],
  ['a diagnostic has no test', [begun(1, 300)], [], [begun(null, 200, { kind: 'diagnostic', theme: null })], [null, 1]],
])('%s', (_what, running, over, told, expected) => {
  expect(mergeBegun({ running, over }, told, 100).map(({ testId }) => testId)).toEqual(expected);
});

test('a test that device and server know is listed once, as the device has it', () => {
  const here = begun(1, 300, { kind: 'prepared' });
  expect(mergeBegun({ running: [here], over: [] }, [begun(1, 250)], 100)).toEqual([here]);
});

test.each<[string, boolean, string, string]>([
  ['Leitura', false, 'um teste', 'Leitura'],
  ['Leitura', true, 'um teste', 'Leitura'],
  ['Simulado', false, 'um simulado', 'Simulado'],
])('%s on a device, prepared %s: %s', (theme, isPrepared, words, title) => {
  const kind = kindOnDevice(theme, isPrepared);
  expect([wordsOfBegun({ kind })[0], titleOfBegun({ kind, theme })]).toEqual([words, title]);
});

test('a diagnostic goes on at its own address', () => {
  const diagnostic = begun(null, 200, { kind: 'diagnostic', theme: null });
  expect(titleOfBegun(diagnostic)).toBe('Ponto de partida');
  expect(addressOfBegun(diagnostic)).toBe('/diagnostic?childId=1&discipline=Portugu%C3%AAs');
  expect(addressOfBegun(begun(5, 200))).toBe('/tests/5?childId=1');
});

import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../shared/time.ts';
import type { Level } from '../writing/kappa.rules.ts';
import { hasPlace, levelsOf, levelTogether, type Mark, marksNeeded, opinionSentence } from './opinions.rules.ts';

const NOW = new Date('2026-04-15T12:00:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
const opened = (teacherId: number, hours = 0.5): Mark => ({
  teacherId,
  openedAt: ago(hours),
  releasedAt: null,
  level: null,
  markedAt: null,
});
const marked = (teacherId: number | null, level: Level, hours = 1): Mark => ({
  teacherId,
  openedAt: ago(hours),
  releasedAt: null,
  level,
  markedAt: ago(hours),
});

test.each<[Level[], 2 | 3]>([
  [[], 2],
  [[0], 2],
  [[3, 3], 2],
  [[3, 4], 2],
  [[4, 3], 2],
  [[3, 5], 3],
  [[5, 0], 3],
  [[1, 3, 2], 3],
])('levels %j need %i marks', (levels, needed) => expect(marksNeeded(levels)).toBe(needed));

describe('a teacher may open a text', () => {
  test.each<[string, Mark[], boolean]>([
    ['that nobody has opened', [], true],
    ['that one has open', [opened(1)], true],
    ['that two have open', [opened(1), opened(2)], false],
    ['that one marked and one has open', [marked(1, 3), opened(2)], false],
    ['that one opened too long ago', [marked(1, 3), opened(2, 2.5)], true],
    ['that one left for another text', [marked(1, 3), { ...opened(2), releasedAt: ago(0.1) }], true],
    ['that it has open itself', [marked(1, 3), opened(9)], true],
    ['that it has marked', [marked(9, 3)], false],
    ['that two marked alike', [marked(1, 3), marked(2, 4)], false],
    ['that two marked differently', [marked(1, 1), marked(2, 4)], true],
    ['that two marked differently, and a third has open', [marked(1, 1), marked(2, 4), opened(3)], false],
    ['that three marked', [marked(1, 1), marked(2, 4), marked(3, 2)], false],
    ['whose first teacher left', [marked(null, 1), opened(2)], false],
    ['that four opened too long ago', [1, 2, 3, 4].map((one) => opened(one, 3)), true],
    ['that five opened too long ago', [1, 2, 3, 4, 5].map((one) => opened(one, 3)), false],
    ['that it and four others opened too long ago', [1, 2, 3, 4, 9].map((one) => opened(one, 3)), true],
  ])('%s', (_, marks, may) => expect(hasPlace(marks, 9, NOW)).toBe(may));
});

test('levels are in the order in which they were given', () =>
  expect(levelsOf([marked(2, 4, 1), opened(3), marked(1, 1, 2)])).toEqual([1, 4]));

test.each<[Level[], Level | null, string]>([
  [[], null, ''],
  [[2], 2, 'Só um professor viu o texto a tempo: nível 2 de 5.'],
  [[3, 3], 3, 'Dois professores: nível 3 de 5.'],
  [[4, 3], null, 'Dois professores: nível 3 e nível 4, de 5.'],
  [[1, 4], null, 'Dois professores: nível 1 e nível 4, de 5.'],
  [[5, 1, 3], 3, 'Três professores: níveis 1, 3 e 5, de 5. Fica no nível 3, o do meio.'],
  [[1, 3, 3], 3, 'Três professores: níveis 1, 3 e 3, de 5. Fica no nível 3, o do meio.'],
])('levels %j are told', (levels, together, sentence) => {
  expect(levelTogether(levels)).toBe(together);
  expect(opinionSentence(levels)).toBe(sentence);
});

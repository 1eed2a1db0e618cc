import { expect, test } from 'vitest';
import { errorSentence, errorsOfWeek } from './error-words.rules.ts';

const now = new Date('2026-01-15T12:00:00Z');
const NAME = 'soma ou tira também os números de baixo';
const said = { state: 'named', times: 5, opportunities: 6, since: new Date('2026-01-02T12:00:00Z') } as const;

test.each([
  ['a boy', { fullName: 'João Manuel', gender: 'masculino' }, said, `O João ${NAME}: 5 de 6 vezes desde Janeiro.`],
  ['a girl', { fullName: 'Maria João', gender: 'feminino' }, said, `A Maria ${NAME}: 5 de 6 vezes desde Janeiro.`],
  [
    'nobody said which, in another year',
    { fullName: 'Kiala', gender: null },
    { ...said, since: new Date('2025-10-31T23:30:00Z') },
    `Kiala ${NAME}: 5 de 6 vezes desde Novembro de 2025.`,
  ],
  [
    'overcome',
    { fullName: 'João Manuel', gender: 'masculino' },
    { ...said, state: 'overcome' },
    `Já ultrapassou este engano: «${NAME}».`,
  ],
] as const)('%s', (_, child, trace, sentence) => {
  expect(errorSentence(child, NAME, trace, now)).toBe(sentence);
});

test('a week tells the surest error, and what was overcome in it', () => {
  const week = { from: new Date('2026-01-04T17:00:00Z'), to: new Date('2026-01-11T17:00:00Z') };
  const error = (state: 'named' | 'overcome', sentence: string, changedAt: string) => ({ state, sentence, changedAt });
  expect(
    errorsOfWeek(
      [
        error('named', 'Um.', '2025-11-01T10:00:00Z'),
        error('named', 'Outro.', '2026-01-06T10:00:00Z'),
        error('overcome', 'Já ultrapassou este engano: «dois».', '2026-01-06T10:00:00Z'),
        error('overcome', 'Já ultrapassou este engano: «antes».', '2026-01-03T10:00:00Z'),
      ],
      week,
    ),
  ).toEqual(['Um.', 'Já ultrapassou este engano: «dois».']);
  expect(errorsOfWeek([], week)).toEqual([]);
});

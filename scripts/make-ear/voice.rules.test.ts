import { describe, expect, test } from 'vitest';
import { checksumOf, pronounced, voicePlan } from './voice.rules.ts';

describe('what the voice says', () => {
  const text = 'A Rita, com a avó. Levou o balde!';

  test('is the words without punctuation, with longer silences after commas and sentences', () => {
    expect(voicePlan(text, [])).toEqual([
      { pause: 0.4, spoken: 'A', word: 0 },
      { pause: 0.18, spoken: 'Rita', word: 1 },
      { pause: 0.35, spoken: 'com', word: 2 },
      { pause: 0.18, spoken: 'a', word: 3 },
      { pause: 0.18, spoken: 'avó', word: 4 },
      { pause: 0.6, spoken: 'Levou', word: 5 },
      { pause: 0.18, spoken: 'o', word: 6 },
      { pause: 0.18, spoken: 'balde', word: 7 },
    ]);
  });

  test.each([
    ['another word', { index: 1, outcome: 'wrong', spoken: 'Rosa' }, [[0.18, 'Rosa']]],
    ['a word left out', { index: 1, outcome: 'wrong', spoken: '' }, [[0, '']]],
    ['a word after a silence', { index: 5, outcome: 'wrong', spoken: 'Levou', pause: 4 }, [[4.6, 'Levou']]],
    [
      'a correction in two parts',
      { index: 7, outcome: 'selfCorrected', spoken: 'bale… balde' },
      [
        [0.18, 'bale'],
        [0.35, 'balde'],
      ],
    ],
  ] as const)('is %s where the file plants it', (_what, planted, said) => {
    const parts = voicePlan(text, [planted]).filter(({ word }) => word === planted.index);
    expect(parts).toEqual(
      said.map(([pause, spoken]) => ({ pause: expect.closeTo(pause, 9), spoken, word: planted.index })),
    );
  });

  test('has another checksum when the text or an error changes', () => {
    const plain = checksumOf(voicePlan(text, []));
    expect(checksumOf(voicePlan(text, []))).toBe(plain);
    expect(checksumOf(voicePlan(text.replace('avó', 'avô'), []))).not.toBe(plain);
    expect(checksumOf(voicePlan(text, [{ index: 1, outcome: 'wrong', spoken: '' }]))).not.toBe(plain);
  });

  test('is pronounced as a word, not as the name of a letter', () => {
    expect(['A', 'à', 'e', 'o', 'avó'].map(pronounced)).toEqual(['[[&]]', '[[a]]', '[[i]]', '[[u]]', 'avó']);
  });
});

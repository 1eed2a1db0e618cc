import { expect, test } from 'vitest';
import { inWords, readInWords } from './number-words.rules.ts';

test.each([
  [0, 'zero'],
  [16, 'dezasseis'],
  [21, 'vinte e um'],
  [100, 'cem'],
  [101, 'cento e um'],
  [345, 'trezentos e quarenta e cinco'],
  [1000, 'mil'],
  [1200, 'mil e duzentos'],
  [1205, 'mil duzentos e cinco'],
  [7061, 'sete mil e sessenta e um'],
  [100_000, 'cem mil'],
  [1_000_000, 'um milhão'],
  [2_003_000, 'dois milhões e três mil'],
])('%i is read %s', (value, text) => expect(inWords(value)).toBe(text));

test.each([
  ['1500', 'mil e quinhentos'],
  ['1,5', 'um e meio'],
  ['2550', 'dois mil quinhentos e cinquenta'],
  ['2,55', 'dois vírgula cinquenta e cinco'],
  ['1,05', 'um vírgula zero cinco'],
  ['1,005', 'um vírgula zero zero cinco'],
  ['0,5', 'zero vírgula cinco'],
  ['1', 'um'],
  ['-1,5', 'menos um e meio'],
])('%s is read %s', (text, words) => expect(readInWords(text)).toBe(words));

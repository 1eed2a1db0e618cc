import { describe, expect, test } from 'vitest';
import { escapedWords } from './ear-words.rules.ts';

describe('why a word of the training escaped', () => {
  test.each<[Parameters<typeof escapedWords>[0], string]>([
    [undefined, 'Disse bem. Não se marca.'],
    [{ outcome: 'wrong', spoken: 'casa', pause: null }, 'Disse «casa». Conta como errada.'],
    [{ outcome: 'wrong', spoken: '', pause: null }, 'Saltou esta palavra. Conta como errada.'],
    [{ outcome: 'wrong', spoken: 'cacussos', pause: 4 }, 'Calou-se 4 segundos. Depois de 3, conta como errada.'],
    [
      { outcome: 'selfCorrected', spoken: 'bale… balde', pause: null },
      'Disse «bale» e corrigiu-se. Conta como certa: toque duas vezes.',
    ],
  ])('%o: %s', (planted, words) => {
    expect(escapedWords(planted)).toBe(words);
  });
});

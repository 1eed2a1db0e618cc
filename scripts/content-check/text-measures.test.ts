import { describe, expect, test } from 'vitest';
import { measuresOf, namesOf, sentencesOf } from './text-measures.ts';

describe('measures of a text', () => {
  test('sentences end before a capital, not at a cry within a sentence', () => {
    const text = 'O Nelo viu-o.\n— Um jacaré! — gritou o Nelo.\nE fugiu… Porquê? Porque sim';
    expect(sentencesOf(text).map((sentence) => sentence.length)).toEqual([3, 5, 2, 1, 2]);
  });

  test('names are capitals inside a sentence; one may have several words', () => {
    const text =
      'A Weza foi à Serra da Leba em Abril com a Weza e o Beto. Depois: «Olha ali!» — Mãe, a Nina caiu! Huambo fica longe.';
    expect(namesOf(text)).toEqual(['Weza', 'Serra da Leba', 'Beto', 'Nina']);
  });

  test('a list of names is several names', () => {
    expect(namesOf('Vieram a Ana, a Rita e o Rui, da Caála.')).toEqual(['Ana', 'Rita', 'Rui', 'Caála']);
  });

  test('words, letters per word, words per sentence', () => {
    const { words, letters, sentence } = measuresOf('O pão é bom. Chama-se pão-de-ló!');
    expect([words, letters, sentence]).toEqual([6, (1 + 3 + 1 + 3 + 7 + 7) / 6, 3]);
  });

  test('of an empty text are 0', () => {
    expect(measuresOf('')).toEqual({ words: 0, letters: 0, sentence: 0, names: [] });
  });
});

import { describe, expect, test } from 'vitest';
import { bareWord, wordsOf } from './text-words.ts';

describe('the words of a text', () => {
  test.each([
    ['A cabra, contente.', ['A', 'cabra,', 'contente.']],
    ['— Olha! — disse ela.', ['— Olha!', '— disse', 'ela.']],
    ['Chamava-se Mimosa\ne tinha 3 filhos.', ['Chamava-se', 'Mimosa', 'e', 'tinha', '3', 'filhos.']],
    ['O fim —', ['O', 'fim —']],
    ['  ', []],
    ['… —', []],
  ])('%j', (text, words) => expect(wordsOf(text)).toEqual(words));

  test('bare, without the punctuation around it', () => {
    expect(['— Professora,', '«fim-de-semana».', 'd’água!', '…'].map(bareWord)).toEqual([
      'Professora',
      'fim-de-semana',
      'd’água',
      '',
    ]);
  });
});

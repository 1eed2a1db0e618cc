import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../../shared/skills/text-words.ts';
import { compareTyped } from './alignment.rules.ts';
import { plainWord } from './spelling.rules.ts';

const compare = (key: string, typed: string) => compareTyped({ words: wordsOf(key), also: [] }, typed);
/** What is not right, as "word=written:kinds". */
const mistakes = (key: string, typed: string) =>
  compare(key, typed)
    .words.filter(({ outcome }) => outcome !== 'right')
    .map(({ index, written, kinds }) => `${plainWord(wordsOf(key)[index] ?? '')}=${written ?? ''}:${kinds.join('+')}`);

/** The fewest words to change, put in or leave out, by Wagner and Fischer (1974). */
function fewestEdits(key: readonly string[], typed: readonly string[]): number {
  let row = typed.map((_, at) => at + 1);
  row.unshift(0);
  for (const [at, word] of key.entries()) {
    const next = [at + 1];
    for (const [from, written] of typed.entries())
      next.push(
        Math.min(
          (row[from] as number) + (word === written ? 0 : 1),
          (row[from + 1] as number) + 1,
          (next[from] as number) + 1,
        ),
      );
    row = next;
  }
  return row[typed.length] as number;
}

describe('a typed dictation', () => {
  test.each<[string, string, string, string[]]>([
    ['the same', 'O pombo dormia.', 'o pombo dormia', []],
    ['a word left out', 'O pombo dormia à sombra.', 'O pombo à sombra', ['dormia=:']],
    ['a word put in costs nothing', 'O pombo dormia.', 'O pombo já dormia', []],
    ['a changed word', 'O pombo dormia.', 'O pombo durmia', ['dormia=durmia:vowel']],
    [
      'two words as one cost both',
      'Entrou de repente em casa.',
      'entrou derrepente em casa',
      ['de=derrepente:together', 'repente=derrepente:together'],
    ],
    ['one word as two', 'Andava depressa.', 'andava de pressa', ['depressa=de pressa:together']],
    ['a hyphen left out', 'O padre calou-se logo.', 'O padre calou se logo', ['calou-se=calou se:together']],
    ['nothing typed', 'O pombo.', '', ['o=:', 'pombo=:']],
    ['only marks typed', 'O pombo.', '… — !', ['o=:', 'pombo=:']],
    ['a compound of 1990', 'No fim-de-semana choveu.', 'no fim de semana choveu', []],
    ['a month without capital', 'Foi em Outubro.', 'Foi em outubro.', []],
    ['another kind of hyphen', 'Ela calou-se.', 'Ela calou‑se.', []],
    ['decomposed accents', 'A avó.', 'A avo\u0301.', []],
    ['no space after a mark', 'Sim, vou já.', 'Sim,vou já.', []],
    ['the nearest accepted spelling explains', 'A direcção mudou.', 'A diresão mudou', ['direcção=diresão:s-z-c']],
    ['a pronounced consonant is no spelling of 1990', 'De facto, sim.', 'de fato sim', ['facto=fato:silent-consonant']],
  ])('%s', (_what, key, typed, wrong) => expect(mistakes(key, typed)).toEqual(wrong));

  test('counts capitals and marks beside the words', () => {
    const { right, capitals, punctuation } = compare('— Olha! O Zé caiu, disse ela.', 'olha o zé Caiu disse ela');
    expect(right).toBe(6);
    expect(capitals).toEqual([0, 1, 2, 3]);
    expect(punctuation.reduce((sum, { marks }) => sum + marks, 0)).toBe(4);
    expect(compare('— Olha! O Zé caiu.', '- Olha! O Zé caiu.').punctuation).toEqual([]);
    expect(compare('«Partiu sem atraso.»', '"Partiu sem atraso."').punctuation).toEqual([]);
  });

  test('notes the spelling of 1990, also of what only the file names', () => {
    const key = { words: ['inspector', 'óptimo', 'facto'], also: [{ word: 'facto', spelling: 'fato' }] };
    const { words, right } = compareTyped(key, 'inspetor ótimo fato');
    expect(right).toBe(3);
    expect(words.map(({ is1990 }) => is1990)).toEqual([true, true, true]);
  });

  const word = fc.constantFrom('a', 'o', 'de', 'casa', 'caza', 'cão', 'mato', 'repente', 'derepente', 'sem', 'cem');
  const text = fc.array(word, { maxLength: 12 });

  test('is never aligned worse than by the fewest edits, and never has more right words than it may', () => {
    fc.assert(
      fc.property(text, text, (key, typed) => {
        const { edits, right, words, inserted } = compareTyped({ words: key, also: [] }, typed.join(' '));
        expect(edits).toBe(fewestEdits(key, typed));
        expect(words.map(({ index }) => index)).toEqual([...key.keys()]);
        expect(right).toBeLessThanOrEqual(Math.min(key.length, typed.length));
        expect(right + inserted.length).toBeLessThanOrEqual(typed.length);
      }),
    );
  });

  test('of what was dictated, whatever is typed besides, stays within its words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (typed) => {
        const { right, words } = compare('O pombo dormia à sombra do tambor.', typed);
        expect(words).toHaveLength(7);
        expect(right).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(7);
      }),
    );
  });
});

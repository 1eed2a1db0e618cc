import { describe, expect, test } from 'vitest';
import { difference, placeOfKind, possibleKinds, soundAlike } from './spelling.rules.ts';

describe('the kinds of mistakes', () => {
  test.each<[string, string, string[]]>([
    ['sabão', 'sabao', ['accent']],
    ['avó', 'avô', ['accent']],
    ['à', 'a', ['accent']],
    ['velho', 'vélho', ['accent']],
    ['pássaro', 'pasaro', ['accent', 's-ss']],
    ['casa', 'caza', ['s-z-c']],
    ['fazer', 'faser', ['s-z-c']],
    ['cabeça', 'cabeca', ['s-z-c']],
    ['nascer', 'nacer', ['s-z-c']],
    ['excelente', 'exelente', ['s-z-c']],
    ['próximo', 'próssimo', ['s-z-c']],
    ['pescoço', 'pescosso', ['s-z-c']],
    ['casa', 'cassa', ['s-ss']],
    ['chuva', 'xuva', ['ch-x']],
    ['lixo', 'licho', ['ch-x']],
    ['girafa', 'jirafa', ['g-j']],
    ['janela', 'ganela', ['g-j']],
    ['carro', 'caro', ['r-rr']],
    ['cara', 'carra', ['r-rr']],
    ['guitarra', 'gitarra', ['qu-gu']],
    ['quadro', 'cuadro', ['qu-gu']],
    ['coelho', 'coelio', ['nh-lh']],
    ['galinha', 'galina', ['nh-lh']],
    ['filho', 'fio', ['nh-lh']],
    ['família', 'familha', ['accent', 'nh-lh']],
    ['campo', 'canpo', ['m-p-b']],
    ['conta', 'comta', ['m-p-b']],
    ['tambor', 'tãbor', ['m-p-b']],
    ['cantaram', 'cantarão', ['am-ao']],
    ['voltarão', 'voltaram', ['am-ao']],
    ['sabão', 'sabam', ['am-ao']],
    ['deram-lhe', 'derão-lhe', ['am-ao']],
    ['peixe', 'peixi', ['vowel']],
    ['comeu', 'comeo', ['vowel']],
    ['engenheiro', 'enginheiro', ['vowel']],
    ['facto', 'fato', ['silent-consonant']],
    ['vitória', 'victória', ['silent-consonant']],
    ['chamava-se', 'chamavase', ['together']],
    ['calou-se', 'calousse', ['together']],
    ['deu-lhe', 'deu lhe', ['together']],
    ['depressa', 'de pressa', ['together']],
    ['de repente', 'derrepente', ['together']],
    ['com certeza', 'concerteza', ['together']],
    ['sinto', 'cinto', ['homophone', 's-z-c']],
    ['há', 'à', ['homophone']],
    ['mas', 'mais', ['homophone']],
    ['houve', 'ouve', ['homophone']],
    ['homem', 'omem', ['letters']],
    ['campo', 'capo', ['letters']],
    ['roupa', 'ropa', ['letters']],
    ['psicologia', 'pisicologia', ['letters']],
    ['prado', 'pardo', ['other']],
    ['amigo', 'amico', ['other']],
    ['homem', 'homen', ['other']],
    ['mesa', 'gato', ['other']],
    ['mesa', 'mesa', []],
  ])('%s written %s: %j', (word, written, kinds) => expect(difference(word, written).kinds).toEqual(kinds));

  test('words that sound alike differ by more than an accent', () => {
    expect(soundAlike('cem', 'sem')).toBe(true);
    expect(soundAlike('à', 'a')).toBe(false);
    expect(soundAlike('pais', 'país')).toBe(false);
  });

  test('only those are offered that a word can have', () => {
    expect(possibleKinds('mesa', false)).toEqual(['s-z-c', 's-ss', 'vowel', 'letters', 'other']);
    expect(possibleKinds('Remaram,', true)).toEqual([
      'r-rr',
      'am-ao',
      'vowel',
      'together',
      'capital',
      'letters',
      'punctuation',
      'other',
    ]);
    expect(possibleKinds('óptimo', true)).toContain('silent-consonant');
  });
});

test.each<[string, Parameters<typeof placeOfKind>[1], string | null]>([
  ['cresceu', ['s-z-c'], 's'],
  ['vizinhos', ['nh-lh'], 'nh'],
  ['ninguém', ['accent'], 'é'],
  ['cara', ['r-rr'], 'r'],
  ['carro', ['r-rr'], 'rr'],
  ['cantaram', ['am-ao'], 'am'],
  ['mesa', ['letters', 's-ss'], 's'],
  ['mesa', ['letters'], null],
])('in %s, mistakes %j are at %s', (word, kinds, letters) => {
  const place = placeOfKind(word, kinds);
  expect(place && word.slice(...place)).toBe(letters);
});

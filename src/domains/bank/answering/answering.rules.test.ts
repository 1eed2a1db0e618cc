import { describe, expect, it } from 'vitest';
import type { Answering } from './answering.contract.ts';
import {
  type AnsweredInWriting,
  answeringProblem,
  judgeWritten,
  normalizeAnswering,
  OTHER,
} from './answering.rules.ts';
import { NUMBER_CASES } from './written-cases.rules.ts';
import { isSpelledLike1990 } from './written-word.rules.ts';

type Rules = Omit<Answering, 'accepted'> & { accepted?: readonly string[] };

function asked(rules: Rules, alternatives: readonly string[] = [], correctAnswer = 'A'): AnsweredInWriting {
  const lettered = alternatives.map((text, index) => `${String.fromCharCode(65 + index)}) ${text}`);
  const about = { alternatives: lettered, correctAnswer };
  return { ...about, answering: normalizeAnswering(rules, about) };
}

const letterOf = (question: AnsweredInWriting, written: string) => {
  const verdict = judgeWritten(question, written);
  return verdict.kind === 'answer' ? verdict.letter : verdict.kind;
};

describe('a number', () => {
  const price = asked({ way: 'number', unit: 'Kz' }, ['850 Kz', '2 550 Kz', '853 Kz', '2 500 Kz'], 'B');

  it.each([
    ['2 550', 'B'],
    ['2550', 'B'],
    ['2550,00', 'B'],
    ['2550 Kz', 'B'],
    ['5100/2', 'B'],
    ['850', 'A'],
    ['0850', 'A'],
    ['2 500', 'D'],
    ['2 551', OTHER],
    ['-2 550', OTHER],
    ['0', OTHER],
    ['2.550', 'ambiguous'],
    ['2 550 kg', 'refused'],
    ['muito', 'refused'],
  ])('written as «%s» becomes %s', (written, letter) => {
    expect(letterOf(price, written)).toBe(letter);
  });

  it('takes the right alternative as its accepted value', () => {
    expect(price.answering).toEqual({ way: 'number', unit: 'Kz', accepted: ['2550'] });
    expect(answeringProblem(price)).toBeUndefined();
  });

  it.each([
    ['1/2', 'A'],
    ['2/4', 'A'],
    ['0,5', 'A'],
    ['½', 'A'],
    ['-1/2', OTHER],
    ['1/3', 'B'],
    ['2/6', 'B'],
    ['0,3333333', OTHER],
    ['5/4', 'C'],
    ['1 1/4', 'C'],
    ['1,25', 'C'],
  ])('that is a fraction counts by value: %s becomes %s', (written, letter) => {
    const question = asked({ way: 'number' }, ['$\\frac{1}{2}$', '$\\frac{1}{3}$', '$1\\frac{1}{4}$', '$2{,}75$']);
    expect(letterOf(question, written)).toBe(letter);
  });

  it.each([
    ['1/2', 'B'],
    ['2/4', 'A'],
    ['4/8', OTHER],
    ['0,5', OTHER],
    ['½', 'B'],
    ['0 1/2', 'B'],
    ['1/4', 'C'],
  ])('asked in lowest terms: %s becomes %s', (written, letter) => {
    const question = asked({ way: 'number', simplify: true }, ['2/4', '1/2', '1/4', '2'], 'B');
    expect(answeringProblem(question)).toBeUndefined();
    expect(letterOf(question, written)).toBe(letter);
  });

  it.each([
    ['2', 'A'],
    ['2/1', OTHER],
    ['4/2', OTHER],
    ['2,0', 'A'],
    ['1 1/1', OTHER],
  ])('that is whole, asked in lowest terms: %s becomes %s', (written, letter) => {
    expect(letterOf(asked({ way: 'number', simplify: true, accepted: ['2'] }), written)).toBe(letter);
  });

  it.each([
    ['1 1/4', 'A'],
    ['5/4', 'A'],
    ['10/8', OTHER],
    ['1 2/8', OTHER],
    ['0 5/4', 'A'],
  ])('that is mixed, asked in lowest terms: %s becomes %s', (written, letter) => {
    expect(letterOf(asked({ way: 'number', simplify: true, accepted: ['1 1/4'] }), written)).toBe(letter);
  });

  it.each([
    ['3,13', 'A'],
    ['3,15', 'A'],
    ['3,129999999', OTHER],
    ['3,1500000001', OTHER],
    ['22/7', 'A'],
    ['3', OTHER],
  ])('within a tolerance, borders included: %s becomes %s', (written, letter) => {
    expect(letterOf(asked({ way: 'number', accepted: ['3,14'], tolerance: '0,01' }), written)).toBe(letter);
  });

  it.each([
    ['1/2', 'B'],
    ['2/4', 'C'],
    ['4/8', 'B'],
  ])('that equals two wrong alternatives becomes the one as it is written: %s becomes %s', (written, letter) => {
    expect(letterOf(asked({ way: 'number' }, ['5/6', '1/2', '2/4']), written)).toBe(letter);
  });

  it('without alternatives is A when it is right', () => {
    const question = asked({ way: 'number', accepted: ['12', '12,5'] });
    expect(['12', '12,50', '13'].map((written) => letterOf(question, written))).toEqual(['A', 'A', OTHER]);
  });

  it('that cannot be read is never an answer, whatever is accepted', () => {
    for (const { unit, typed, verdict } of NUMBER_CASES) {
      const question = asked({ way: 'number', accepted: ['5'], ...(unit ? { unit } : {}) });
      const found = judgeWritten(question, typed);
      if (verdict === '✗') expect(found.kind).toBe('refused');
      else if (verdict.includes('|'))
        expect(found).toMatchObject({ kind: 'ambiguous', readings: verdict.split(' | ') });
      else expect(found).toMatchObject({ kind: 'answer', text: verdict });
    }
  });
});

describe('a word', () => {
  const plural = asked({ way: 'word' }, ['os animais', 'os animales', 'os animaes', 'os animals']);

  it.each([
    ['os animais', 'A'],
    ['Os Animais', 'A'],
    ['  os   animais. ', 'A'],
    ['«os animais»', 'A'],
    ['“os animais.”', 'A'],
    ['os anima\u200bis', 'A'],
    ['os animales', 'B'],
    ['os ánimais', OTHER],
    ['animais', OTHER],
    ['os animais,', OTHER],
    ['', 'refused'],
    ['.', 'refused'],
    ['«»', 'refused'],
    ['a'.repeat(41), 'refused'],
  ])('written as «%s» becomes %s', (written, letter) => {
    expect(letterOf(plural, written)).toBe(letter);
  });

  it.each<[Partial<Rules>, string, string, boolean]>([
    [{}, 'avó', 'avo', false],
    [{}, 'avó', 'avo\u0301', true],
    [{}, 'avó', 'avô', false],
    [{ anyAccents: true }, 'avó', 'avo', true],
    [{ anyAccents: true }, 'coração', 'coracao', true],
    [{}, 'caça', 'caca', false],
    [{}, 'Luanda', 'luanda', true],
    [{ capitals: true }, 'Luanda', 'luanda', false],
    [{ capitals: true }, 'Luanda', 'Luanda', true],
    [{}, 'guarda-chuva', 'guarda‑chuva', true],
    [{}, 'guarda-chuva', 'guarda – chuva', true],
    [{}, 'guarda-chuva', 'guardachuva', false],
    [{}, 'guarda-chuva', 'guarda chuva', false],
    [{}, "don't", 'don’t', true],
    [{}, "don't", 'dont', false],
    [{}, 'acção', 'ação', true],
    [{ spelling: true }, 'acção', 'ação', false],
    [{}, 'ação', 'acção', false],
    [{}, 'facto', 'fato', false],
    [{}, 'óptimo', 'ótimo', true],
    [{ capitals: true }, 'o Egipto', 'o Egito', true],
    [{ capitals: true }, 'o Egipto', 'o egito', false],
    [{ anyAccents: true }, 'o espectáculo', 'o espetaculo', true],
    [{}, 'o sol', 'sol', false],
  ])('with the rules %o, where %s is right, %s counts: %s', (rules, word, written, counts) => {
    const question = asked({ way: 'word', accepted: [word], ...rules });
    expect(letterOf(question, written)).toBe(counts ? 'A' : OTHER);
  });

  it('says when only the spelling of 1990 makes it right', () => {
    const { answering } = asked({ way: 'word', accepted: ['acção'] });
    expect(isSpelledLike1990(answering, 'ação')).toBe(true);
    expect(isSpelledLike1990(answering, 'acção')).toBe(false);
  });
});

it.each<[string, Rules, string[], string | undefined]>([
  ['nothing accepted', { way: 'number' }, [], 'Escreva pelo menos uma resposta certa.'],
  ['no number', { way: 'number', accepted: ['doze'] }, [], '«doze» não é um número que se possa escrever.'],
  [
    'an ambiguous number',
    { way: 'number', accepted: ['1.500'] },
    [],
    '«1.500» tanto é 1 500 como 1,5: escreva um dos dois.',
  ],
  [
    'another unit',
    { way: 'number', unit: 'm', accepted: ['5 kg'] },
    [],
    '«5 kg» não é um número que se possa escrever.',
  ],
  [
    'a right alternative that is no number',
    { way: 'number', accepted: ['5'] },
    ['cinco', '6'],
    '«cinco» não é um número que se possa escrever.',
  ],
  [
    'a wrong alternative of equal value',
    { way: 'number' },
    ['1/2', '2/4'],
    'A alternativa B vale o mesmo que a certa: escrita, contava como certa.',
  ],
  [
    'a wrong alternative within the tolerance',
    { way: 'number', tolerance: '1' },
    ['5', '6'],
    'A alternativa B vale o mesmo que a certa: escrita, contava como certa.',
  ],
  [
    'a negative tolerance',
    { way: 'number', accepted: ['5'], tolerance: '-1' },
    [],
    'A tolerância é um número, como 0,5.',
  ],
  [
    'a long word',
    { way: 'word', accepted: ['a'.repeat(41)] },
    [],
    `«${'a'.repeat(41)}» não se pode escrever: no máximo 40 caracteres.`,
  ],
  [
    'words apart only by case',
    { way: 'word' },
    ['Casa', 'casa'],
    'A alternativa B vale o mesmo que a certa: escrita, contava como certa.',
  ],
  ['two wrong alternatives of equal value', { way: 'number' }, ['3', '1/2', '2/4'], undefined],
  ['words apart by case, where it counts', { way: 'word', capitals: true }, ['Casa', 'casa'], undefined],
])('finds the problem of %s', (_title, rules, alternatives, problem) => {
  expect(answeringProblem(asked(rules, alternatives))).toBe(problem);
});

import { describe, expect, test } from 'vitest';
import {
  againSentence,
  bandSentence,
  growthInWords,
  levelSentence,
  normalShare,
  placeInWords,
  repeatSentence,
  secureSentence,
} from './diagnostic-words.rules.ts';
import {
  certaintyOf,
  expectedShare,
  isSure,
  levelAt,
  levelThresholds,
  named,
  namesOf,
  placeOf,
  secureIn,
  startWith,
  type ThemeShare,
} from './level.rules.ts';
import { classMean, difficultyPrior, guessingOf } from './scale.rules.ts';

/** The questions of the six classes with the difficulties expected from class and author. */
const byClass = new Map(
  [1, 2, 3, 4, 5, 6].map((schoolClass) => [
    schoolClass,
    [1, 2, 3, 3, 4, 5].map((author) => ({
      difficulty: difficultyPrior(schoolClass, author).mean,
      guessing: guessingOf(4),
    })),
  ]),
);
const thresholds = levelThresholds(byClass);
const at = (ability: number, standardError = 0.4) => levelAt({ ability, standardError }, thresholds);

test('secure is a theme answered right twice at the level or below it, the highest class first', () => {
  const theme = (code: string, schoolClass: number, answers: number, right: number, expected = 0.7): ThemeShare => ({
    code,
    name: code,
    schoolClass,
    expected,
    answers,
    right,
  });
  const themes = [
    theme('below', 2, 2, 2, 0.9),
    theme('one answer', 3, 1, 1, 0.9),
    theme('one wrong', 3, 2, 1, 0.9),
    theme('lucky', 3, 2, 2, 0.5),
    theme('here', 3, 2, 2),
    theme('above', 4, 2, 2, 0.9),
    theme('also below', 2, 2, 2, 0.8),
  ];
  expect(secureIn(themes, 3).map(({ code }) => code)).toEqual(['here', 'below']);
  expect(secureIn(themes, null)).toEqual([]);
  expect(secureSentence([{ name: 'Fracções' }, { name: 'Medidas' }])).toBe(
    'Já mostra segurança em Fracções e Medidas.',
  );
  expect(secureSentence([{ name: 'Fracções' }])).toBe('Já mostra segurança em Fracções.');
});

describe('the level', () => {
  test('of a child with the mean ability of a class is that class, near its middle', () => {
    for (const schoolClass of [1, 2, 3, 4, 5]) {
      const level = at(classMean(schoolClass));
      expect(level.schoolClass).toBe(schoolClass);
      expect(level.place).toBeGreaterThan(schoolClass + 0.3);
      expect(level.place).toBeLessThan(schoolClass + 0.7);
    }
  });

  test('begins at the ability that answers 70 % of the questions of a class right', () => {
    for (const { schoolClass, ability } of thresholds)
      expect(expectedShare(ability, byClass.get(schoolClass) ?? [])).toBeCloseTo(0.7, 3);
  });

  test('is null below the first class, and the highest class above it', () => {
    expect(at(-6)).toMatchObject({ schoolClass: null, place: 0 });
    expect(at(6).schoolClass).toBe(6);
    expect(at(6).place).toBeLessThan(7);
  });

  test('is the highest class that is reached, even when a lower one is harder', () => {
    const uneven = levelThresholds(
      new Map([
        [3, [{ difficulty: 1 }]],
        [4, [{ difficulty: 0 }]],
      ]),
    );
    expect(levelAt({ ability: 1, standardError: 0.4 }, uneven).schoolClass).toBe(4);
    expect(placeOf(1, uneven)).toBeGreaterThanOrEqual(4);
  });

  test.each([
    [{ standardError: 0.6 }, true],
    [{ standardError: 0.61 }, false],
    [{ standardError: 0.5, effort: 'low' as const }, false],
  ])('is stated only when it is certain enough: %j', (of, told) => {
    expect(isSure({ effort: 'full', ...of })).toBe(told);
  });
});

test('the class is certain in its middle, and uncertain at its border', () => {
  const [third, fourth] = [3, 4].map(
    (number) => thresholds.find((one) => one.schoolClass === number)?.ability as number,
  );
  const certainty = (ability: number, standardError: number) => certaintyOf({ ability, standardError }, thresholds);
  const middle = ((third as number) + (fourth as number)) / 2;
  expect(certainty(middle, 0.1)).toBeGreaterThan(0.99);
  expect(certainty(fourth as number, 0.05)).toBeCloseTo(0.5, 2);
  expect(certainty(-9, 0.4)).toBeGreaterThan(0.99);
  expect(certainty(9, 0.4)).toBeGreaterThan(0.99);
});

describe('the themes to begin with', () => {
  const theme = (code: string, schoolClass: number, expected: number, answers = 0, right = 0): ThemeShare => ({
    code,
    name: code,
    schoolClass,
    expected,
    answers,
    right,
  });

  test('are the weak themes of the level’s class, the weakest first, then those of the next class', () => {
    const themes = [
      theme('2A', 2, 0.5),
      theme('3A', 3, 0.66),
      theme('3B', 3, 0.75, 2, 0),
      theme('3C', 3, 0.9),
      theme('4A', 4, 0.3),
      theme('4B', 4, 0.2),
    ];
    expect(
      startWith(themes, 3)
        .slice(0, 3)
        .map(({ code }) => code),
    ).toEqual(['3B', '3A', '4A']);
    expect(
      startWith(themes, null)
        .slice(0, 3)
        .map(({ code }) => code),
    ).toEqual(['2A', '3A', '3B']);
  });
});

describe('the themes to begin with', () => {
  const of = (code: string, name = code, schoolClass = '3º Ano') => ({ code, name, schoolClass });

  test('are the first three that are not known', () => {
    const themes = ['A', 'B', 'C', 'D', 'E'].map((code) => of(code));
    expect(named(themes, new Set(['B', 'X'])).map(({ code }) => code)).toEqual(['A', 'C', 'D']);
    expect(named(themes, new Set('ABCDE'))).toEqual([]);
  });

  test('have one name wherever a page names them, with the class if two have the same', () => {
    const themes = [of('3A', 'Números'), of('4A', 'Números', '4º Ano'), of('3B', 'Medidas'), of('3A', 'Números')];
    expect([...namesOf(themes, (schoolClass) => `${schoolClass[0]}.ª classe`)]).toEqual([
      ['3A', 'Números (3.ª classe)'],
      ['4A', 'Números (4.ª classe)'],
      ['3B', 'Medidas'],
    ]);
  });
});

describe('words', () => {
  const maria = { fullName: 'Maria Domingos', gender: 'feminino' as const };
  const stated = {
    discipline: 'Matemática',
    level: '3º Ano',
    place: 3.5,
    low: 2.5,
    high: 4.5,
    sure: true,
    effort: 'full' as const,
    classes: ['2º Ano', '3º Ano', '4º Ano', '5º Ano'],
  };

  test.each([
    [{}, 'Em Matemática, a Maria está ao nível da 3.ª classe'],
    [{ level: '5º Ano' }, 'Em Matemática, a Maria está pelo menos ao nível da 5.ª classe'],
    [{ level: null }, 'Em Matemática, a Maria ainda está a caminho da 2.ª classe'],
    [{ sure: false }, 'Precisamos de mais perguntas'],
    [
      { sure: false, effort: 'low' as const },
      'Este resultado pode não mostrar o que a Maria sabe: respondeu muito depressa',
    ],
  ])('the sentence for level %j', (of, sentence) => {
    expect(levelSentence(maria, { ...stated, ...of })).toBe(sentence);
  });

  test.each([
    [2.5, 'o meio da 2.ª'],
    [3, 'o início da 3.ª'],
    [3.99, 'o fim da 3.ª'],
    [0.2, 'o início da 1.ª'],
  ])('the words for place %d', (place, words) => {
    expect(placeInWords(place)).toBe(words);
  });

  test('an interval of places is described by its ends', () => {
    expect(bandSentence(2.5, 4.5)).toBe('Entre o meio da 2.ª e o meio da 4.ª classe.');
    expect(bandSentence(2.4, 2.6)).toBe('Por volta do meio da 2.ª classe.');
  });

  test('the normal distribution function matches published values', () => {
    expect(normalShare(0)).toBeCloseTo(0.5, 6);
    expect(normalShare(1.644_853_6)).toBeCloseTo(0.95, 6);
    expect(normalShare(-1)).toBeCloseTo(0.158_655, 6);
  });

  const grown = (by: number) =>
    growthInWords(maria, 'Matemática', { ability: 0, standardError: 0.4 }, { ability: by, standardError: 0.4 }, 5);
  test.each([
    [1.2, 'A Maria avançou em Matemática'],
    [0.8, 'Tudo indica que a Maria avançou em Matemática'],
    // P(growth) is 0.89, then 0.11.
    [0.7, 'A Maria está mais ou menos na mesma em Matemática'],
    [-0.7, 'A Maria está mais ou menos na mesma em Matemática'],
    [0, 'A Maria está mais ou menos na mesma em Matemática'],
    [-0.8, 'A Maria desta vez ficou um pouco abaixo em Matemática'],
  ])('the sentence for a growth of %d logits', (by, title) => {
    expect(grown(by).title).toBe(title);
  });

  test('growth is always stated with a range', () => {
    expect(grown(0.8).range).toBe(
      'Em 5 meses avançou cerca de um ano. São poucas perguntas: pode ter sido só meio ano, ou um ano e meio.',
    );
    expect(grown(20).range).toBe('Em 5 meses avançou cerca de três anos. São poucas perguntas para ter a certeza.');
    for (const by of [-0.7, -0.4, 0, 0.4, 0.7])
      expect(grown(by).range).toBe('Em 5 meses não se vê mudança. São poucas perguntas para ter a certeza.');
    expect(grown(-0.8).range).toBe('Em 5 meses ficou um pouco abaixo. São poucas perguntas para ter a certeza.');
  });
});

test('only a plan that gives another diagnostic promises one', () => {
  const ONE = 'O plano Essencial dá um ponto de partida por criança.';
  expect([60, null, undefined].map(repeatSentence)).toEqual(['Pode repetir daqui a 60 dias.', ONE, '']);
  const now = Date.parse('2026-05-03T12:00:00Z');
  const told = ['2026-07-02T12:00:00.000Z', '2026-05-02T12:00:00.000Z', null].map((from) => againSentence(from, now));
  expect(told).toEqual(['Pode repetir a partir de 2 de Julho.', '', ONE]);
});

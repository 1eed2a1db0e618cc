import { describe, expect, test } from 'vitest';
import {
  discriminationInWords,
  flagsInWords,
  measuredInWords,
  missingForQuestions,
  missingForTest,
  reliabilityInWords,
  worstFirst,
} from './statistics-words.rules.ts';

test('discrimination is described in words once it is known', () => {
  expect([null, -0.01, 0, 0.29, 0.3].map((figure) => discriminationInWords(figure))).toEqual([
    undefined,
    'por confirmar',
    'por confirmar',
    'por confirmar',
    'funciona bem',
  ]);
  expect(discriminationInWords(0.01, [{ kind: 'weak' }])).toBe('fraca');
  expect(discriminationInWords(-0.4, [{ kind: 'negative' }])).toBe('a verificar');
});

test('a question with a doubtful key is not described as working well', () => {
  expect(discriminationInWords(0.5, [{ kind: 'key-doubtful' }])).toBe('a verificar');
  expect(discriminationInWords(0.5, [{ kind: 'unused' }])).toBe('funciona bem');
});

describe('reliability', () => {
  test('is described by how far a mark is from the true one, not by how far two marks differ', () => {
    expect(reliabilityInWords({ alpha: 0.8, error: 8.4, missingForDiscrimination: 0 })).toBe(
      'A nota verdadeira de uma criança está a cerca de ±8 pontos em 100 da que teve neste teste.',
    );
    expect(reliabilityInWords({ alpha: 0.99, error: 0.2, missingForDiscrimination: 0 })).toContain('±1 ponto em 100');
  });
  test('is not described with too few attempts; a negative alpha gives no error', () => {
    expect(reliabilityInWords({ alpha: null, error: null, missingForDiscrimination: 3 })).toBeUndefined();
    expect(reliabilityInWords({ alpha: -0.2, error: null, missingForDiscrimination: 0 })).toContain('diz pouco');
  });
});

test('what is missing for the test and for its questions is said separately', () => {
  const missing = (missingForFacility: number, missingForDiscrimination: number) =>
    missingForTest({ missingForFacility, missingForDiscrimination });
  expect(missing(10, 30)).toBe(
    'Para a média do teste faltam 10 tentativas; para dizer quanto se pode confiar na nota, faltam 30 tentativas.',
  );
  expect(missing(1, 21)).toContain('Para a média do teste falta 1 tentativa;');
  expect(missing(0, 1)).toBe('Para dizer quanto se pode confiar na nota falta 1 tentativa.');
  expect(missing(0, 0)).toBeUndefined();

  const questions = (...attempts: number[]) => missingForQuestions(attempts.map((count) => ({ attempts: count })));
  expect(questions(200, 200, 30)).toBeUndefined();
  expect(questions(200, 9, 10)).toBe(
    '1 questão tem menos de 10 tentativas: por agora, só contagens. 1 questão tem de 10 a 29 tentativas: falta saber se funciona bem.',
  );
  expect(questions(0, 0)).toBe('2 questões têm menos de 10 tentativas: por agora, só contagens.');
  expect(questions(29, 29)).toBe('2 questões têm de 10 a 29 tentativas: falta saber se funcionam bem.');
});

test.each([
  [
    { some: 1_200, enough: 84, none: 6_126 },
    '1.284 questões têm 10 tentativas ou mais, as que bastam para uma percentagem; 6.126 ainda não têm nenhuma.',
  ],
  [
    { some: 0, enough: 1, none: 1 },
    '1 questão tem 10 tentativas ou mais, as que bastam para uma percentagem; 1 ainda não tem nenhuma.',
  ],
  [{ some: 2, enough: 0, none: 0 }, '2 questões têm 10 tentativas ou mais, as que bastam para uma percentagem.'],
])('the questions of the bank with enough attempts are counted: %j', (figures, said) =>
  expect(measuredInWords(figures)).toBe(said),
);

test('what needs a teacher most comes first, the rest in the order of the test', () => {
  const question = (position: number, ...kinds: string[]) =>
    ({ position, flags: kinds.map((kind) => ({ kind, text: '' })) }) as Parameters<typeof worstFirst>[0][number];
  const sorted = worstFirst([question(1), question(2, 'unused'), question(3), question(4, 'unused', 'key-doubtful')]);
  expect(sorted.map(({ position }) => position)).toEqual([4, 2, 1, 3]);
});

test('unused alternatives share one sentence, every other flag has its own', () => {
  const said = flagsInWords([
    { kind: 'too-easy' },
    { kind: 'unused', letter: 'B' },
    { kind: 'unused', letter: 'C' },
    { kind: 'unused', letter: 'D' },
  ]);
  expect(said.map(({ text }) => text)).toEqual([
    'Fácil demais: quase todos acertam.',
    'Quase ninguém escolhe as alternativas B, C e D: não enganam ninguém.',
  ]);
  expect(flagsInWords([{ kind: 'unused', letter: 'B' }])[0]?.text).toBe(
    'Quase ninguém escolhe a alternativa B: não engana ninguém.',
  );
});

import { expect, test } from 'vitest';
import type { StoredLook } from './analysis.rules.ts';
import { worksWords } from './works-words.rules.ts';

const look = (
  number: number,
  points: number,
  low: number,
  high: number,
  more: Partial<StoredLook> = {},
): StoredLook => ({
  look: number,
  weeks: 45 * number,
  families: 20,
  lost: 3,
  points,
  low,
  high,
  isDecided: low > 0 || high < 0,
  parts: [],
  takenAt: new Date('2026-11-29T12:00:00Z'),
  ...more,
});

test.each<[string, number, StoredLook[], string, RegExp]>([
  ['no week', 0, [], 'Ainda não sabemos: 0 de 135 semanas.', /às 45 semanas/],
  ['before the first look', 41, [], 'Ainda não sabemos: 41 de 135 semanas.', /ninguém espreita/],
  ['more weeks than the plan', 140, [], 'Ainda não sabemos: 135 de 135 semanas.', /nas próximas horas/],
  [
    'an undecided look',
    60,
    [look(1, 8.4, -12.2, 29)],
    'Ainda não sabemos: 60 de 135 semanas.',
    /^Em 100 perguntas novas, mais 8 pontos no tema treinado primeiro \(entre −12 e 29\)\. Ainda não chega para saber\.$/,
  ],
  [
    'a gain',
    92,
    [look(1, 8, -12, 29), look(2, 11, 2, 20)],
    'Sim, o treino faz aprender.',
    /mais 11 pontos .*\(entre 2 e 20\)\.$/,
  ],
  ['a small gain', 92, [look(2, 9, 0.3, 17.6)], 'Sim, o treino faz aprender.', /\(entre 0,3 e 18\)\.$/],
  ['nearly a gain', 92, [look(2, 9, -0.02, 18)], 'Ainda não sabemos: 92 de 135 semanas.', /\(entre −0,1 e 18\)/],
  ['nearly a loss', 92, [look(2, -9, -18, 0.45)], 'Ainda não sabemos: 92 de 135 semanas.', /\(entre −18 e 0,4\)/],
  ['a loss', 92, [look(2, -11, -20, -2)], 'Não: o tema treinado primeiro ficou pior.', /menos 11 pontos/],
  ['nothing at the end', 135, [look(3, 1.2, -6, 8)], 'Não encontrámos diferença.', /mais 1 ponto no/],
  // An interval up to 17 points does not say that the difference is small.
  [
    'too little at the end',
    135,
    [look(3, 8, -1, 17)],
    'Não encontrámos diferença.',
    /135 semanas não chegam para a ver\.$/,
  ],
  ['exactly nothing', 135, [look(3, 0.2, -6, 8)], 'Não encontrámos diferença.', / 0 pontos no/],
])('the answer: %s', (_, measured, looks, answer, sentence) => {
  const words = worksWords({ measured, families: 20, lost: 0, isOver: false }, looks);
  expect(words.worksAnswer).toBe(answer);
  expect(words.worksSentence).toMatch(sentence);
});

test.each([
  [44, 8, /^A primeira conta faz-se às 45 semanas\./],
  [48, 8, /já chegam para a primeira conta, mas são de 8 famílias, e são precisas 10\./],
  [50, 1, /mas são de uma só família,/],
  [50, 10, /^A primeira conta faz-se nas próximas horas\.$/],
])('%d weeks of %d families wait for the first look', (measured, families, sentence) => {
  const words = worksWords({ measured, families, lost: 0, isOver: false }, []);
  expect(words.worksSentence).toMatch(sentence);
  expect(words.worksFirst).toBe('Por fazer.');
});

test('before a look no figure is said anywhere', () => {
  const words = worksWords({ measured: 44, families: 20, lost: 1, isOver: false }, []);
  expect(Object.values(words).join(' ')).not.toMatch(/ponto|entre/);
  expect(words).toMatchObject({
    worksWeeks: '44',
    worksFirst: 'Por fazer.',
    worksThird: 'Por fazer.',
    worksLost: '1 semana ficou sem resposta e não conta.',
  });
});

test('each look has its line, and one that was not needed says so', () => {
  const parts = [
    { discipline: 'Matemática', schoolClass: '4º Ano', weeks: 31, families: 12, points: 9, low: -3, high: 21 },
  ];
  const words = worksWords({ measured: 91, families: 20, lost: 12, isOver: true }, [
    look(1, 8, -12, 29),
    look(2, 11, 2, 20, { parts }),
  ]);
  expect(words.worksFirst).toBe('mais 8 pontos, entre −12 e 29. 45 semanas, 20 famílias. Não chega para saber.');
  expect(words.worksSecond).toMatch(/Chega para saber\.$/);
  expect(words.worksThird).toBe('Não foi precisa: já sabíamos a resposta.');
  expect(words.worksParts).toBe('Matemática, 4.ª classe: mais 9 pontos, entre −3 e 21 (31 semanas).');
  expect(words.worksLost).toBe('12 semanas ficaram sem resposta e não contam.');
});

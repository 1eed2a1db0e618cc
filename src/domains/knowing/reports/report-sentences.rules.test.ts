import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chances } from '../../../shared/chances.ts';
import {
  disciplinesSentence,
  figuresSentence,
  paperSentence,
  pencilSentence,
  repeatedSentence,
  skillsSentence,
  themesSentence,
  trimestersSentence,
} from './report-sentences.rules.ts';

test.each([
  [[], 'Ainda sem testes.'],
  [[['Artes', 70]], 'Artes está em 70% ou mais.'],
  [
    [
      ['Artes', 70],
      ['Inglês', 90],
    ],
    'Todas as disciplinas testadas estão em 70% ou mais.',
  ],
  [
    [
      ['Artes', 69],
      ['Inglês', 90],
    ],
    'Em Artes há mais a praticar.',
  ],
] as const)('the sentence about disciplines %j', (rows, sentence) => {
  expect(disciplinesSentence(rows.map(([discipline, mean]) => ({ discipline, mean })))).toBe(sentence);
});

test.each([
  [[['Aplicação', 3, 4, 75]], '3 de 4 perguntas certas ao todo.'],
  [
    [
      ['Conhecimento', 6, 8, 75],
      ['Aplicação', 9, 12, 75],
    ],
    '15 de 20 perguntas certas ao todo.',
  ],
  // So few answers differ by chance.
  [
    [
      ['Conhecimento', 10, 10, 100],
      ['Compreensão', 3, 5, 60],
    ],
    '13 de 15 perguntas certas ao todo.',
  ],
  [
    [
      ['Conhecimento', 5, 5, 100],
      ['Compreensão', 0, 5, 0],
    ],
    'Acerta mais a lembrar e menos a compreender.',
  ],
  [
    [
      ['Conhecimento', 5, 5, 100],
      ['Compreensão', 9, 9, 100],
    ],
    '14 de 14 perguntas certas ao todo.',
  ],
  [
    [
      ['Conhecimento', 0, 5, 0],
      ['Compreensão', 0, 9, 0],
    ],
    '0 de 14 perguntas certas ao todo.',
  ],
  // Categories with only a few questions are not mentioned.
  [
    [
      ['Conhecimento', 12, 30, 40],
      ['Compreensão', 20, 30, 67],
      ['Aplicação', 24, 30, 80],
      ['Síntese', 0, 4, 0],
      ['Avaliação', 3, 3, 100],
    ],
    'Acerta mais a usar o que sabe e menos a lembrar.',
  ],
] as const)('the sentence about skills %j', (rows, sentence) => {
  expect(skillsSentence(rows.map(([skillCategory, correct, total]) => ({ skillCategory, correct, total })))).toBe(
    sentence,
  );
});

test.each([[[10, 10]], [[10, 10, 10]], [[20, 15, 10, 5]], [[60, 50, 40, 30, 20, 10]]])(
  'of children who are equally good at all, fewer than one of ten is said to be better at one: %j',
  (sizes) => {
    const chance = chances(31);
    const NAMES = ['Conhecimento', 'Compreensão', 'Aplicação', 'Análise', 'Síntese', 'Avaliação'];
    const children = Array.from({ length: 1_000 }, () =>
      skillsSentence(
        sizes.map((total, place) => ({
          skillCategory: NAMES[place] as string,
          total,
          correct: Array.from({ length: total }, chance).filter((one) => one < 0.7).length,
        })),
      ),
    );
    expect(children.filter((sentence) => sentence.startsWith('Acerta')).length).toBeLessThan(100);
  },
);

test.each([
  [[80, null], 'Resultado médio em 1 tema testado. 1 tema espera por um teste.'],
  [[80, 60, null, null], 'Resultado médio em 2 temas testados. 2 temas esperam por um teste.'],
  [[0], 'Resultado médio em 1 tema testado.'],
])('the sentence about themes %j', (means, sentence) => {
  expect(themesSentence([{ themes: means.map((mean) => ({ mean })) }])).toBe(sentence);
});

test.each([
  [0, ''],
  [1, '1 resultado ficou a lápis: foi respondido depressa demais e não conta para a média.'],
  [2, '2 resultados ficaram a lápis: foram respondidos depressa demais e não contam para a média.'],
])('the sentence about %i results with low effort', (pencil, sentence) =>
  expect(pencilSentence(pencil)).toBe(sentence),
);

test.each([
  [[false, false], ''],
  [[true], 'Este teste foi feito em papel.'],
  [[false, true], '1 destes testes foi feito em papel.'],
  [[true, true, false], '2 destes testes foram feitos em papel.'],
])('the sentence about tests on paper %j', (tests, sentence) => {
  expect(paperSentence(tests.map((onPaper) => ({ onPaper })))).toBe(sentence);
});

test.each([
  [[null, null, null], 'Ano lectivo 2026/27: ainda sem testes.'],
  [[59, null, null], 'Ano lectivo 2026/27: média de 59% no I\u00a0trimestre.'],
  [[59, null, 72], 'Ano lectivo 2026/27: de 59% no I\u00a0trimestre para 72% no III.'],
])('the sentence about trimesters %j', (means, sentence) => {
  expect(
    trimestersSentence(
      2026,
      means.map((mean) => ({ mean })),
    ),
  ).toBe(sentence);
});

test('a report says when its trimesters count tests that its disciplines do not', () => {
  const years = fc.array(fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(years, fc.nat(5), (counts, repeated) => {
      const [present, ...earlier] = counts.map((all) => ({ all: all.map((tests) => ({ tests })) }));
      const taken = counts.flat().reduce((sum, tests) => sum + tests, 0);
      const report = {
        disciplines: [{ tests: Math.max(0, taken - repeated) }],
        trimesters: present ?? { all: [] },
        earlier,
      };
      expect(repeatedSentence(report) !== '').toBe(repeated > 0 && taken > 0);
    }),
  );
});

test.each([
  [7.7, 1200, '7,7 certas por teste · 20 min ao todo · o último a 12 de Novembro'],
  [10, 3900, '10 certas por teste · 1 h 05 min ao todo · o último a 12 de Novembro'],
])('%s right answers in %i seconds', (averageCorrectAnswers, totalTimeSpent, sentence) =>
  expect(figuresSentence({ averageCorrectAnswers, totalTimeSpent, lastEvaluationDate: '2026-11-12T10:00:00Z' })).toBe(
    sentence,
  ),
);

test('without figures there is no sentence', () => expect(figuresSentence(undefined)).toBe(''));

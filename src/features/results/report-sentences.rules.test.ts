import { expect, test } from 'vitest';
import { disciplinesSentence, skillsSentence, themesSentence, trimestersSentence } from './report-sentences.rules.ts';

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
] as const)('disciplines %j', (rows, sentence) => {
  expect(disciplinesSentence(rows.map(([discipline, mean]) => ({ discipline, mean })))).toBe(sentence);
});

test.each([
  [[['Aplicação', 3, 4, 75]], '3 de 4 questões certas ao todo.'],
  [
    [
      ['Conhecimento', 6, 8, 75],
      ['Aplicação', 9, 12, 75],
    ],
    '15 de 20 questões certas ao todo.',
  ],
  // What was asked a few times only is not spoken of.
  [
    [
      ['Conhecimento', 4, 8, 50],
      ['Compreensão', 4, 6, 67],
      ['Aplicação', 9, 12, 75],
      ['Síntese', 0, 4, 0],
      ['Avaliação', 3, 3, 100],
    ],
    'Acerta mais em Aplicação e menos em Conhecimento.',
  ],
] as const)('skills %j', (rows, sentence) => {
  expect(
    skillsSentence(rows.map(([skillCategory, correct, total, share]) => ({ skillCategory, correct, total, share }))),
  ).toBe(sentence);
});

test.each([
  [['mastered', 'unknown'], 'Domina 1 tema.'],
  [
    ['mastered', 'mastered', 'consolidating', 'practising', 'practising'],
    'Domina 2 temas. 1 tema a consolidar. 2 temas a praticar.',
  ],
  [['practising'], '1 tema a praticar.'],
])('themes %j', (themes, sentence) => {
  expect(themesSentence([{ themes: themes.map((mastery) => ({ mastery })) }])).toBe(sentence);
});

test.each([
  [[null, null, null], 'Ano lectivo 2026/27: ainda sem testes.'],
  [[59, null, null], 'Ano lectivo 2026/27: média de 59% no I\u00a0trimestre.'],
  [[59, null, 72], 'Ano lectivo 2026/27: de 59% no I\u00a0trimestre para 72% no III.'],
])('trimesters %j', (means, sentence) => {
  expect(
    trimestersSentence(
      2026,
      means.map((mean) => ({ mean })),
    ),
  ).toBe(sentence);
});

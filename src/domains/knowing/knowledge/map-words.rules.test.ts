import { expect, test } from 'vitest';
import { byTheme, themeMoves } from './map.rules.ts';
import { mapHeading, mapLine, moveSentence, movesTitle } from './map-words.rules.ts';

const maria = { firstName: 'Maria', gender: 'feminino' } as const;

test.each([
  [
    { known: 5, almost: 2, untried: 3, total: 12, answered: true, lacking: 'Fracções' },
    'A Maria sabe 5 dos 12 temas da 4.ª classe em Matemática. Falta sobretudo: Fracções.',
  ],
  [
    { known: 12, almost: 0, untried: 0, total: 12, answered: true, lacking: null },
    'A Maria sabe todos os 12 temas da 4.ª classe em Matemática.',
  ],
  [
    { known: 1, almost: 0, untried: 0, total: 1, answered: true, lacking: null },
    'A Maria sabe o único tema da 4.ª classe em Matemática.',
  ],
  // Nothing is known yet: what was begun is said, never "0 of 10".
  [
    { known: 0, almost: 1, untried: 9, total: 10, answered: true, lacking: null },
    'A Maria quase sabe 1 dos 10 temas da 4.ª classe em Matemática, com 9 por experimentar.',
  ],
  [
    { known: 0, almost: 2, untried: 0, total: 3, answered: true, lacking: 'Fracções' },
    'A Maria quase sabe 2 dos 3 temas da 4.ª classe em Matemática. Falta sobretudo: Fracções.',
  ],
  [
    { known: 0, almost: 0, untried: 9, total: 10, answered: true, lacking: 'Fracções' },
    'A Maria experimentou 1 dos 10 temas da 4.ª classe em Matemática. Falta sobretudo: Fracções.',
  ],
  [
    { known: 0, almost: 0, untried: 1, total: 1, answered: true, lacking: null },
    'A Maria já começou em Matemática: ainda são poucas respostas.',
  ],
  [
    { known: 0, almost: 0, untried: 12, total: 12, answered: false, lacking: null },
    'Ainda não sabemos o que a Maria sabe em Matemática.',
  ],
])('%j', (counted, line) => expect(mapLine(maria, '4º Ano', { discipline: 'Matemática', ...counted })).toBe(line));

test.each([
  [{ known: 7, almost: 2, untried: 0, total: 12, answered: true }, 'Sabe 7 dos 12 temas'],
  [{ known: 12, almost: 0, untried: 0, total: 12, answered: true }, 'Sabe todos os 12 temas'],
  [{ known: 0, almost: 1, untried: 9, total: 10, answered: true }, 'Quase sabe 1 dos 10 temas, 9 por experimentar'],
  [{ known: 0, almost: 3, untried: 0, total: 3, answered: true }, 'Quase sabe 3 dos 3 temas'],
  [{ known: 0, almost: 0, untried: 8, total: 10, answered: true }, 'Experimentou 2 dos 10 temas'],
  [{ known: 0, almost: 0, untried: 10, total: 10, answered: true }, 'Ainda são poucas respostas'],
  [{ known: 0, almost: 0, untried: 10, total: 10, answered: false }, 'O mapa está por começar'],
])('%j: %s', (counted, heading) => expect(mapHeading(counted)).toBe(heading));

const move = (before: string, after: string) =>
  ({ name: 'Fracções', before, after }) as Parameters<typeof movesTitle>[0][number];
test.each([
  [[move('almost', 'knows')], 'Agora sabe mais um tema'],
  [[move('almost', 'knows'), move('no-data', 'knows'), move('knows', 'review')], 'Agora sabe mais 2 temas'],
  [[move('knows', 'review')], 'Convém rever Fracções'],
  [[move('knows', 'not-yet')], 'Já não mostra que sabe Fracções'],
  [[move('no-data', 'not-yet')], 'Houve mudanças no mapa'],
  [[], 'O mapa não mudou'],
])('%j: %s', (moves, title) => expect(movesTitle(moves)).toBe(title));

test.each([
  ['no-data', 'not-yet', 'Ainda não sabe.'],
  ['knows', 'not-yet', 'Sabia, mas agora errou muitas.'],
  ['knows', 'review', 'Sabia; agora convém rever.'],
] as const)('a theme that was %s and is %s: %s', (before, after, sentence) =>
  expect(moveSentence({ before, after })).toBe(sentence),
);

test('a move compares the states at two moments, without later evidence', () => {
  const answers = (day: string, right: boolean) =>
    Array.from({ length: 8 }, () => ({ at: `${day}T10:00:00Z`, right, objective: 'X.1' }));
  const evidence = byTheme([
    {
      theme: 'X',
      evidence: [...answers('2026-03-01', true), ...answers('2026-03-08', true), ...answers('2026-03-20', false)],
    },
    { theme: 'Y', evidence: answers('2026-03-01', true) },
  ]);
  const day = (date: string) => new Date(`${date}T10:00:00Z`);
  expect(themeMoves(evidence, day('2026-03-08'), day('2026-03-08'))).toEqual([
    { code: 'X', before: 'almost', after: 'knows' },
  ]);
  expect(themeMoves(evidence, day('2026-03-20'), day('2026-03-21')).map(({ after }) => after)).toEqual(['review']);
  expect(themeMoves(evidence, day('2026-03-09'), day('2026-03-10'))).toEqual([]);
});

test('a map without a new answer has no improvement', () => {
  const evidence = byTheme([
    {
      theme: 'X',
      evidence: Array.from({ length: 4 }, () => ({ at: '2026-01-01T10:00:00Z', right: false, objective: 'X.1' })),
    },
  ]);
  const before = new Date('2026-06-29T10:00:00Z');
  expect(themeMoves(evidence, before, new Date('2026-07-03T10:00:00Z'))).toEqual([]);
});

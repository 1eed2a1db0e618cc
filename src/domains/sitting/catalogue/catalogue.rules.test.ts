import { expect, test } from 'vitest';
import {
  addressWith,
  allDone,
  filtersOf,
  firstDiscipline,
  formsInWords,
  nextForm,
  ofTheme,
  oldestTest,
  usualClass,
} from './catalogue.rules.ts';

test.each([
  ['4º Ano', '4º Ano'],
  ['6º Ano', '6º Ano'],
  ['7º Ano', 'todas'],
  ['12º Ano', 'todas'],
])('the catalogue of a child in the %s starts at %s', (schoolClass, first) => {
  expect(usualClass(schoolClass)).toBe(first);
});

test('filters are written to the address and read back', () => {
  for (const filters of [
    { discipline: 'Matemática', class: 'todas', theme: 'Frações' },
    { discipline: 'todas', class: '4º Ano', theme: 'todas' },
    { discipline: 'todas', class: '2º Ano', theme: 'todas' },
    { discipline: 'todas', class: '4º Ano', theme: 'Frações' },
    { discipline: 'Português', class: '4º Ano', theme: 'todas' },
    { discipline: 'Português', class: '4º Ano', theme: 'Frase' },
  ]) {
    const address = addressWith(7, '4º Ano', filters, 'Português');
    expect(filtersOf(new URL(address, 'http://x').searchParams, '4º Ano', 'Português')).toEqual(filters);
  }
});

test('the address contains only values that are not the default', () => {
  const usual = { discipline: 'Ciências', class: '4º Ano', theme: 'todas' };
  expect(addressWith(7, '4º Ano', usual, 'Ciências')).toBe('/tests?childId=7');
});

test.each([
  [undefined, 'Matemática'],
  [{ action: null, disciplines: [] }, 'Matemática'],
  [{ action: null, disciplines: [{ discipline: 'Inglês' }] }, 'Inglês'],
  [
    { action: null, freeTests: { disciplines: ['Português'] }, disciplines: [{ discipline: 'Matemática' }] },
    'Português',
  ],
  [{ action: null, freeTests: { disciplines: [] }, disciplines: [{ discipline: 'Inglês' }] }, 'Inglês'],
  [{ action: { discipline: 'História' }, disciplines: [{ discipline: 'Inglês' }] }, 'História'],
])('with the map %j the list opens on %s', (map, discipline) => {
  expect(firstDiscipline(map)).toBe(discipline);
});

const form = (name: string, takenAt: string | null = null, open = false, interrupted = false) => ({
  name,
  open,
  interrupted,
  taken: takenAt !== null,
  takenAt,
});

test.each([
  ['the first if none is taken', [form('A'), form('B')], 'A'],
  ['the first form not taken', [form('A', '2026-10-01'), form('B'), form('C')], 'B'],
  ['a form left out before later ones', [form('A', '2026-10-01'), form('B'), form('C', '2026-10-03')], 'B'],
  ['a new one rather than an interrupted one', [form('A', null, false, true), form('B')], 'B'],
  ['an interrupted one rather than a completed one', [form('A', '2026-10-01'), form('B', null, false, true)], 'B'],
  ['the open one', [form('A'), form('B', null, true), form('C')], 'B'],
  ['the one being repeated', [form('A', '2026-10-01', true), form('B')], 'A'],
  ['the one taken longest ago', [form('A', '2026-10-09'), form('B', '2026-10-02'), form('C', '2026-10-12')], 'B'],
  ['undefined without forms', [], undefined],
])('the next form is %s', (_, forms, name) => {
  expect(nextForm(forms)?.name).toBe(name);
});

test('a theme has the letters taken and the best score of its forms', () => {
  const one = (letter: string, bestScore: number | null) => ({ form: letter, taken: bestScore !== null, bestScore });
  expect(ofTheme([one('A', 60), one('B', 0), one('C', null)])).toEqual({ takenForms: ['A', 'B'], themeScore: 60 });
  expect(ofTheme([one('A', null)])).toEqual({ takenForms: [], themeScore: null });
});

test.each([
  ['A', [], false, 'Teste A de 3', 'Nenhum feito ainda'],
  ['B', ['A'], false, 'Teste B de 3', 'A feito, C por fazer'],
  ['C', ['A', 'B'], false, 'Teste C de 3', 'A e B feitos'],
  ['A', ['C'], false, 'Teste A de 3', 'C feito, B por fazer'],
  ['B', ['A'], true, 'Teste B a meio', 'As respostas dadas estão guardadas'],
  ['A', ['A', 'B', 'C'], false, '3 de 3 feitos', 'O teste A foi há mais tempo, a 12 de Outubro'],
])('form %s after %j, open %s: «%s», «%s»', (letter, takenForms, open, title, text) => {
  const given = { form: letter, forms: ['A', 'B', 'C'], takenForms, open };
  expect(formsInWords(given, takenForms.includes(letter) ? '12 de Outubro' : null)).toEqual([title, text]);
});

test('a theme with one form has no letters', () => {
  expect(formsInWords({ form: 'A', forms: ['A'], takenForms: [], open: true }, null)[0]).toBe('Teste a meio');
});

test.each([
  [[], false],
  [[['A', 'A']], true],
  [[['ABC', 'AB']], false],
  [
    [
      ['A', 'A'],
      ['AB', 'AB'],
    ],
    true,
  ],
  [
    [
      ['A', 'A'],
      ['AB', ''],
    ],
    false,
  ],
] as const)('themes as pairs of forms and taken forms %j: all done is %s', (themes, done) => {
  expect(allDone(themes.map(([forms, taken]) => ({ forms: [...forms], forChild: { takenForms: [...taken] } })))).toBe(
    done,
  );
});

test.each<[string, [id: number, allowed: boolean, takenAt: string | null][], number | undefined]>([
  [
    'the one taken longest ago',
    [
      [1, true, '2026-10-09'],
      [2, true, '2026-10-02'],
      [3, true, '2026-10-12'],
    ],
    2,
  ],
  [
    'the oldest of those that the plan allows now',
    [
      [1, true, '2026-10-09'],
      [2, false, '2026-10-02'],
    ],
    1,
  ],
  [
    'the first of several taken on one day',
    [
      [1, true, '2026-10-09'],
      [2, true, '2026-10-09'],
    ],
    1,
  ],
  ['none if the plan allows none', [[1, false, '2026-10-09']], undefined],
  ['none without tests', [], undefined],
])('the test suggested for repetition is %s', (_, tests, id) => {
  expect(oldestTest(tests.map(([id, allowed, takenAt]) => ({ id, forChild: { allowed, takenAt } })))?.id).toBe(id);
});

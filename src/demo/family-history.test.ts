import { expect, test } from 'vitest';
import { type Chapter, plannedTests } from './family-history.ts';

const of = (theme: string, forms: string) =>
  [...forms].map((form) => ({ schoolClass: '4º Ano', discipline: 'Matemática', theme, form }));

test('tests of known themes are taken twice, on different days; the oldest test comes first', () => {
  const chapters: Chapter[] = [
    { schoolClass: '4º Ano', discipline: 'Matemática', marks: 'Kn-', from: 100, until: 40 },
    { schoolClass: '4º Ano', discipline: 'Português', marks: 'KKK', from: 90, until: 10 },
  ];
  const tests = [...of('Divisão', 'A'), ...of('Fracções', 'AB'), ...of('Medidas', 'ABC')];
  const planned = plannedTests(chapters, tests);
  // The themes with most forms come first: Medidas is known, Fracções not yet; Português has no tests.
  expect(planned.map(({ test: { theme, form }, daysAgo }) => [theme, form, daysAgo])).toEqual([
    ['Medidas', 'A', 100],
    ['Fracções', 'A', 70],
    ['Medidas', 'B', 40],
  ]);
  expect(planned.map(({ right }) => right > 0.9)).toEqual([true, false, true]);
});

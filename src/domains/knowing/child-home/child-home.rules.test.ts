import { describe, expect, test } from 'vitest';
import type { ThemeState } from '../../../shared/sona.ts';
import type { Discipline } from '../../../shared/words.ts';
import type { CatalogueTest } from '../../sitting/catalogue/catalogue.contract.ts';
import { childHome } from './child-home.rules.ts';

const themes = (of: string, ...states: ThemeState[]) =>
  states.map((state, place) => ({
    code: `${of}.${place + 1}`,
    name: `Tema ${place + 1}`,
    state,
    answers: 0,
    right: 0,
    lastAnswer: null,
    testId: place + 1,
    objectives: [],
  }));

const map = (discipline: Discipline, ...states: ThemeState[]) => ({
  discipline,
  sentence: '',
  lacking: null,
  next: `${discipline}.1`,
  known: 0,
  total: states.length,
  themes: themes(discipline, ...states),
});

const catalogue = (id: number, discipline: Discipline, place: number, more: Partial<CatalogueTest> = {}) =>
  ({
    id,
    discipline,
    theme: `Teste ${place}`,
    schoolClass: '4º Ano',
    curriculumTheme: `${discipline}.${place}`,
    kind: 'theme',
    next: true,
    forChild: { allowed: true, open: false, prepared: false },
    ...more,
  }) as CatalogueTest;

const action = { discipline: 'Português' as const, theme: 'Português.1', name: '', text: '', testId: 1, duration: 15 };
const whole = {
  schoolClass: '4º Ano',
  detailed: true,
  action,
  disciplines: [
    map('Matemática', 'no-data', 'not-yet', 'knows'),
    map('Português', 'not-yet', 'review', 'almost', 'no-data'),
  ],
};
const tests = [
  catalogue(2, 'Matemática', 2),
  catalogue(1, 'Matemática', 1),
  catalogue(11, 'Português', 1),
  catalogue(12, 'Português', 2),
  catalogue(90, 'Matemática', 0, { kind: 'rehearsal', theme: 'Simulado', curriculumTheme: null }),
];

describe('a child’s home', () => {
  test('draws what the child knows or almost knows, and not what it fails or has forgotten', () => {
    expect(childHome(whole, tests).drawing).toEqual({
      discipline: 'Português',
      states: ['no-data', 'knows', 'almost', 'no-data'],
      next: 0,
    });
  });

  test('suggests at most three tests, in the order in which a parent is advised', () => {
    const { suggested } = childHome(whole, tests);
    expect(suggested.map(({ testId }) => testId)).toEqual([11, 2, 12]);
    expect(suggested[0]).toEqual({ testId: 11, discipline: 'Português', theme: 'Teste 1', schoolClass: null });
  });

  test('suggests nothing on a plan that suggests nothing', () => {
    expect(childHome({ ...whole, detailed: false, action: null }, tests).suggested).toEqual([]);
  });

  test('offers neither what the plan does not allow now, nor what is prepared for a phone', () => {
    const locked = { forChild: { allowed: false, open: false, prepared: false } } as Partial<CatalogueTest>;
    const prepared = { forChild: { allowed: true, open: false, prepared: true } } as Partial<CatalogueTest>;
    const { suggested, disciplines } = childHome(whole, [
      catalogue(1, 'Matemática', 1, locked),
      catalogue(11, 'Português', 1, prepared),
      catalogue(12, 'Português', 2),
    ]);
    expect([suggested.map(({ testId }) => testId), disciplines]).toEqual([[12], ['Português']]);
  });

  test('lists the tests of a discipline in the order of the curriculum, and rehearsals apart', () => {
    const home = childHome(whole, tests, 'Matemática');
    expect(home.tests.map(({ testId, grown, next }) => [testId, grown, next])).toEqual([
      [1, 'no-data', true],
      [2, 'no-data', false],
    ]);
    expect(home.drawing?.discipline).toBe('Matemática');
    expect(home.rehearsals.map(({ testId }) => testId)).toEqual([90]);
  });

  test('names the class of a test of another class', () => {
    const [one] = childHome(whole, [catalogue(1, 'Matemática', 1, { schoolClass: '3º Ano' })], 'Matemática').tests;
    expect(one?.schoolClass).toBe('3º Ano');
  });
});

import { describe, expect, test } from 'vitest';
import type { ThemeState } from '../../../shared/sona.ts';
import type { Discipline } from '../../../shared/words.ts';
import {
  addressOfAction,
  type BegunWork,
  nextAction,
  nextTheme,
  overAction,
  type ThemeStep,
} from './next-action.rules.ts';

const STATES: Record<string, ThemeState> = { k: 'knows', a: 'almost', r: 'review', n: 'not-yet', '-': 'no-data' };

/** A discipline by the states of its themes, in the order of the school year; an upper-case theme has no test left. */
const of = (discipline: Discipline, marks: string) => ({
  discipline,
  themes: [...marks].map((mark, place) => ({
    code: `${discipline.slice(0, 3)}.${place + 1}`,
    name: `Tema ${place + 1}`,
    state: STATES[mark.toLowerCase()] as ThemeState,
    testId: mark === '0' || mark !== mark.toLowerCase() ? null : place + 1,
  })),
});
STATES['0'] = 'no-data';

describe('the next theme', () => {
  test.each<[string, Partial<Record<Discipline, string>>, string | undefined]>([
    ['nothing tried: the first theme of the year', { Matemática: '---', Português: '---' }, 'Mat.1'],
    ['not yet known comes before forgotten, almost known and not tried', { Matemática: '-arn' }, 'Mat.4'],
    ['forgotten comes before almost known and not tried', { Matemática: '-ar' }, 'Mat.3'],
    ['almost known comes before not tried', { Matemática: '-a' }, 'Mat.2'],
    ['of several not yet known, the earliest of the year', { Matemática: 'knnk' }, 'Mat.2'],
    ['over disciplines, the earliest in the year', { Matemática: '-----n', Português: '-n' }, 'Por.2'],
    ['at the same point, by the order of disciplines', { Inglês: 'n-', Ciências: 'n-' }, 'Ciê.1'],
    ['not the alphabet: Matemática before Ciências', { Ciências: '--', Matemática: '--' }, 'Mat.1'],
    ['a theme not tried without a test is left out', { Matemática: '00-' }, 'Mat.3'],
    ['a theme whose tests are all taken is practised', { Matemática: 'kN-' }, 'Mat.2'],
    ['all known', { Matemática: 'kk', Português: 'k' }, undefined],
    ['no tests at all', { Matemática: '00' }, undefined],
    ['no themes', {}, undefined],
  ])('%s', (_, disciplines, code) => {
    const found = nextTheme(Object.entries(disciplines).map(([name, marks]) => of(name as Discipline, marks)));
    expect(found?.theme.code).toBe(code);
  });
});

const STEP: ThemeStep = {
  text: 'Fazer o teste de Fracções',
  discipline: 'Matemática',
  theme: 'MAT4.6',
  name: 'Fracções',
  testId: 8,
  duration: 15,
};
const begun = (more: Partial<BegunWork>): BegunWork => ({
  kind: 'test',
  testId: 3,
  discipline: 'Português',
  theme: 'Ortografia',
  endsAt: 1_000,
  ...more,
});

describe('the next action', () => {
  test.each([
    ['nothing begun, a test', [], STEP, 'test', 'Fracções', '/tests/8?childId=5'],
    [
      'nothing begun, all tests taken',
      [],
      { ...STEP, testId: null },
      'practise',
      'Fracções',
      '/practice/5?theme=MAT4.6',
    ],
    ['an open test comes first', [begun({})], STEP, 'continue', 'Ortografia', '/tests/3?childId=5'],
    ['a prepared one', [begun({ kind: 'prepared', testId: 4 })], STEP, 'continue', 'Ortografia', '/tests/4?childId=5'],
    ['a rehearsal', [begun({ kind: 'rehearsal', testId: 9 })], null, 'continue', 'Simulado', '/tests/9?childId=5'],
    [
      'a diagnostic',
      [begun({ kind: 'diagnostic', testId: null, theme: null })],
      STEP,
      'continue',
      'Ponto de partida',
      '/diagnostic?childId=5&discipline=Portugu%C3%AAs',
    ],
    [
      'of several, what ends first',
      [begun({ endsAt: 2_000 }), begun({ testId: 7, theme: 'Frase', endsAt: 1_500 })],
      STEP,
      'continue',
      'Frase',
      '/tests/7?childId=5',
    ],
  ] as const)('%s', (_, open, step, kind, title, address) => {
    const action = nextAction(open, { action: step });
    expect(action).toMatchObject({ kind, title });
    expect(action && addressOfAction(5, action)).toBe(address);
  });

  test('there is none without a theme to work on', () => {
    expect(nextAction([], { action: null })).toBeNull();
    expect(nextAction([], undefined)).toBeNull();
  });

  test.each([
    [
      'the first free test that is left',
      ['Ciências', 'Inglês'],
      undefined,
      'Teste de Ciências',
      '/tests?childId=5&discipline=Ci%C3%AAncias',
    ],
    [
      'that of the discipline shown',
      ['Ciências', 'Inglês'],
      'Inglês',
      'Teste de Inglês',
      '/tests?childId=5&discipline=Ingl%C3%AAs',
    ],
    [
      'not that of a discipline whose free test is used up',
      ['Inglês'],
      'Ciências',
      'Teste de Inglês',
      '/tests?childId=5&discipline=Ingl%C3%AAs',
    ],
    ['practice, when all are used up', [], 'Ciências', 'Treinar os erros', '/practice/5'],
  ] as const)('on the free plan: %s', (_, disciplines, shown, title, address) => {
    const ahead = { action: null, freeTests: { disciplines: [...disciplines], from: '2026-12-01' } };
    const action = nextAction([], ahead, shown);
    expect([action?.title, action && addressOfAction(5, action)]).toEqual([title, address]);
    expect(nextAction([begun({})], ahead)).toMatchObject({ kind: 'continue' });
  });

  test.each([
    ['continue', 'down', 'Continuar'],
    ['test', 'down', 'A seguir, com calma'],
    ['test', 'up', 'A seguir'],
    ['practise', null, 'A seguir'],
  ] as const)('%s with the direction %s is called "%s"', (kind, direction, words) =>
    expect(overAction({ kind }, direction)).toBe(words),
  );
});

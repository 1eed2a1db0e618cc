import { describe, expect, test } from 'vitest';
import type { Marked } from '../grid/grid.rules.ts';
import { paragraphStarts, readingClassOf } from './forms.rules.ts';
import { type Done, firstKind, knowsItems, nextKind, reachedOf, understood } from './ladder.rules.ts';

const first = (count: number) => Array.from({ length: count }, (_, index) => index);
const aMarked = (change: Partial<Marked> = {}): Marked => ({
  seconds: 60,
  finished: false,
  lastItem: 29,
  wrong: [],
  selfCorrected: [],
  ...change,
});
const NOT_ASKED = { total: 5, asked: 0, right: 0 };
const done = (kind: Done['kind'], items: number, marked: Partial<Marked>, comprehension = NOT_ASKED): Done => ({
  kind,
  items,
  marked: aMarked(marked),
  comprehension,
});

describe('the ladder', () => {
  test.each<[string, Done, ReturnType<typeof nextKind>]>([
    ['first text, 90 % of 30', done('first', 35, { wrong: first(3) }), 'class'],
    ['first text, 89.7 % of 29', done('first', 35, { lastItem: 28, wrong: first(3) }), 'words'],
    ['first text, all of 19 right', done('first', 35, { lastItem: 18 }), 'words'],
    ['first text, all of 20 right', done('first', 35, { lastItem: 19 }), 'class'],
    ['first text, nothing read', done('first', 35, { lastItem: null }), 'words'],
    ['class text, first ten wrong', done('class', 110, { wrong: first(10) }), 'words'],
    ['class text, nine of the first ten wrong', done('class', 110, { wrong: first(9) }), null],
    ['class text, 3 of 5', done('class', 110, {}, { total: 5, asked: 5, right: 3 }), null],
    ['class text, 2 of 5', done('class', 110, {}, { total: 5, asked: 5, right: 2 }), 'listening'],
    ['class text, questions not asked', done('class', 110, {}), null],
    ['words, three of the first five right', done('words', 40, { wrong: [0, 4] }), 'letters'],
    ['words, four of the first five right', done('words', 40, { wrong: [0, 7] }), 'listening'],
    ['words, only three reached', done('words', 40, { lastItem: 2 }), 'letters'],
    ['words, all right: no further step', done('words', 40, {}), null],
    ['words, nothing read', done('words', 40, { lastItem: null }), 'letters'],
    ['letters', done('letters', 40, {}), 'listening'],
    ['listening', done('listening', 50, { lastItem: null }), null],
  ])('%s', (_what, step, next) => {
    expect(nextKind(step)).toBe(next);
  });

  test.each<[string, Parameters<typeof understood>, boolean | null]>([
    ['90 % and 5 of 5', ['text', 0.9, { total: 5, asked: 5, right: 5 }], true],
    ['below 90 %', ['text', 0.8999, { total: 5, asked: 5, right: 5 }], false],
    ['4 of 5', ['text', 1, { total: 5, asked: 5, right: 4 }], false],
    ['3 of 3 reached', ['text', 1, { total: 5, asked: 3, right: 3 }], null],
    ['only the speed was marked', ['text', null, { total: 5, asked: 5, right: 5 }], null],
    ['the three questions of a first text', ['text', 1, { total: 3, asked: 3, right: 3 }], null],
    ['listening, 2 of 3', ['listening', null, { total: 3, asked: 3, right: 2 }], true],
    ['listening, 1 of 3', ['listening', null, { total: 3, asked: 3, right: 1 }], false],
    ['letters', ['letters', 1, { total: 0, asked: 0, right: 0 }], null],
  ])('understands: %s', (_what, [step, accuracy, comprehension], wanted) => {
    expect(understood(step, accuracy, comprehension)).toBe(wanted);
  });

  test.each([
    ['letters', 20, 16, true],
    ['letters', 19, 19, false],
    ['letters', 20, 15, false],
    ['words', 10, 8, true],
    ['words', 9, 9, false],
    ['words', 15, 11, false],
  ] as const)('%s: %d tried, %d right → %s', (step, attempted, right, knows) => {
    expect(knowsItems(step, { attempted, right })).toBe(knows);
  });

  test('questions reach as far as the child read, also after the minute', () => {
    expect(reachedOf(110, aMarked({ seconds: 95, lastItem: 68 }), 60)).toBe(110);
    expect(reachedOf(110, aMarked({ seconds: 60, lastItem: 68 }), 60)).toBe(69);
    expect(reachedOf(110, aMarked({ finished: true, lastItem: null, seconds: 50 }), 60)).toBe(110);
    expect(reachedOf(110, aMarked({ lastItem: null, seconds: 90 }), 60)).toBe(0);
  });

  test('begins at the text of the class once one was read', () => {
    const class_ = { kind: 'class', stoppedEarly: false } as const;
    expect(firstKind([])).toBe('first');
    expect(firstKind([{ kind: 'first', stoppedEarly: false }])).toBe('first');
    expect(firstKind([{ kind: 'first', stoppedEarly: false }, class_])).toBe('class');
    expect(firstKind([class_, { kind: 'listening', stoppedEarly: false }])).toBe('class');
    expect(firstKind([class_, { ...class_, stoppedEarly: true }])).toBe('first');
  });
});

test('a paragraph starts at each line that has words', () => {
  expect(paragraphStarts('Um dia, a Luzia sentou-se.\n\n— Professora! — disse ela —\nFim.')).toEqual([0, 5, 8]);
});

test.each([
  ['1º Ano', 1],
  ['6º Ano', 6],
  ['9º Ano', 6],
  ['12º Ano', 6],
])('%s reads texts of class %d', (schoolClass, wanted) => {
  expect(readingClassOf(schoolClass)).toBe(wanted);
});

import { expect, test } from 'vitest';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';
import { columnsOf, sheetQuestions } from './sheet-questions.rules.ts';

const question = (more: Partial<FrozenQuestion>) =>
  ({ passage: null, figureSvg: null, image: null, ...more }) as FrozenQuestion;
const story = (passage: string | null) => question({ passage });

test.each<[string, (string | null)[], (string | null)[], (string | null)[]]>([
  ['a text of one question', ['Era uma vez.', null], [null, null], [null, null]],
  [
    'a text of three in a row',
    ['Era.', 'Era.', 'Era.'],
    ['Texto para as perguntas 1 a 3', null, null],
    [null, null, null],
  ],
  ['a text of two', [null, 'Era.', 'Era.'], [null, 'Texto para as perguntas 2 e 3', null], [null, null, null]],
  [
    'a text of questions that are apart',
    ['Era.', null, 'Era.', 'Era.'],
    ['Texto para as perguntas 1, 3 e 4', null, null, null],
    [null, null, 'Lê o texto da pergunta 1.', 'Lê o texto da pergunta 1.'],
  ],
])('%s is printed once, with the first', (_, passages, headings, references) => {
  const arranged = sheetQuestions(passages.map(story));
  expect(arranged.map(({ passage }) => passage?.heading ?? null)).toEqual(headings);
  expect(arranged.map(({ reference }) => reference)).toEqual(references);
  expect(arranged.filter(({ passage }) => passage).length).toBe(new Set(passages.filter(Boolean)).size);
});

test('a price list that three questions share is drawn once', () => {
  const list = { figureSvg: '<svg>lista</svg>' };
  const arranged = sheetQuestions([question(list), question({}), question(list), question(list)]);
  expect(arranged.map(({ hasDrawing }) => hasDrawing)).toEqual([true, true, false, false]);
  expect(arranged.map(({ reference }) => reference)).toEqual([
    null,
    null,
    'Vê o desenho da pergunta 1.',
    'Vê o desenho da pergunta 1.',
  ]);
});

test('numbers in a text stay on one line', () => {
  expect(sheetQuestions([story('São 12 500 Kz.')])[0]?.passage?.text).toBe('São 12\u00a0500\u00a0Kz.');
});

const heights = (columns: { height: number }[][]) => columns.map((column) => column.map(({ height }) => height));
const ROOM = { first: 100, later: 300 };

test.each<[string, number[], number[][]]>([
  ['nothing', [], [[], []]],
  ['what fits on the first page', [60, 40, 50], [[60, 40], [50]]],
  ['a question that is too tall for the first page', [120, 30], [[], [], [120], [30]]],
  [
    'a last page with few questions has them in two columns',
    [100, 100, 50, 50, 50, 50],
    [[100], [100], [50, 50], [50, 50]],
  ],
  ['order is kept', [90, 20, 90, 30, 40], [[90], [20], [90], [30, 40]]],
  ['a question that is taller than a page', [500, 20], [[], [], [500], [20]]],
])('columns: %s', (_, blocks, columns) => {
  expect(
    heights(
      columnsOf(
        blocks.map((height) => ({ height })),
        ROOM,
      ),
    ),
  ).toEqual(columns);
});

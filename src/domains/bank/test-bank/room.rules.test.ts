import { expect, test } from 'vitest';
import { areShort, isLetter, isShort, takenHeightBesidePicture, takenHeight as takenHeightOf } from './room.rules.ts';

const asTexts = (options: readonly string[]) => options.map((text) => ({ text, hasPicture: false }));
const takenHeight = (statement: string, options: readonly string[], voice: boolean) =>
  takenHeightOf(statement, asTexts(options), voice);

test('four pictures stand two by two, whatever their descriptions are', () => {
  const pictures = ['um triângulo', 'um quadrado com os lados iguais', 'um círculo', 'um rectângulo deitado'];
  const options = pictures.map((text) => ({ text, hasPicture: true }));
  expect(takenHeightOf('Qual é o triângulo?', options, true)).toBe(230 + 72 + 22 + 2 * (104 + 8) + 8);
});

test.each([
  ['Quanto é 2 + 3?', true],
  ['a'.repeat(40), true],
  ['a'.repeat(41), false],
])('"%s" is short: %s', (statement, short) => expect(isShort(statement)).toBe(short));

test.each([
  // One line of statement, and two rows of options with one line each.
  ['Quanto é 2 + 3?', ['4', '5', '6', '7'], 230 + 36 + 22 + 2 * 72 + 8],
  // Two lines of the larger text.
  ['Quantas bolas tem a Ana?', ['4', '5', '6', '7'], 230 + 72 + 22 + 2 * 72 + 8],
  // Three lines of the smaller text.
  ['a'.repeat(60), ['4', '5', '6', '7'], 230 + 96 + 22 + 2 * 72 + 8],
  // The longer option determines the height of a row: three lines, and one.
  ['Quanto é 2 + 3?', ['a'.repeat(30), '5', '6', '7'], 230 + 36 + 22 + (94 + 8) + 72 + 8],
  ['Quanto é 2 + 3?', ['4', '5', '6'], 230 + 36 + 22 + 2 * 72 + 8],
  ['', [], 230 + 36 + 22 + 8],
])('"%s" with %j needs %i pixels', (statement, options, pixels) =>
  expect(takenHeight(statement, options, false)).toBe(pixels),
);

test('the listen buttons reduce the space for lines', () => {
  const options = ['uma laranja', '5', '6', '7'];
  expect(takenHeight('Quanto é 2 + 3?', options, true)).toBe(230 + 36 + 22 + (68 + 8) + 72 + 8);
  expect(takenHeight('Quanto é 2 + 3?', options, false)).toBe(230 + 36 + 22 + 2 * 72 + 8);
  expect(takenHeight('a'.repeat(69), options, true) - takenHeight('a'.repeat(69), options, false)).toBe(32 + 4);
});

test.each([
  ['A', true],
  [' e ', true],
  ['ç', true],
  ['4', false],
  ['Ana', false],
  ['', false],
])('"%s" is a letter: %s', (text, letter) => expect(isLetter(text)).toBe(letter));

test.each([
  [['3 quintos', '8 terços', '3 oitavos', '5 oitavos'], true],
  [['a'.repeat(10)], true],
  [['a'.repeat(11), 'b'], false],
  [[], false],
])('%j are short: %s', (options, short) => expect(areShort(asTexts(options))).toBe(short));

test.each([
  // One line of statement, and four rows of options with one line each.
  ['Qual é a maior?', ['a terceira figura', 'b', 'c', 'd'], 236 + 28 + 16 + 4 * 62 + 6],
  // Three lines, and an option of two lines.
  ['a'.repeat(60), ['a'.repeat(30), 'b', 'c', 'd'], 236 + 84 + 16 + (64 + 6) + 3 * 62 + 6],
  // Short options stand side by side.
  ['Qual é a maior?', ['a', 'b', 'c', 'd'], 236 + 28 + 16 + 2 * 70 + 6],
  ['Qual é a maior?', ['a', 'b', 'c'], 236 + 28 + 16 + 2 * 70 + 6],
])('beside a picture "%s" with %j takes %i pixels', (statement, options, pixels) =>
  expect(takenHeightBesidePicture(statement, asTexts(options), false)).toBe(pixels),
);

import { expect, test } from 'vitest';
import { initial } from './initial.ts';
import { firstName, oneLine, toWhom } from './text.ts';

test('one line stays one line', () => {
  expect(oneLine(' a\r\nb\u0000\u0085c \u202e\u2066d\ud800 ')).toBe('a b c d\ufffd');
});

test.each([
  ['emoji with their joints', '👩‍👧 Maria ❤️', '👩‍👧 Maria ❤️'],
  ['accents as people write them', 'Ângela Conceição N’Zinga', 'Ângela Conceição N’Zinga'],
  ['nothing out of what nobody sees', '\u200b\u2060\u3164\u2800\u{e0041}\u200d', ''],
  ['a tower of accents of four storeys', `Z${'\u0308'.repeat(40)}é`, `Z${'\u0308'.repeat(4)}é`],
])('one line keeps %s', (_, typed, kept) => expect(oneLine(typed)).toBe(kept));

test.each([
  ['  Ana   Bela ', 'Ana'],
  ['\u202eairaM', 'airaM'],
  ['\u200f', ''],
  ['<script>', '<script>'],
])('the first name of %j is %j', (fullName, name) => expect(firstName(fullName)).toBe(name));

test.each([
  ['maria Domingos', 'M'],
  ['😀 Maria', '😀'],
  ['\u202eairaM', 'A'],
  ['(Zé)', 'Z'],
  ['...', ''],
])('%j is shown by %j', (name, letter) => expect(initial(name)).toBe(letter));

test.each([
  ['feminino', 'à Ana'],
  ['masculino', 'ao Ana'],
  ['outro', 'a Ana'],
  [null, 'a Ana'],
] as const)('something is given to a child whose gender is %s', (gender, whom) => {
  expect(toWhom('Ana', gender)).toBe(whom);
});

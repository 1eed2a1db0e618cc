import { expect, test } from 'vitest';
import { initial } from './initial.ts';
import { firstName, oneLine, toWhom } from './text.ts';
import { unbroken } from './unbroken.ts';

test('text is joined into one line', () => {
  expect(oneLine(' a\r\nb\u0000\u0085c \u202e\u2066d\ud800 ')).toBe('a b c d\ufffd');
});

test.each([
  ['joined emoji', '👩‍👧 Maria ❤️', '👩‍👧 Maria ❤️'],
  ['usual accents', 'Ângela Conceição N’Zinga', 'Ângela Conceição N’Zinga'],
  ['no invisible characters', '\u200b\u2060\u3164\u2800\u{e0041}\u200d', ''],
  ['at most four accents on a letter', `Z${'\u0308'.repeat(40)}é`, `Z${'\u0308'.repeat(4)}é`],
])('one line keeps %s', (_, typed, kept) => expect(oneLine(typed)).toBe(kept));

test('the time for one line grows with its length, not with the square of it', { timeout: 10_000 }, () => {
  // A pattern that looks for the end from each joiner takes half a minute, in which the server answers nobody.
  const joiners = '\u200c'.repeat(100_000);
  expect(oneLine(`${joiners}a${joiners}b${joiners}`)).toBe(`a${joiners}b`);
});

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
] as const)('a pronoun for a child whose gender is %s', (gender, whom) => {
  expect(toWhom('Ana', gender)).toBe(whom);
});

test('large numbers do not break over lines', () => {
  expect(unbroken('Números até 1 000 000')).toBe('Números até 1\u00a0000\u00a0000');
  expect(unbroken('A Maria sabe 6 dos 12 temas')).toBe('A Maria sabe 6 dos 12 temas');
  expect(unbroken('Multiplicar por 10, 100 e 1 000')).toBe('Multiplicar por 10, 100 e 1\u00a0000');
  expect(unbroken('Uma cabra bebe 4 L e pesa 30 kg')).toBe('Uma cabra bebe 4\u00a0L e pesa 30\u00a0kg');
  expect(unbroken('2 metros, 3 livros e 4 mangas')).toBe('2 metros, 3 livros e 4 mangas');
  expect(unbroken('Quanto é 700 − 250?')).toBe('Quanto é 700\u00a0−\u00a0250?');
  expect(unbroken('3 × 4 = ? e 1 000 + 250')).toBe('3\u00a0×\u00a04\u00a0=\u00a0? e 1\u00a0000\u00a0+\u00a0250');
  expect(unbroken('1 + 2 + 3 + 4 + 5 + 6 + 7 + 8')).toBe('1 + 2 + 3 + 4 + 5 + 6 + 7 + 8');
  expect(unbroken('De 2 a 5, a – e')).toBe('De 2 a 5, a – e');
  expect(unbroken('')).toBe('');
});

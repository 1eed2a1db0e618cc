import { describe, expect, it } from 'vitest';
import {
  EMPTY,
  type Entry,
  fractionIn,
  isFull,
  type Key,
  keysFor,
  press,
  shownEntry,
  stateOf,
} from './keypad.rules.ts';
import { NUMBER_CASES } from './written-cases.rules.ts';

const NAMES: Record<string, Key> = { ',': 'comma', '/': 'fraction', '-': 'minus', '<': 'erase' };
const typed = (keys: string): Entry =>
  [...keys].reduce((entry, key) => press(entry, NAMES[key] ?? (key as Key)), EMPTY);

describe('the keypad', () => {
  it.each([
    ['', ''],
    ['2550', '2550'],
    ['2,5', '2,5'],
    ['2,,5', '2,5'],
    [',5', ',5'],
    ['12<', '1'],
    ['1<<<', ''],
    ['-3', '-3'],
    ['3-', '-3'],
    ['3--', '3'],
    ['-', '-'],
    ['/5/8', '5/8'],
    ['/5', '5/'],
    ['/5//5', '55/'],
    ['1/5/8', '1 5/8'],
    ['1/5/8<', '1 5/'],
    ['1/5/8<<', '1'],
    ['1/<', '1'],
    ['/<', ''],
    ['/5,/8', '5/8'],
    ['2,5/', '2,5'],
    ['-1/5/8', '-1 5/8'],
    ['1/5/8-', '-1 5/8'],
    ['123456789012', '123456789012'],
    ['1234567890123', '123456789012'],
    ['12345678901,', '12345678901,'],
    ['123456789012,', '123456789012'],
    ['/12345/678901', '12345/678901'],
    ['/12345/6789012', '12345/678901'],
  ])('makes of %s the text %s', (keys, text) => {
    expect(typed(keys).text).toBe(text);
  });

  it('goes on from a number with spaces', () => {
    expect(press({ text: '2 550', at: 'under' }, '0').text).toBe('25500');
    expect(press({ text: '2 550', at: 'under' }, 'erase').text).toBe('255');
  });

  it('says when it is full', () => {
    expect([isFull(typed('12345678901')), isFull(typed('123456789012'))]).toEqual([false, true]);
  });

  it.each([
    ['2550', '2 550'],
    ['-1234567,5', '−1 234 567,5'],
    ['1500,', '1 500,'],
    ['5/8', '5/8'],
    ['1500/3', '1500/3'],
  ])('shows %s as %s', (text, shown) => {
    expect(shownEntry(text)).toBe(shown);
  });

  it('tells the parts of a fraction', () => {
    expect(fractionIn('-1 5/')).toEqual({ before: '−1', over: '5', under: '' });
    expect(fractionIn('/')).toEqual({ before: '', over: '', under: '' });
    expect(fractionIn('15')).toBeNull();
  });

  it.each([
    ['2º Ano', false, false],
    ['3º Ano', true, false],
    ['6º Ano', true, true],
    [undefined, true, true],
  ])('has the keys of the class %s', (schoolClass, fraction, minus) => {
    const keys = keysFor(schoolClass);
    expect([keys.includes('fraction'), keys.includes('minus')]).toEqual([fraction, minus]);
  });
});

it('reads every form as the server does', () => {
  for (const { unit, typed: text, verdict } of NUMBER_CASES) {
    const state = stateOf(text, unit ?? undefined);
    const found = state.kind === 'number' ? state.text : state.kind === 'ambiguous' ? state.readings.join(' | ') : '✗';
    expect(`${text} → ${found}`).toBe(`${text} → ${verdict}`);
  }
});

import { describe, expect, test } from 'vitest';
import { clockInLuanda } from './calendar.ts';
import { dayAndMonth, dayInLuanda, longDate, minutes, monthAndYear, relativeTime } from './dates.ts';
import { dayAndTime } from './day-and-time.ts';

const now = new Date('2025-04-15T12:00:00Z');

describe('relative time', () => {
  test.each([
    ['2025-04-15T12:00:30Z', 'agora mesmo'],
    ['2025-04-15T11:59:31Z', 'agora mesmo'],
    ['2025-04-15T11:59:00Z', 'há 1 minuto'],
    ['2025-04-15T11:00:01Z', 'há 59 minutos'],
    ['2025-04-15T09:00:00Z', 'há 3 horas'],
    ['2025-04-14T12:00:00Z', 'há 1 dia'],
    ['2025-04-13T11:59:00Z', 'há 2 dias'],
    ['2025-03-16T12:00:01Z', 'há 29 dias'],
    ['2025-03-16T12:00:00Z', '16 de Março de 2025'],
  ])('%s reads "%s"', (moment, words) => {
    expect(relativeTime(moment, now)).toBe(words);
  });
});

test('half past eleven at night in UTC is already the next day in Luanda', () => {
  expect(dayInLuanda('2025-12-31T23:30:00Z')).toEqual({ year: 2026, month: 1, day: 1 });
  expect(longDate('2025-12-31T22:59:59Z')).toBe('31 de Dezembro de 2025');
  expect(monthAndYear('2025-12-31T23:30:00Z')).toBe('Janeiro de 2026');
});

test.each([
  ['2025-04-15T11:59:00Z', 'hoje, 12:59'],
  ['2025-04-14T23:00:00Z', 'hoje, 0:00'],
  ['2025-04-14T22:59:59Z', 'ontem, 23:59'],
  ['2025-04-13T08:05:00Z', '13 de Abril, 9:05'],
])('%s was "%s"', (moment, words) => {
  expect(dayAndTime(moment, now)).toBe(words);
});

test('the time of day is that of Luanda', () => {
  expect(clockInLuanda('2026-04-15T23:40:00Z')).toBe('00:40');
  expect(clockInLuanda(new Date('2026-04-15T07:05:59Z'))).toBe('08:05');
});

test('a date without a time is not shifted to another day', () => {
  expect(longDate('2016-03-09')).toBe('9 de Março de 2016');
  expect(dayAndMonth('2025-05-01')).toBe('1 de Maio');
});

test.each([
  [0, '0 s'],
  [45, '45 s'],
  [60, '1 min'],
  [89, '1 min'],
  [90, '2 min'],
  [540, '9 min'],
  [569, '9 min'],
  [900, '15 min'],
])('%i seconds are %s', (seconds, words) => {
  expect(minutes(seconds)).toBe(words);
});

import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import {
  answeredText,
  clockOffset,
  confirmationText,
  extendedTimeText,
  hasDrifted,
  isEndDoubted,
  lettersToShow,
  meansToFinish,
  nextUnanswered,
  type OwnChoice,
  secondsLeft,
  timeOnOpening,
} from './sitting.rules.ts';

describe('the time when a sitting is opened again without network', () => {
  const start = Date.parse('2026-04-15T09:00:00Z');
  const sitting = { deadline: new Date(start + 900_000).toISOString(), timeLimit: 900 };

  // The device last stored minute 5. The phone's clock is an hour wrong, and was moved by `moved` while the page was closed.
  test.each([
    ['at once', 0, 0, 5, false],
    ['two minutes later', 2, 0, 7, false],
    ['at once, after the clock was set back three hours', 0, -180, 5, false],
    ['two minutes later, after the clock was set back a minute', 2, -1, 6, false],
    ['at once, after the clock was set forward five minutes', 0, 5, 10, false],
    ['at once, after the clock was set forward two hours', 0, 120, 5, true],
    ['at once, after the clock was set forward ten years', 0, 5_000_000, 5, true],
    ['an hour later', 60, 0, 5, true],
  ])('%s', (_, passed, moved, minute, isDoubted) => {
    const stored = { seenAt: start + 5 * MINUTE_MS, clockOffset: -60 * MINUTE_MS, sitting };
    const wall = start + (60 + 5 + passed + moved) * MINUTE_MS;
    expect(timeOnOpening(stored, wall)).toBe(start + minute * MINUTE_MS);
    expect(isEndDoubted(stored, wall)).toBe(isDoubted);
  });

  test('is over if a page has counted to the end, and never before the start', () => {
    const over = { seenAt: start + 15 * MINUTE_MS, clockOffset: 0, sitting };
    expect(timeOnOpening(over, start)).toBe(start + 15 * MINUTE_MS);
    expect(timeOnOpening(over, start + DAY_MS)).toBe(start + DAY_MS);
    expect(isEndDoubted(over, start + DAY_MS)).toBe(false);
    expect(timeOnOpening({ seenAt: start - DAY_MS, clockOffset: 0, sitting }, start - DAY_MS)).toBe(start);
  });
});

describe('the remaining time', () => {
  test.each([
    ['a phone with the right time on a fast network', 0, 40],
    ['a phone that is a day ahead', DAY_MS, 800],
    ['a phone that is a day behind', -DAY_MS, 800],
  ])('%s shows the time left, accurate to half a round trip', (_, error, roundTrip) => {
    const server = Date.parse('2026-04-15T09:00:00Z');
    const deadline = server + 900_000;
    const received = server + roundTrip / 2 + error;
    const offset = clockOffset(server, received, roundTrip);
    const sixMinutesLater = received + 360_000;
    expect(secondsLeft(deadline, sixMinutesLater + offset)).toBe(540);
  });

  test.each([
    [900_000, 900],
    [899_001, 900],
    [899_000, 899],
    [1, 1],
    [0, 0],
    [-5000, 0],
  ])('%i ms are %i seconds', (left, seconds) => {
    expect(secondsLeft(left, 0)).toBe(seconds);
  });

  test.each([
    ['none', 10_000, 10_400, 300, false],
    ['a difference within a second is none', 10_900, 10_000, 300, false],
    ['the phone was suspended', 10_000, 70_000, 300, true],
    ['the clock was set forward', 90_000_000, 10_000, 300, true],
  ])('drift: %s', (_, believed, header, roundTrip, drifted) => {
    expect(hasDrifted(believed, header, roundTrip)).toBe(drifted);
  });
});

test.each([
  ['the first unanswered one', [true, false, false], -1, 1],
  ['the next one after the current', [false, true, false], 0, 2],
  ['the first one again after the last', [false, true, true], 2, 0],
  ['the current one if no other is left', [true, false, true], 1, 1],
  ['none', [true, true], 0, null],
  ['none without questions', [], 0, null],
] as const)('next question without an answer: %s', (_, answered, from, index) => {
  expect(nextUnanswered(answered, from)).toBe(index);
});

test.each([
  [1, 'Você não respondeu 1 questão. Deseja continuar e finalizar o teste?'],
  [2, 'Você não respondeu 2 questões. Deseja continuar e finalizar o teste?'],
  [10, 'Você não respondeu 10 questões. Deseja continuar e finalizar o teste?'],
])('the confirmation text with %i unanswered questions', (open, text) => {
  expect(confirmationText(open)).toBe(text);
});

test.each([
  [10, 'Respondeste a 10 perguntas.'],
  [1, 'Respondeste a 1 pergunta.'],
  [0, 'Não respondeste a nenhuma pergunta.'],
])('the child’s sentence for %i answers', (answered, text) => {
  expect(answeredText(answered)).toBe(text);
});

test.each([
  [900, 15, null],
  [1800, 15, 'Tempo alargado: 30 minutos'],
  [3600, 15, 'Tempo alargado: 60 minutos'],
  [1800, 30, null],
  [5400, 90, null],
  [6300, 90, 'Tempo alargado: 105 minutos'],
])('%i seconds allowed for a test of %i minutes: %o', (limit, duration, text) => {
  expect(extendedTimeText(limit, duration)).toBe(text);
});

test('the second tap of a double tap does not complete the test', () => {
  expect([0, 300, 499, 500, Number.POSITIVE_INFINITY].map(meansToFinish)).toEqual([false, false, false, true, true]);
});

describe('the letters to show', () => {
  const read = { choices: { 7: { selectedAnswer: 'A', sequence: 20 } }, lastSequence: 30 };

  test.each([
    ['without a choice of this screen, as the device has stored them', [], { 7: 'A' }],
    ['a choice that is not stored yet', [[7, { letter: 'B' }]], { 7: 'B' }],
    ['a choice stored after the device was read', [[7, { letter: 'C', sequence: 31 }]], { 7: 'C' }],
    ['a choice that another tab has replaced', [[7, { letter: 'D', sequence: 19 }]], { 7: 'A' }],
    ['a choice that the server refused, removed from the device', [[8, { letter: 'B', sequence: 30 }]], { 7: 'A' }],
  ] as const)('%s', (_, own, letters) => {
    expect(lettersToShow(read, new Map<number, OwnChoice>(own))).toEqual(letters);
  });
});

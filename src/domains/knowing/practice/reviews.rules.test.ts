import { expect, test } from 'vitest';
import { fitIntoDays, MAX_REVIEWS_A_DAY } from './practice.rules.ts';

const at = (time: string) => new Date(`2026-03-${time}+01:00`);
const reviews = (count: number, time: string, name = 'new') =>
  Array.from({ length: count }, (_, number) => ({ clientId: `${name} ${number}`, at: at(time) }));

test.each([
  ['a day’s first', reviews(8, '02T10:00'), [], 8],
  ['as many as a day has', reviews(MAX_REVIEWS_A_DAY, '02T10:00'), [], MAX_REVIEWS_A_DAY],
  ['more than a day has', reviews(MAX_REVIEWS_A_DAY + 1, '02T10:00'), [], MAX_REVIEWS_A_DAY],
  ['of a full day', reviews(5, '02T23:59'), reviews(MAX_REVIEWS_A_DAY, '02T00:00', 'old'), 0],
  ['of the day after a full one', reviews(5, '03T00:00'), reviews(MAX_REVIEWS_A_DAY, '02T23:59', 'old'), 5],
  ['that are stored, of a full day', reviews(5, '02T10:00', 'old'), reviews(MAX_REVIEWS_A_DAY, '02T00:00', 'old'), 5],
])('T25 answers to cards %s', (_what, sent, stored, fitting) => {
  expect(fitIntoDays(sent, stored)).toEqual(sent.slice(0, fitting));
});

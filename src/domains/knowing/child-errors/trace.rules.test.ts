import { expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { chanceWithoutError, isSaid, type Opportunity, TRACE, traceError } from './trace.rules.ts';

const FROM = new Date('2026-02-02T09:00:00Z');
const on = (day: number) => new Date(FROM.getTime() + day * DAY_MS);
/** One opportunity a day: 'x' the error shows, '.' it does not. A space is a week without any. */
function given(text: string, chance = 0.05): Opportunity[] {
  let day = 0;
  return [...text].flatMap((sign) => {
    day += sign === ' ' ? 7 : 1;
    return sign === ' ' ? [] : [{ at: on(day), shows: sign === 'x', chance }];
  });
}

test.each([
  ['nothing is known without an answer', '', 'unsaid'],
  ['two opportunities are too few', 'xx', 'unsaid'],
  ['three of three', 'xxx', 'named'],
  ['five of six', 'xx.xxx', 'named'],
  ['one of six', 'x.....', 'unsaid'],
  ['never', '........', 'unsaid'],
  ['named, then six times without', 'xxxx ......', 'overcome'],
  ['named again', 'xxxx ...... xxx', 'named'],
] as const)('%s', (_, text, state) => {
  expect(traceError(given(text), on(90)).state).toBe(state);
});

test('answers of one day are not enough, and one wrong answer of two days is', () => {
  const sameDay = given('xxxx').map((one) => ({ ...one, at: on(1) }));
  expect(traceError(sameDay, on(2)).state).toBe('unsaid');
  expect(traceError([...sameDay, { at: on(3), shows: true, chance: 0.05 }], on(4)).state).toBe('named');
});

test('a day is one of Luanda, where it begins an hour before that of UTC', () => {
  const at = (time: string) => ({ at: new Date(time), shows: true, chance: 0.05 });
  const oneDay = ['2026-02-02T23:30:00Z', '2026-02-03T08:00:00Z', '2026-02-03T17:00:00Z', '2026-02-03T17:30:00Z'].map(
    at,
  );
  expect(traceError(oneDay, on(4)).state).toBe('unsaid');
  expect(traceError([...oneDay.slice(0, 3), at('2026-02-03T23:30:00Z')], on(4)).state).toBe('named');
});

test('what those without the error often answer says little', () => {
  expect(traceError(given('xxx', 0.4), on(5)).state).toBe('unsaid');
  expect(traceError(given('xxx', 0.02), on(5)).probability).toBeGreaterThan(
    traceError(given('xxx', 0.2), on(5)).probability,
  );
});

test('the counts begin with the first time that the error showed; the order of answers does not matter, later ones do not count', () => {
  const all = given('..x.xxx');
  const trace = traceError(all, on(30));
  expect(trace).toMatchObject({ times: 4, opportunities: 5, since: on(3) });
  expect(traceError(all.toReversed(), on(30))).toEqual(trace);
  expect(traceError(all, on(5))).toMatchObject({ times: 2, opportunities: 3 });
});

test('with time an error is less certain', () => {
  const soon = traceError(given('xxxx'), on(5)).probability;
  expect(traceError(given('xxxx'), on(400)).probability).toBeLessThan(soon);
});

test('a named error is not said when it has become unlikely without answers, and again when it shows', () => {
  const named = given('xxxx');
  const [soon, later] = [traceError(named, on(30)), traceError(named, on(400))];
  expect([soon.state, isSaid(soon), later.state, isSaid(later)]).toEqual(['named', true, 'named', false]);
  expect(later.probability).toBeLessThan(0.5);
  const again = [400, 401].map((day) => ({ at: on(day), shows: true, chance: 0.05 }));
  expect(isSaid(traceError([...named, ...again], on(402)))).toBe(true);
  expect(isSaid(traceError(given('xxxx ......'), on(30)))).toBe(false);
});

test.each([
  [0.4, 1, false, 0.4 * TRACE.ATTRACTION.chosen],
  [0.4, 2, true, 0.8 * TRACE.ATTRACTION.written],
  [0, 1, false, 0.05 * TRACE.ATTRACTION.chosen],
  [1, 5, false, 0.9],
])(
  'chance of an answer that shows the error: wrong %d, alternatives %d, written %s',
  (wrong, alternatives, isWritten, chance) => {
    expect(chanceWithoutError(wrong, alternatives, isWritten)).toBeCloseTo(chance, 9);
  },
);

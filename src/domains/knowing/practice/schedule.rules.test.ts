import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { addDays, daysBetween } from '../../../shared/days.ts';
import { shownAlternatives } from './alternatives.rules.ts';
import type { Card } from './practice.contract.ts';
import { cardState, mergeReviews, practisedCards, type Review, restingUntil } from './schedule.rules.ts';
import { afterAnswer, type CardKind, cardsOfToday, DAILY_CARDS, dayWords } from './session.rules.ts';

const TODAY = '2026-10-20';
const at = (day: number, hour = 10) => new Date(Date.parse('2026-10-01T00:00:00Z') + (day * 24 + hour) * 3_600_000);
const review = (day: number, right: boolean, hour = 10, clientId = `${day}-${hour}`): Review => ({
  card: 'x',
  right,
  at: at(day, hour),
  clientId,
});
const ENTERED = at(0, 9);

describe('a card of the book', () => {
  // Days count from 2026-10-01, the day of the mistake.
  test.each<[string, Review[], { due?: string; right: number; leftOn: string | null }]>([
    ['a card never practised is due at once', [], { due: '2026-10-01', right: 0, leftOn: null }],
    ['right on the day of the test: due tomorrow', [review(0, true)], { due: '2026-10-02', right: 1, leftOn: null }],
    ['wrong: due the next day', [review(0, false)], { due: '2026-10-02', right: 0, leftOn: null }],
    ['right on the next day: due two days later', [review(1, true)], { due: '2026-10-04', right: 1, leftOn: null }],
    [
      'right twice: due after a longer interval',
      [review(1, true), review(3, true)],
      { due: '2026-10-10', right: 2, leftOn: null },
    ],
    [
      'right on three days: leaves the book',
      [review(0, true), review(1, true), review(3, true)],
      { right: 3, leftOn: '2026-10-04' },
    ],
    [
      'two right answers on one day count once',
      [review(1, true), review(1, true, 12), review(1, true, 14)],
      { due: '2026-10-04', right: 1, leftOn: null },
    ],
    [
      'right only at the second try of a day does not count',
      [review(1, false), review(1, true, 11)],
      { due: '2026-10-03', right: 0, leftOn: null },
    ],
    [
      'a wrong answer in between does not reset the count',
      [review(1, true), review(3, false), review(4, true), review(6, true)],
      { right: 3, leftOn: '2026-10-07' },
    ],
    ['reviews before the mistake do not count', [review(0, true, 8)], { due: '2026-10-01', right: 0, leftOn: null }],
    [
      'days are those of Luanda: 23:30 UTC is the next day',
      [review(1, true, 22), { ...review(1, true, 23.5), clientId: 'late' }],
      { due: '2026-10-07', right: 2, leftOn: null },
    ],
  ])('%s', (_, reviews, { due, right, leftOn }) => {
    const state = cardState(ENTERED, reviews, TODAY);
    expect({ due: due && state.due, right: state.rightDays.length, leftOn: state.leftOn }).toEqual({
      due,
      right,
      leftOn,
    });
  });

  test('predicts when it is due again for a right and a wrong answer', () => {
    const before = cardState(ENTERED, [review(1, true)], dateInLuanda(at(4)));
    for (const right of [true, false]) {
      const after = cardState(ENTERED, [review(1, true), review(4, right)], TODAY);
      expect(after.due).toBe(addDays(dateInLuanda(at(4)), right ? before.ifRight : before.ifWrong));
    }
  });
});

describe('two devices', () => {
  const telephone = [review(1, false, 9, 'a'), review(4, true, 9, 'c')];
  const tablet = [review(1, true, 18, 'b'), review(2, true, 9, 'd')];

  test('reviews are sorted by the time at which they were made', () => {
    expect(mergeReviews([...tablet, ...telephone]).map(({ clientId }) => clientId)).toEqual(['a', 'b', 'd', 'c']);
  });

  test('reviews of the same moment on two devices have a fixed order', () => {
    const same = [review(1, true, 9, 'b'), review(1, false, 9, 'a')];
    expect(mergeReviews(same)).toEqual(mergeReviews(same.toReversed()));
  });

  test('the state is the same, in whatever order and however often reviews arrive', () => {
    const expected = cardState(ENTERED, [...telephone, ...tablet], TODAY);
    expect(expected.rightDays).toEqual(['2026-10-03', '2026-10-05']);
    fc.assert(
      fc.property(fc.shuffledSubarray([...telephone, ...tablet], { minLength: 4 }), (order) => {
        expect(cardState(ENTERED, [...order, ...order.slice(0, 2)], TODAY)).toEqual(expected);
      }),
    );
  });

  test('a card counts once a day', () => {
    expect(practisedCards([...telephone, ...tablet, { ...review(1, true), card: 'y' }])).toBe(4);
  });
});

describe('today', () => {
  const card = (id: string, kind: CardKind, due: string, isNew = false) => ({ id, kind, due, isNew });

  test.each<[string, string[], number, string[]]>([
    [
      'the order is begun mistakes by due day, new mistakes, related questions, variants',
      ['v1', 'r1', 'n1', 'm2', 'm1'],
      0,
      ['m1', 'm2', 'n1', 'r1', 'v1'],
    ],
    ['cards due later are not included', ['m9', 'm1'], 0, ['m1']],
    ['cards practised today count towards the limit', ['m1', 'm2', 'm3'], 6, ['m1', 'm2']],
    [
      'two places are reserved for new mistakes, the oldest first',
      ['m1', 'm2', 'm3', 'n3', 'n2', 'n1'],
      5,
      ['m1', 'n1', 'n2'],
    ],
    ['unused reserved places go to begun mistakes', ['m1', 'm2', 'm3', 'n1'], 5, ['m1', 'm2', 'n1']],
    ['no card exceeds the limit', ['m1', 'n1', 'n2'], 7, ['n1']],
    ['there are no cards after eight', ['m1'], 8, []],
    ['there are no cards after more than eight, practised on two devices', ['m1'], 11, []],
  ])('%s', (_, ids, done, expected) => {
    const due: Record<string, string> = { 1: '2026-10-02', 2: '2026-10-05', 3: TODAY, 9: '2026-10-21' };
    const kinds: Record<string, CardKind> = { m: 'mistake', n: 'mistake', r: 'related', v: 'variant' };
    const cards = ids.map((id) =>
      card(id, kinds[id[0] as string] as CardKind, due[id[1] as string] as string, id[0] === 'n'),
    );
    expect(cardsOfToday(cards, TODAY, done).map(({ id }) => id)).toEqual(expected);
  });

  test('there are never more than eight cards', () => {
    const cards = Array.from({ length: 30 }, (_, index) => card(`m${index}`, 'mistake', '2026-10-01'));
    expect(cardsOfToday(cards, TODAY, 0)).toHaveLength(DAILY_CARDS);
  });

  test.each([
    [[], TODAY],
    [[review(19, false)], '2026-10-21'],
    [[review(10, true)], '2026-10-25'],
  ])('a card that is not a mistake is not due for some days after an answer: %#', (reviews, until) => {
    expect(restingUntil(reviews, TODAY)).toBe(until);
  });
});

describe('a pack on the device', () => {
  const dealt = (id: string, kind: CardKind, rightDays: string[] = []) =>
    ({ id, kind, due: TODAY, isNew: true, rightDays, ifRight: 4, ifWrong: 1 }) as unknown as Card;
  const pack = {
    today: TODAY,
    doneToday: 2,
    dots: 10,
    cards: [dealt('m', 'mistake'), dealt('last', 'mistake', ['2026-10-01', '2026-10-05']), dealt('r', 'related')],
  };

  test.each<[string, string, boolean, { due: string; rightDays: number } | null]>([
    ['a mistake answered right is due when the server predicted', 'm', true, { due: '2026-10-24', rightDays: 1 }],
    ['a mistake answered wrong is due tomorrow', 'm', false, { due: '2026-10-21', rightDays: 0 }],
    ['a mistake answered right on a third day leaves the pack', 'last', true, null],
    ['a related question answered right leaves the pack', 'r', true, null],
    ['a related question answered wrong is due tomorrow', 'r', false, { due: '2026-10-21', rightDays: 0 }],
  ])('%s', (_, id, right, expected) => {
    const after = afterAnswer(pack, id, right);
    const card = after.cards.find((one) => one.id === id);
    expect(card ? { due: card.due, rightDays: card.rightDays.length } : null).toEqual(expected);
    expect([after.doneToday, after.dots]).toEqual([3, 11]);
    // A second try on the same day, or in another tab, changes nothing.
    expect(afterAnswer(after, id, !right)).toBe(after);
  });

  test.each([
    ['2026-10-20', 'hoje'],
    ['2026-10-01', 'hoje'],
    ['2026-10-21', 'amanhã'],
    ['2026-10-22', 'na quinta'],
    ['2026-10-24', 'no sábado'],
    ['2026-10-27', 'a 27 de Outubro'],
    ['2027-03-02', 'a 2 de Março'],
  ])('%s is written as "%s"', (date, words) => {
    expect(dayWords(date, TODAY)).toBe(words);
  });
});

describe('the alternatives of a card', () => {
  const card = (keepsOrder: boolean) =>
    ({
      keepsOrder,
      correctAnswer: 'B',
      question: {
        alternatives: '["A) um","B) dois","C) três","D) quatro"]',
        alternativesHtml: ['A) 1', 'B) 2', 'C) 3', 'D) 4'],
      },
    }) as unknown as Card;

  test('keep the server’s letters when they are shuffled', () => {
    const shown = shownAlternatives(card(false), () => 0);
    expect(shown.map(({ letter, sent, text, html, isKey }) => [letter, sent, text, html, isKey])).toEqual([
      ['A', 'B', 'dois', '2', true],
      ['B', 'C', 'três', '3', false],
      ['C', 'D', 'quatro', '4', false],
      ['D', 'A', 'um', '1', false],
    ]);
  });

  test('are not shuffled where the text names letters', () => {
    expect(shownAlternatives(card(true), () => 0).map(({ sent }) => sent)).toEqual(['A', 'B', 'C', 'D']);
  });
});

/** Returns a generator of random numbers, as in shared/chances.ts (mulberry32). */
function chances(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Simulates a child who forgets. It recalls with 0.9^(days since the last time ÷ strength), where the strength doubles with each right
 * answer and falls back with a wrong one. It takes two tests a week with `wrong` mistakes in each, and practises on `share` of the days.
 */
function ninetyDays(seed: number, wrong: number, share: number) {
  const random = chances(seed);
  const book: { entered: number; reviews: Review[]; strength: number; last: number }[] = [];
  const counts: number[] = [];
  const waits: number[] = [];
  const longest: number[] = [];
  /** New cards in the order of their first practice. */
  const firsts: number[] = [];
  for (let day = 0; day < 90; day += 1) {
    if (day % 7 === 1 || day % 7 === 4)
      for (let index = 0; index < wrong; index += 1) book.push({ entered: day, reviews: [], strength: 1, last: day });
    if (random() >= share) continue;
    const today = dateInLuanda(at(day));
    const cards = book
      .map((card, index) => ({
        id: String(index),
        kind: 'mistake' as const,
        card,
        state: cardState(at(card.entered), card.reviews, today),
      }))
      .filter(({ state }) => !state.leftOn)
      .map((one) => ({ ...one, due: one.state.due, isNew: one.card.reviews.length === 0 }));
    const chosen = cardsOfToday(cards, today, 0);
    counts.push(chosen.length);
    for (const { card, due } of chosen) {
      waits.push(daysBetween(due, today));
      const right = random() < 0.9 ** ((day - card.last) / card.strength) * 0.95;
      card.strength = right ? card.strength * 2 : Math.max(0.5, card.strength / 2);
      card.last = day;
      card.reviews.push({ card: 'x', right, at: at(day, 11), clientId: String(card.reviews.length) });
    }
    longest.push(Math.max(0, ...cards.filter(({ isNew }) => !isNew).map(({ due }) => daysBetween(due, today))));
    const begun = chosen.filter(({ isNew }) => isNew).map(({ id }) => Number(id));
    firsts.push(...begun);
  }
  const left = book.filter((card) => cardState(at(card.entered), card.reviews, '2027-01-01').leftOn).length;
  return { counts, waits, longest, firsts, left, entered: book.length };
}

describe('ninety days of a child who forgets', () => {
  test.each([1, 2, 3, 4, 5])(
    'with daily practice and six mistakes a week, every mistake is learned in time (seed %i)',
    (seed) => {
      const { counts, waits, longest, left, entered } = ninetyDays(seed, 3, 1);
      expect(Math.max(...counts)).toBeLessThanOrEqual(DAILY_CARDS);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(waits.length);
      // No card waits more than three days after it is due.
      expect(Math.max(...longest)).toBeLessThanOrEqual(3);
      expect(left).toBeGreaterThan(entered * 0.75);
    },
  );

  test.each([6, 7, 8])(
    'with more mistakes than can be practised, each one still gets its turn and leaves the book (seed %i)',
    (seed) => {
      const { counts, longest, firsts, left } = ninetyDays(seed, 9, 0.6);
      expect(Math.max(...counts)).toBe(DAILY_CARDS);
      // Cards under way come back within three weeks after they are due, and new ones begin in the order in which they were added.
      expect(Math.max(...longest)).toBeLessThanOrEqual(21);
      expect(firsts).toEqual(firsts.toSorted((one, other) => one - other));
      expect(firsts.length).toBeGreaterThan(80);
      expect(left).toBeGreaterThan(25);
    },
  );
});

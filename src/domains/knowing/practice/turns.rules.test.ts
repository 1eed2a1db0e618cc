import { expect, test } from 'vitest';
import { turnOf } from './practice.rules.ts';
import { cardsOfToday, type Dealt } from './session.rules.ts';

const TODAY = '2026-11-10';

/** "m1" is a mistake of the theme treated first, "r2" a related question of the second, "vx" a variant of another theme; in order of their due dates. */
const dealt = (text: string, due = '2026-11-09'): Dealt[] =>
  text.split(' ').map((name, place) => ({
    id: `${name}#${place}`,
    kind: ({ m: 'mistake', r: 'related', v: 'variant' } as const)[name[0] as 'm'],
    due,
    isNew: false,
    ...(name[1] === '1' ? { turn: 'first' as const } : name[1] === '2' ? { turn: 'second' as const } : {}),
  }));
const shown = (cards: readonly Dealt[], done = 0) =>
  cardsOfToday(cards, TODAY, done)
    .map(({ id }) => id.split('#')[0])
    .join(' ');

test.each([
  ['nothing of the trial', 'mx mx rx vx', 0, 'mx mx rx vx'],
  ['the theme treated first takes the places of both', 'm2 mx m2 m1 m1 r1 v1', 0, 'm1 mx m1 r1 v1 m2 m2'],
  ['more cards than places', 'm2 m2 m2 m2 mx mx m1 m1 m1 m1 r1 r1', 0, 'm1 m1 m1 m1 mx mx r1 r1'],
  ['other themes keep their places', 'mx m2 mx m2 mx m2 mx m2 mx m1', 0, 'mx m1 mx m2 mx m2 mx m2'],
  ['the first has nothing left', 'm2 mx r2 v2', 0, 'm2 mx r2 v2'],
  ['only the first has cards', 'm1 mx r1', 0, 'm1 mx r1'],
  ['half of the day is done', 'm2 m2 m2 m1 m1 m1 mx mx', 4, 'm1 m1 m1 m2'],
  ['the day is done', 'm1 m2', 8, ''],
])('cards of the day: %s', (_, cards, done, expected) => {
  expect(shown(dealt(cards), done)).toBe(expected);
});

test('there are as many cards of other themes, and as many in all, as without the trial', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const names = Array.from({ length: (seed * 7) % 20 }, (_, place) => {
      const roll = (seed * 31 + place * 17) % 9;
      return `${'mrv'[roll % 3]}${'12x'[Math.floor(roll / 3)]}`;
    });
    if (names.length === 0) continue;
    const cards = dealt(names.join(' '));
    const without = cardsOfToday(
      cards.map(({ turn: _, ...card }) => card as Dealt),
      TODAY,
      0,
    );
    const within = cardsOfToday(cards, TODAY, 0);
    const turns = new Map(cards.map(({ id, turn }) => [id, turn]));
    expect(within.length).toBe(without.length);
    expect(new Set(within.map(({ id }) => id)).size).toBe(within.length);
    expect(within.map(({ id }) => (turns.get(id) ? '' : id))).toEqual(
      without.map(({ id }) => (turns.get(id) ? '' : id)),
    );
  }
});

test('cards that are not due are not brought forward', () => {
  const cards = [...dealt('m2 mx'), ...dealt('m1', '2026-11-11')];
  expect(shown(cards)).toBe('m2 mx');
});

test.each([
  ['a', 'first'],
  ['b', 'second'],
  ['c', undefined],
  [null, undefined],
])('the turn of the theme %s is %s', (theme, expected) => {
  expect(turnOf(theme, { firstTheme: 'a', secondTheme: 'b' })).toBe(expected);
  expect(turnOf(theme, undefined)).toBeUndefined();
});

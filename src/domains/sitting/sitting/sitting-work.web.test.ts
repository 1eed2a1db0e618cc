import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hurries } from './haste.rules.ts';
import { measureWork } from './sitting-work.web.ts';

let page: { hidden: boolean };
let kept: Map<string, string>;
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  page = { hidden: false };
  kept = new Map();
  vi.stubGlobal('document', page);
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);
const begin = (attemptId = 1) => {
  const from = performance.now();
  return measureWork(attemptId, () => performance.now() - from);
};
type Work = ReturnType<typeof begin>;
const hide = (work: Work, milliseconds: number) => {
  page.hidden = true;
  work.onVisibility();
  pass(milliseconds);
  page.hidden = false;
  work.onVisibility();
};

test('the time on screen of a question is the sum of its visits', () => {
  const work = begin();
  work.show(7);
  pass(4_000);
  work.show(8);
  pass(10_000);
  work.show(7);
  pass(1_500);
  expect(work.choose(7)).toEqual({
    firstShownMs: 0,
    firstTapMs: 15_500,
    lastTapMs: 15_500,
    visibleMs: 5_500,
    changes: 0,
  });
  expect(work.summary().shown).toEqual([7, 8]);
});

test('changing an answer counts its changes, and keeps the time of the first tap', () => {
  const work = begin();
  work.show(7);
  pass(3_000);
  work.choose(7);
  pass(2_000);
  work.choose(7);
  pass(1_000);
  expect(work.choose(7)).toMatchObject({ firstTapMs: 3_000, lastTapMs: 6_000, visibleMs: 6_000, changes: 2 });
});

test('times away from the page are counted, and not part of the time on screen', () => {
  const work = begin();
  work.show(7);
  pass(2_000);
  hide(work, 30_000);
  pass(1_000);
  hide(work, 10_400.4);
  pass(500);
  expect(work.choose(7)?.visibleMs).toBe(3_500);
  expect(work.summary()).toMatchObject({ awayTimes: 2, awayMs: 40_400 });
});

test('the time of a question shown while the page is hidden starts when the page is visible', () => {
  const work = begin();
  page.hidden = true;
  work.onVisibility();
  work.show(7);
  pass(5_000);
  page.hidden = false;
  work.onVisibility();
  pass(1_200);
  expect(work.choose(7)?.visibleMs).toBe(1_200);
});

test('after a reload measuring continues, and the time without a page is not part of the time on screen', () => {
  const before = begin();
  before.show(7);
  pass(2_000);
  before.choose(7);
  before.hearText();
  hide(before, 9_000);
  pass(60_000);
  const after = begin();
  after.show(7);
  pass(1_000);
  expect(after.choose(7)).toMatchObject({ visibleMs: 3_000, changes: 1 });
  expect(after.summary()).toEqual({ shown: [7], awayTimes: 1, awayMs: 9_000, textsHeard: 1 });
  expect(begin(2).summary()).toEqual({ shown: [], awayTimes: 0, awayMs: 0, textsHeard: 0 });
});

test('taps on the HTML of the first question before the app takes over are counted', () => {
  const first = begin();
  first.show(7);
  first.choose(7);
  const app = begin();
  pass(500);
  first.choose(7);
  app.show(7);
  pass(500);
  expect(app.choose(7)).toMatchObject({ visibleMs: 1_000, changes: 2 });
});

test('measuring works without storage, and with unreadable content in it', () => {
  kept.set('work:1', 'nothing that was kept');
  storage.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  const work = begin();
  work.show(7);
  pass(800);
  expect(work.choose(7)?.visibleMs).toBe(800);
});

test('a tap on a question that was not shown returns nothing', () => {
  expect(begin().choose(7)).toBeUndefined();
});

test('three quick choices in a row ask for one pause, whose time does not count', () => {
  const work = begin();
  const answer = (questionId: number, milliseconds: number) => {
    work.show(questionId);
    pass(milliseconds);
    const timing = work.choose(questionId);
    return timing ? hurries(work.kept(), timing, 2_000) : undefined;
  };
  const answers: [number, number, boolean][] = [
    [1, 1_999, false],
    [2, 500, false],
    // Exactly at the threshold is not quick.
    [3, 2_000, false],
    [4, 500, false],
    [5, 500, false],
  ];
  for (const [id, milliseconds, pauses] of answers) expect(answer(id, milliseconds)).toBe(pauses);
  // Another choice for the same question is no further tap in the row.
  expect(answer(5, 100)).toBe(false);
  expect(answer(6, 500)).toBe(true);
  const pausedAtMs = performance.now();
  work.cover(true);
  pass(3_000);
  work.cover(false);
  pass(400);
  expect(work.choose(6)?.visibleMs).toBe(900);
  expect([7, 8, 9, 10].map((id) => answer(id, 100))).toEqual([false, false, false, false]);
  expect(work.summary().pausedAtMs).toBe(pausedAtMs);
  work.keep();
  // After a reload too.
  const again = begin();
  again.show(11);
  const timing = again.choose(11);
  expect(timing && hurries(again.kept(), timing, 2_000)).toBe(false);
});

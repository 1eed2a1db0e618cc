import { afterEach, describe, expect, test, vi } from 'vitest';
import { unavailable } from './errors.ts';
import { createFairLanes, HEAVY_CALLS, restAfterDrawing, restAfterHeavy } from './fair-lanes.ts';

afterEach(() => void vi.useRealTimers());

/** Work that ends when told to. */
function someWork() {
  const held = Promise.withResolvers<void>();
  const begun: string[] = [];
  return {
    begun,
    end: held.resolve,
    run: (name: string) => async () => {
      begun.push(name);
      await held.promise;
      return name;
    },
  };
}

describe('heavy calls', () => {
  test('an account has one in hand, two wait, and the others are refused with the time to wait', async () => {
    const lanes = createFairLanes(HEAVY_CALLS);
    const work = someWork();
    const calls = ['a', 'b', 'c'].map((name) => lanes.run(1, work.run(name)));
    for (const name of ['d', 'e'])
      await expect(lanes.run(1, work.run(name))).rejects.toMatchObject({ status: 429, retryAfter: 5 });
    expect(work.begun).toEqual(['a']);
    expect(() => lanes.refuseIfFull(1)).toThrow(expect.objectContaining({ status: 429 }));
    lanes.refuseIfFull(2);
    work.end();
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'c']);
    expect(await lanes.run(1, async () => 'f')).toBe('f');
  });

  test('T25 one account’s calls keep no other account waiting', async () => {
    const lanes = createFairLanes(HEAVY_CALLS);
    const work = someWork();
    const flood = Array.from({ length: 50 }, (_, number) =>
      lanes.run(1, work.run(String(number))).catch(() => 'refused'),
    );
    expect(await lanes.run(2, async () => 'other')).toBe('other');
    work.end();
    expect((await Promise.all(flood)).filter((one) => one !== 'refused')).toHaveLength(3);
  });

  test('one that has waited too long is refused, and one that fails gives way to the next', async () => {
    const lanes = createFairLanes({ ...HEAVY_CALLS, longestWaitMs: 20 });
    const work = someWork();
    const first = lanes.run(1, work.run('a'));
    await expect(lanes.run(1, work.run('b'))).rejects.toMatchObject({ status: 429 });
    const third = lanes.run(1, async () => 'c');
    work.end();
    await first;
    expect(await third).toBe('c');
    await expect(lanes.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await lanes.run(1, async () => 'd')).toBe('d');
  });
});

test('after work with a rest a lane stays closed for a while, and other lanes do not', async () => {
  const lanes = createFairLanes(HEAVY_CALLS);
  await lanes.run(
    1,
    async () => 'a',
    () => 60,
  );
  const since = performance.now();
  expect(await lanes.run(2, async () => 'b')).toBe('b');
  await lanes.run(1, async () => 'c');
  expect(performance.now() - since).toBeGreaterThanOrEqual(30);
});

test.each([
  [0, 0, 0],
  [50, 1_200, 50],
  [5_000, 2_000, 2_000],
])(
  'an account’s next heavy call waits after %d ms of work: %d ms after a PDF file, %d ms after another',
  (took, drawing, other) => {
    expect(restAfterDrawing(took)).toBe(drawing);
    expect(restAfterHeavy(took)).toBe(other);
  },
);

test('a call that ends while it waits gives up its place in the queue', async () => {
  const lanes = createFairLanes({ ...HEAVY_CALLS, atOnce: 1, maxWaiting: 1 });
  const work = someWork();
  const first = lanes.run(1, work.run('a'));
  const ended = new AbortController();
  const second = lanes.run(2, work.run('b'), undefined, ended.signal);
  await expect(lanes.run(3, work.run('c'))).rejects.toMatchObject({ status: 429 });
  ended.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  expect(lanes.load()).toEqual({ working: 1, waiting: 0 });
  const third = lanes.run(3, work.run('c'), undefined, new AbortController().signal);
  work.end();
  expect([await first, await third]).toEqual(['a', 'c']);
  expect(work.begun).toEqual(['a', 'c']);
  await expect(lanes.run(4, work.run('d'), undefined, ended.signal)).rejects.toThrow('gone');
});

test('where places rest, no call of anybody begins in a place that rests', async () => {
  vi.useFakeTimers();
  const lanes = createFairLanes({ ...HEAVY_CALLS, atOnce: 1, placesRest: true });
  const begun: string[] = [];
  const call = (who: number) =>
    lanes.run(
      who,
      async () => void begun.push(String(who)),
      () => 50,
    );
  const calls = [call(1), call(2)];
  await vi.advanceTimersByTimeAsync(49);
  expect([begun, lanes.load()]).toEqual([['1'], { working: 1, waiting: 1 }]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['1', '2']);
  await Promise.all(calls);
  await vi.advanceTimersByTimeAsync(50);
  expect(lanes.load()).toEqual({ working: 0, waiting: 0 });
});

describe('lanes with a number of places for all callers', () => {
  /** Lanes with two places. Each piece of work ends when its name is given to `end`. */
  function twoPlaces(limits: { maxWaiting?: number; maxWaitingOfOne?: number } = {}) {
    const lanes = createFairLanes({
      atOnce: 2,
      maxWaitingOfOne: 100,
      longestWaitMs: 10_000,
      refusal: unavailable,
      ...limits,
    });
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    return {
      begun,
      call: (who: string, name: string) =>
        lanes.run(who, () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        }),
      async end(name: string) {
        ends.get(name)?.();
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
  }

  test('T25 one caller never takes both places, and a later caller is served before the rest of a flood', async () => {
    const lanes = twoPlaces();
    for (let number = 1; number <= 50; number += 1) void lanes.call('flood', `flood ${number}`);
    void lanes.call('family', 'family 1');
    await lanes.end('');
    expect(lanes.begun).toEqual(['flood 1', 'family 1']);
    void lanes.call('other', 'other 1');
    await lanes.end('flood 1');
    expect(lanes.begun).toEqual(['flood 1', 'family 1', 'other 1']);
    await lanes.end('other 1');
    expect(lanes.begun.at(-1)).toBe('flood 2');
  });

  test('more calls than may wait are refused, of one caller and of all together', async () => {
    const lanes = twoPlaces({ maxWaitingOfOne: 2, maxWaiting: 3 });
    for (let number = 1; number <= 3; number += 1) void lanes.call('flood', `flood ${number}`);
    await expect(lanes.call('flood', 'flood 4')).rejects.toMatchObject({ status: 503 });
    void lanes.call('a', 'a 1');
    void lanes.call('b', 'b 1');
    await expect(lanes.call('c', 'c 1')).rejects.toMatchObject({ status: 503 });
    expect(lanes.begun).toEqual(['flood 1', 'a 1']);
    for (const name of ['flood 1', 'a 1', 'b 1', 'flood 2', 'flood 3']) await lanes.end(name);
    void lanes.call('c', 'c 2');
    await lanes.end('');
    expect(lanes.begun.at(-1)).toBe('c 2');
  });
});

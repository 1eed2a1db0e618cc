import { expect, test } from 'vitest';
import { createFamilyLanes } from './family-lanes.ts';

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

test('an account has one heavy call in hand, two wait, and the others are refused with the time to wait', async () => {
  const lanes = createFamilyLanes();
  const work = someWork();
  const calls = ['a', 'b', 'c'].map((name) => lanes.run(1, work.run(name)));
  for (const name of ['d', 'e'])
    await expect(lanes.run(1, work.run(name))).rejects.toMatchObject({ status: 429, retryAfter: 5 });
  expect(work.begun).toEqual(['a']);
  work.end();
  expect(await Promise.all(calls)).toEqual(['a', 'b', 'c']);
  expect(await lanes.run(1, async () => 'f')).toBe('f');
});

test('one account’s calls keep no other account waiting', async () => {
  const lanes = createFamilyLanes();
  const work = someWork();
  const flood = Array.from({ length: 50 }, (_, number) =>
    lanes.run(1, work.run(String(number))).catch(() => 'refused'),
  );
  expect(await lanes.run(2, async () => 'other')).toBe('other');
  work.end();
  expect((await Promise.all(flood)).filter((one) => one !== 'refused')).toHaveLength(3);
});

test('a call that has waited too long is refused, and one that fails gives way to the next', async () => {
  const lanes = createFamilyLanes(20);
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

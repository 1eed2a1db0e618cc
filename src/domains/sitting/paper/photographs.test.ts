import { expect, test } from 'vitest';
import { emptyTally, judge, ORDINARY, sumOf } from '../../../../bench/paper.ts';
import { phonePhoto } from '../../../../bench/paper-phone.ts';
import { makePhoto } from '../../../../bench/paper-photos.ts';
import { takePhotograph } from '../../../../test/support/sheets/photograph.ts';
import type { Surface } from '../../../../test/support/sheets/surface.ts';

// A sample of what bench/paper.ts measures, of other seeds than those on which the thresholds were chosen.

const ask = ['crossed', 'remade', 'cancelled', 'double', 'ring', 'blank'];

/** Expects that nothing was read wrongly or refused, and that rows which only a person can decide are asked about. */
function expectRight(tally: ReturnType<typeof emptyTally>): void {
  expect(tally.wrong).toEqual([]);
  expect(tally.faults).toEqual({});
  for (const kind of ask) expect([kind, tally.asked[kind]]).toEqual([kind, tally.rows[kind]]);
  const ordinary = (counts: Record<string, number>) => ORDINARY.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  expect(ordinary(tally.asked) / ordinary(tally.rows)).toBeLessThan(0.15);
}

test('photographs of sheets of both lengths are read as they were filled in', async () => {
  const tally = emptyTally();
  for (const number of [0, 1, 2, 3]) await judge(tally, await makePhoto(7, number, 10), `10 questions, ${number}`);
  for (const number of [0, 1]) await judge(tally, await makePhoto(7, number, 30), `30 questions, ${number}`);
  expectRight(tally);
  expect(sumOf(tally.rows)).toBe(100);
});

test.each<[Surface, number]>([
  ['flat', 30],
  ['crumpled', 30],
  ['curled', 10],
  ['folded', 10],
])(
  '%s sheets with %i questions in shadow and reflections, through a lens that distorts, are read',
  async (surface, questions) => {
    const tally = emptyTally();
    for (const number of [0, 1]) {
      const photo = await takePhotograph(7, number, questions, { surface });
      await judge(tally, photo, `${surface}, ${number}`);
    }
    expectRight(tally);
  },
);

test('photographs that a messenger made smaller are read, whichever way is up', async () => {
  const tally = emptyTally();
  for (const number of [1, 2]) await judge(tally, await phonePhoto(7, number, 10), `messenger, ${number}`);
  expectRight(tally);
});

import { expect, test } from 'vitest';
import { emptyTally, judge } from '../../../../bench/paper.ts';
import { makePhoto } from '../../../../bench/paper-photos.ts';

// A sample of what bench/paper.ts measures on 1,000 photographs. The thresholds were chosen on seed 1; these photographs are of another
// seed.
const [SEED, PHOTOS] = [7, 6];

test('photographs of sheets are read as they were filled in, and doubtful rows are marked uncertain', async () => {
  const tally = emptyTally();
  for (let number = 0; number < PHOTOS; number += 1)
    await judge(tally, await makePhoto(SEED, number), `photograph ${number}`);
  expect(tally.wrong).toEqual([]);
  expect(tally.refused).toEqual({});
  expect(tally.rightBubbles / tally.bubbles).toBeGreaterThan(0.995);
  for (const kind of ['crossed', 'double', 'ring', 'blank'] as const) expect(tally.asked[kind]).toBe(tally.rows[kind]);
});

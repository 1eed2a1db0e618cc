import { describe, expect, test } from 'vitest';
import { sequence } from '../../../../bench/knowing-bank.ts';
import { FRAME_MS, hear, LISTENING } from './voice.rules.ts';

/** A voice of words with pauses between two times, in noise of a level below the voice, in decibels. */
function levels({
  begins,
  ends,
  noise,
  until,
  knock,
  seed = 3,
}: {
  begins: number;
  ends: number;
  noise: number;
  until: number;
  knock?: number;
  seed?: number;
}) {
  const next = sequence(seed);
  const voice = 0.12;
  return Array.from({ length: until / FRAME_MS }, (_, frame) => {
    const at = frame * FRAME_MS;
    // Words of 400 ms with 150 ms between, and a pause of a second and a half in the middle of the reading.
    const isPause = (at - begins) % 550 >= 400 || Math.abs(at - (begins + ends) / 2) < 750;
    const spoken = at >= begins && at < ends && !isPause ? voice * (0.6 + 0.8 * next()) : 0;
    const knocked = knock !== undefined && Math.abs(at - knock) < FRAME_MS ? 0.5 : 0;
    const room = voice * 10 ** (noise / 20) * (0.85 + 0.3 * next());
    return Math.hypot(spoken, knocked, room);
  });
}

const heardIn = (all: readonly number[]) => all.reduce(hear, LISTENING);

describe('the begin and end of a voice', () => {
  test.each([
    [1500, 9000, -60],
    [500, 9000, -40],
    [1500, 12_000, -30],
    [3000, 30_000, -30],
    [600, 5000, -25],
    [2000, 61_000, -25],
    [1500, 9000, -20],
    [4000, 20_000, -20],
    [900, 15_000, -20],
    [10_000, 40_000, -20],
  ])('from %d to %d ms, noise at %d dB: within 0.3 s', (begins, ends, noise) => {
    const { began, ended } = heardIn(levels({ begins, ends, noise, until: ends + 3000 }));
    expect(Math.abs((began ?? Number.NaN) - begins)).toBeLessThanOrEqual(300);
    expect(Math.abs((ended ?? Number.NaN) - ends)).toBeLessThanOrEqual(300);
  });

  test.each([
    [1500, 9000, -10],
    [3000, 20_000, -10],
  ])('from %d to %d ms, noise at %d dB: no false start', (begins, ends, noise) => {
    const all = levels({ begins, ends, noise, until: ends + 3000 });
    expect(heardIn(all.slice(0, begins / FRAME_MS)).began).toBeNull();
  });

  test('noise alone, a knock, and silence are no voice', () => {
    expect(heardIn(levels({ begins: 90_000, ends: 90_000, noise: -20, until: 60_000 })).began).toBeNull();
    expect(heardIn(levels({ begins: 90_000, ends: 90_000, noise: -40, until: 20_000, knock: 8000 })).began).toBeNull();
    expect(heardIn(new Array<number>(400).fill(0)).began).toBeNull();
  });
});

import { chances } from '../../../src/shared/chances.ts';

/** Random choices that depend only on a seed. */
export interface Chance {
  /** Uniform over `[low, high)`. */
  in(low: number, high: number): number;
  /** Standard normal. */
  normal(): number;
  /** True with this probability. */
  is(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the keys, with these weights. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

export function chanceOf(seed: number): Chance {
  const next = chances(seed);
  const chance: Chance = {
    in: (low, high) => low + (high - low) * next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    is: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    weighted: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      return (entries[0] as (typeof entries)[number])[0];
    },
  };
  return chance;
}

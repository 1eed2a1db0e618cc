import { DAY_MS } from '../../../shared/time.ts';
import type { Entitlements } from './plans.rules.ts';
import { PLANS } from './plans.rules.ts';

/** Days for which a child that had a test under the plan holds its place, even while archived. */
export const HELD_DAYS = 30;
/** Minimum days between two changes that take a place from a child that holds it. */
export const SWAP_DAYS = 30;
/** Number of places of the largest plan: the maximum that may be chosen before a plan is bought. */
export const MAX_PLACES = Math.max(...Object.values(PLANS).map(({ coveredChildren }) => coveredChildren));

export interface Choice {
  /** Number of places of the current plan; 0 for "Essencial". */
  places: number;
  /** Children that the parent wants to be covered. */
  wanted: readonly number[];
  /** Children that hold a place now, including archived ones. */
  held: readonly number[];
  /** When a place was last taken from a child that held it. */
  swappedAt: Date | null;
}

/** `'free'`: no place is taken from a child that holds it; `'swap'`: a place is taken, which is allowed now. */
export type ChoiceVerdict = 'free' | 'swap' | 'too-many' | 'too-soon';

/**
 * Returns whether a parent may choose these children now (decision 0012).
 *
 * A place can be moved freely until its child has had a test under the plan. After that, only one change in 30 days may take it away, so
 * that one bought place cannot serve every child in turn. Without a plan the choice is only stored for later, for as many children as the
 * largest plan covers. The 30 days apply even then, because unused days of a plan can be parked and resumed.
 */
export function judgeChoice({ places, wanted, held, swappedAt }: Choice, now: Date): ChoiceVerdict {
  if (wanted.length > (places || MAX_PLACES)) return 'too-many';
  if (held.every((id) => wanted.includes(id))) return 'free';
  const next = nextSwap(swappedAt);
  return next !== null && next > now ? 'too-soon' : 'swap';
}

/** From when a place may again be taken from a child that holds it. @returns null when none has been taken yet. */
export function nextSwap(swappedAt: Date | null): Date | null {
  return swappedAt && new Date(swappedAt.getTime() + SWAP_DAYS * DAY_MS);
}

/** Until when a child that last started a test under the plan at `usedAt` holds its place. @returns null when it does not hold one. */
export function heldUntil(usedAt: Date | null, now: Date): Date | null {
  if (!usedAt) return null;
  const until = new Date(usedAt.getTime() + HELD_DAYS * DAY_MS);
  return until > now ? until : null;
}

/** Returns whether a start must be recorded: only under a plan, and at most once a day. */
export function notesUse(allows: Entitlements, usedAt: Date | null, now: Date): boolean {
  return allows.testsPerDisciplineAndMonth === null && (!usedAt || now.getTime() - usedAt.getTime() > DAY_MS);
}

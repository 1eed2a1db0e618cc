/** Minutes of a test that does not state its duration. */
export const USUAL_DURATION = 15;
/** Minimum and maximum minutes of a test. */
export const SHORTEST_DURATION = 5;
export const LONGEST_DURATION = 120;

/**
 * Returns the minutes that a child gets for a test of `duration` minutes. Extended time is stored as the minutes of a usual test (30 or 60
 * instead of 15); in a test of another length the child gets the same number of additional minutes (decision 0057).
 */
export const minutesFor = (duration: number, extendedTime: number | null): number =>
  duration + (extendedTime === null ? 0 : extendedTime - USUAL_DURATION);

/** Returns the sentence "Leva uns 15 minutos." for a test and a child. */
export const takesMinutes = (duration: number, extendedTime: number | null): string =>
  `Leva uns ${minutesFor(duration, extendedTime)} minutos.`;

/** Days during which the deletion of an account or of a child can be cancelled. */
export const DAYS_TO_CHANGE_ONES_MIND = 30;

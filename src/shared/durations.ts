/** Minutes of a test that says nothing else. */
export const USUAL_DURATION = 15;
/** Fewest and most minutes that a test may have. */
export const SHORTEST_DURATION = 5;
export const LONGEST_DURATION = 120;

/**
 * Minutes that a child gets for a test of `duration` minutes. Extended time is kept as the minutes of a usual test (30 or 60
 * in place of 15); a test of another length gets as many minutes more (decision 0057).
 */
export const minutesFor = (duration: number, extendedTime: number | null): number =>
  duration + (extendedTime === null ? 0 : extendedTime - USUAL_DURATION);

/** "Leva uns 15 minutos." */
export const takesMinutes = (duration: number, extendedTime: number | null): string =>
  `Leva uns ${minutesFor(duration, extendedTime)} minutos.`;

/** Milliseconds of a minute, an hour and a day of 24 hours. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** How long a phone may have been without network: a trimester. What it dates earlier was done then. */
export const MAX_AGE_DAYS = 100;

/**
 * Returns when something was done that a device sends, often days later. What the device's clock says is a hint: after a flat battery it is
 * years off. It is moved as little as possible into the time in which the thing can have been done, so that no work is refused because of a
 * clock, and the order of what one device did is kept. Durations are measured by a counter that does not depend on the clock: they are not
 * changed.
 *
 * @param hint by the device's clock; a valid date.
 * @param earliest before which it cannot have been done. If that is after `now`, it is done now.
 * @param now by the server's clock.
 */
export const possibleTime = (hint: Date, { earliest, now }: { earliest: Date; now: Date }): Date =>
  new Date(Math.min(Math.max(hint.getTime(), earliest.getTime()), now.getTime()));

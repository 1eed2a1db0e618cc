/** The server's clock as this device counts it. */
export interface ServerClock {
  /** Milliseconds since 1970, by the server. */
  now(): number;
  set(serverNow: number): void;
  /** Milliseconds to add to the device's clock. */
  offset(): number;
  /** Milliseconds by which the device's clock went further than its counter since the last call of `set`. */
  jump(): number;
}

/**
 * Counts with performance.now(): the phone's own clock is read once, so moving it in the middle of a test changes
 * nothing. `seenAt` is the last moment that was kept: time does not go back behind it.
 */
export function createClock({ clockOffset, seenAt }: { clockOffset: number; seenAt: number }): ServerClock {
  let base = 0;
  let counter = 0;
  let own = 0;
  const clock: ServerClock = {
    now: () => base + performance.now() - counter,
    set(serverNow) {
      base = serverNow;
      counter = performance.now();
      own = Date.now();
    },
    offset: () => clock.now() - Date.now(),
    jump: () => Date.now() - own - (performance.now() - counter),
  };
  clock.set(Math.max(Date.now() + clockOffset, seenAt));
  return clock;
}

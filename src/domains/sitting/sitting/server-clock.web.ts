/** The server's clock as this device computes it. */
export interface ServerClock {
  /** Milliseconds since 1970 by the server's clock. */
  now(): number;
  set(serverNow: number): void;
  /** Milliseconds to add to the device's clock. */
  offset(): number;
  /** Milliseconds that the device's clock has advanced more than its monotonic counter since the last call of `set`. */
  jump(): number;
}

/**
 * Counts with performance.now() from the server's time at the call: the phone's own clock is not read again, so changing it during a test
 * has no effect.
 */
export function createClock(serverNow: number): ServerClock {
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
  clock.set(serverNow);
  return clock;
}

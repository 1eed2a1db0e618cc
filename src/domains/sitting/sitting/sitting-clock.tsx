import { useEffect, useState } from 'react';
import { answerQueue } from '../../../web/device/answer-queue.ts';
import type { KeptSitting } from '../../../web/device/device-store.ts';
import { request } from '../../../web/device/queue-request.ts';
import type { Sitting } from '../attempts/attempts.contract.ts';
import { createClock, type ServerClock } from './server-clock.web.ts';
import { hasDrifted, secondsLeft } from './sitting.rules.ts';

/** A sitting as it is stored on this device. */
export type Kept = KeptSitting<Sitting>;

/** A longer jump means that the clock was changed, not that the phone slept. */
const LONGEST_SLEEP_MS = 12 * 3600_000;

/** Returns the clock of a sitting and its remaining whole seconds. */
export function useSittingClock(kept: Kept): { clock: ServerClock; left: number } {
  const [clock] = useState(() => createClock(kept));
  const deadline = Date.parse(kept.sitting.deadline);
  const [left, setLeft] = useState(() => secondsLeft(deadline, clock.now()));

  // A later reply contained the server's time again.
  const { clockOffset } = kept;
  useEffect(() => {
    if (Math.abs(clock.offset() - clockOffset) > 1000 && Math.abs(clock.jump()) < 1000)
      clock.set(Date.now() + clockOffset);
  }, [clock, clockOffset]);

  useEffect(() => {
    const tick = () => setLeft(secondsLeft(deadline, clock.now()));
    tick();
    const timer = setInterval(tick, 250);
    const correct = (serverTime: number, roundTrip: number) => {
      if (hasDrifted(clock.now(), serverTime, roundTrip)) clock.set(serverTime + 500 + roundTrip / 2);
      tick();
    };
    const stop = answerQueue.onEvent((event) => event.kind === 'clock' && correct(event.serverTime, event.roundTrip));
    // On many phones the monotonic clock stops during sleep. The server's time is exact; without network the wall clock is used.
    const onVisible = async () => {
      const slept = clock.jump();
      if (document.visibilityState !== 'visible' || Math.abs(slept) < 2000) return tick();
      const reply = await request('GET', '/healthz');
      if (reply.status !== 0 && reply.date !== null) correct(reply.date, reply.roundTrip);
      else if (slept > 0 && slept < LONGEST_SLEEP_MS) clock.set(clock.now() + slept);
      tick();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      stop();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [clock, deadline]);

  return { clock, left };
}

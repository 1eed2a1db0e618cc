import { useEffect, useRef, useState } from 'react';
import { answerQueue } from '../../../web/device/answer-queue.ts';
import { type KeptSitting, keepCurrentQuestion } from '../../../web/device/device-store.ts';
import { request } from '../../../web/device/queue-request.ts';
import type { Sitting } from '../attempts/attempts.contract.ts';
import { createClock, type ServerClock } from './server-clock.web.ts';
import { hasDrifted, secondsLeft, timeOnOpening } from './sitting.rules.ts';

/** A sitting as it is stored on this device. */
export type Kept = KeptSitting<Sitting>;

/** A longer jump means that the clock was changed, not that the phone slept. */
const LONGEST_SLEEP_MS = 12 * 3600_000;

/** Milliseconds after which the time is stored again, so that a page that is closed without notice loses little of it. */
const STORE_TIME_MS = 10_000;

/** Returns the clock of a sitting and its remaining whole seconds. */
export function useSittingClock(kept: Kept): { clock: ServerClock; left: number } {
  const [clock] = useState(() => createClock(timeOnOpening(kept, Date.now())));
  const deadline = Date.parse(kept.sitting.deadline);
  const [left, setLeft] = useState(() => secondsLeft(deadline, clock.now()));

  // A later reply contained the server's time again. Only another offset shows that: the phone's clock may have been set meanwhile.
  const known = useRef(kept.clockOffset);
  useEffect(() => {
    if (known.current === kept.clockOffset) return;
    known.current = kept.clockOffset;
    clock.set(timeOnOpening(kept, Date.now()));
  }, [clock, kept]);
  useStoredTime(kept.key, clock);

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
      // Without network a jump that would end the test is not believed: it may be the clock that was set.
      else if (slept > 0 && slept < LONGEST_SLEEP_MS && clock.now() + slept < deadline) clock.set(clock.now() + slept);
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

/** Stores the time on the device every few seconds, and when the page is hidden or closed. */
function useStoredTime(key: string, clock: ServerClock): void {
  useEffect(() => {
    const store = () => void keepCurrentQuestion(key, { clockOffset: clock.offset() });
    const onHidden = () => document.visibilityState === 'hidden' && store();
    const timer = setInterval(store, STORE_TIME_MS);
    document.addEventListener('visibilitychange', onHidden);
    addEventListener('pagehide', store);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('pagehide', store);
    };
  }, [key, clock]);
}

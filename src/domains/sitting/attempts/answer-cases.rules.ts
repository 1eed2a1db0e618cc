import type { AttemptState } from './attempts.contract.ts';
import { ANSWER_GRACE_SECONDS, type AnswerVerdict, PROVISIONAL_SECONDS } from './attempts.rules.ts';

/**
 * Cases of `canAnswer`, with times in seconds from the deadline: `past` is now, `chosen` is when the device says that the answer was
 * chosen. The rule and the SQL statement that saves an answer are both tested with these cases, so that the two cannot diverge.
 */
export const ANSWER_CASES: readonly {
  title: string;
  state: AttemptState;
  past: number;
  chosen: number | null;
  verdict: AnswerVerdict;
}[] = [
  { title: 'in the middle of the test', state: 'open', past: -500, chosen: null, verdict: 'in-time' },
  { title: 'within the grace', state: 'open', past: ANSWER_GRACE_SECONDS - 10, chosen: null, verdict: 'in-time' },
  {
    title: 'within the grace, chosen after the deadline',
    state: 'open',
    past: ANSWER_GRACE_SECONDS - 10,
    chosen: ANSWER_GRACE_SECONDS - 20,
    verdict: 'in-time',
  },
  {
    title: 'after the grace, without a time from the device',
    state: 'open',
    past: ANSWER_GRACE_SECONDS + 10,
    chosen: null,
    verdict: 'time-is-up',
  },
  {
    title: 'after the grace, chosen in time',
    state: 'open',
    past: ANSWER_GRACE_SECONDS + 10,
    chosen: -10,
    verdict: 'late',
  },
  {
    title: 'after the grace, chosen after the deadline',
    state: 'open',
    past: ANSWER_GRACE_SECONDS + 10,
    chosen: 5,
    verdict: 'time-is-up',
  },
  { title: 'closed provisionally, chosen in time', state: 'provisional', past: 3600, chosen: -1, verdict: 'late' },
  {
    title: 'closed provisionally, chosen just at the deadline',
    state: 'provisional',
    past: 3600,
    chosen: 0,
    verdict: 'late',
  },
  {
    title: 'closed provisionally, without a time from the device',
    state: 'provisional',
    past: 3600,
    chosen: null,
    verdict: 'time-is-up',
  },
  {
    title: 'a day later',
    state: 'provisional',
    past: ANSWER_GRACE_SECONDS + PROVISIONAL_SECONDS + 60,
    chosen: -1,
    verdict: 'time-is-up',
  },
  { title: 'prepared', state: 'prepared', past: -500, chosen: -600, verdict: 'prepared' },
  { title: 'completed', state: 'completed', past: -500, chosen: -600, verdict: 'completed' },
  { title: 'printed, not photographed yet', state: 'printed', past: -900, chosen: -950, verdict: 'completed' },
  { title: 'abandoned', state: 'abandoned', past: 90_000, chosen: -600, verdict: 'completed' },
];

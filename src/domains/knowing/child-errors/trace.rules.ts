// Whether a child has an error: a hidden Markov model over its answers to questions in which the error shows.
import { dateInLuanda } from '../../../shared/calendar.ts';
import { DAY_MS } from '../../../shared/time.ts';

/** Constants of the model. bench/knowing.md reports how often it finds or wrongly names an error with them. */
export const TRACE = {
  /** Probability that a child has an error before its first answer. */
  PRIOR: 0.3,
  /** How often a child that has an error makes it; each as likely as the others. */
  RATES: [0.5, 0.6, 0.7, 0.8, 0.9],
  /** Rates per day at which a child loses an error: before it is said, and afterwards, when practice treats it. */
  LOSES: Math.LN2 / (3 * 365),
  LOSES_SAID: Math.LN2 / 180,
  /** Rate per day at which a child acquires an error. */
  ACQUIRES: 0.0001,
  /** Share of the wrong answers of a child without the error that fall on its alternative: of those chosen, and of those written. */
  ATTRACTION: { chosen: 0.33, written: 0.13 },
  /**
   * From so many opportunities on the error is named at this probability, given the days on which it could show. With few opportunities it has to
   * be surer, because two or three coincidences are common among many errors.
   */
  NAMED: [
    { opportunities: 8, probability: 0.95 },
    { opportunities: 6, probability: 0.98 },
    { opportunities: 3, probability: 0.998 },
  ],
  FEWEST_OPPORTUNITIES: 3,
  FEWEST_DAYS: 2,
  /** A named error is said as long as its probability now is at least this. */
  SAID: 0.5,
  /** A named error is overcome below this probability. */
  OVERCOME: 0.3,
  /** For this number of days an overcome error is still told as good news. */
  NEWS_DAYS: 60,
} as const;

/** An answer to a question of which one or more alternatives show the error. */
export interface Opportunity {
  at: Date;
  /** Whether the child gave an answer that shows the error. */
  shows: boolean;
  /** Probability that a child of this ability without the error gives such an answer (`chanceWithoutError`). */
  chance: number;
}

/** `named`: said to the family, while `isSaid`. `overcome`: was said before, and the later answers speak against it. */
type ErrorState = 'unsaid' | 'named' | 'overcome';

export interface ErrorTrace {
  /** Posterior probability that the child has the error, at `now`. */
  probability: number;
  state: ErrorState;
  /** When the state last became what it is; null while it was never said. */
  changedAt: Date | null;
  /** How often the error showed, of how many opportunities, since the first time it showed; null if it never did. */
  times: number;
  opportunities: number;
  since: Date | null;
}

/**
 * Returns the probability that a child without an error gives an answer that shows it.
 *
 * @param wrong probability that the child's answer to the question is wrong.
 * @param alternatives how many alternatives show the error.
 */
export function chanceWithoutError(wrong: number, alternatives: number, isWritten: boolean): number {
  const share = TRACE.ATTRACTION[isWritten ? 'written' : 'chosen'] * alternatives;
  return Math.min(Math.max(wrong, 0.05) * Math.min(share, 0.9), 0.9);
}

/** Probabilities: not having the error, and having it at each of the rates. */
interface Belief {
  without: number;
  having: number[];
}

const START: Belief = { without: 1 - TRACE.PRIOR, having: TRACE.RATES.map(() => TRACE.PRIOR / TRACE.RATES.length) };

/**
 * Follows one error of a child: two states, with and without it, and a rate at which it shows. Between answers the child may lose or acquire
 * it at constant rates per day; an error is lost faster once it has been said. The order of `opportunities` does not matter; those later than `now` are left out.
 */
export function traceError(opportunities: readonly Opportunity[], now: Date): ErrorTrace {
  const past = opportunities.filter(({ at }) => at <= now).sort((one, other) => one.at.getTime() - other.at.getTime());
  let belief = START;
  let until = past[0]?.at ?? now;
  let [state, changedAt]: [ErrorState, Date | null] = ['unsaid', null];
  const days = new Set<string>();
  for (const [index, one] of past.entries()) {
    belief = seen(drifted(belief, (one.at.getTime() - until.getTime()) / DAY_MS, state), one);
    until = one.at;
    days.add(dateInLuanda(one.at));
    // Answers of one sitting have one time: they are judged together.
    if (past[index + 1]?.at.getTime() === one.at.getTime()) continue;
    const next = stateAfter(state, 1 - belief.without, index + 1, days.size);
    if (next !== state) [state, changedAt] = [next, one.at];
  }
  const probability = 1 - drifted(belief, (now.getTime() - until.getTime()) / DAY_MS, state).without;
  const first = past.findIndex(({ shows }) => shows);
  const counted = first < 0 ? [] : past.slice(first);
  return {
    probability,
    state,
    changedAt,
    times: counted.filter(({ shows }) => shows).length,
    opportunities: counted.length,
    since: counted[0]?.at ?? null,
  };
}

/** Returns whether a named error is said: without answers it becomes less likely, and then nothing is said, not even that it is overcome. */
export const isSaid = ({ state, probability }: Pick<ErrorTrace, 'state' | 'probability'>): boolean =>
  state === 'named' && probability >= TRACE.SAID;

function stateAfter(state: ErrorState, probability: number, opportunities: number, days: number): ErrorState {
  const enough = TRACE.NAMED.find((one) => opportunities >= one.opportunities)?.probability ?? 1;
  if (probability >= enough && days >= TRACE.FEWEST_DAYS) return 'named';
  return state === 'named' && probability < TRACE.OVERCOME ? 'overcome' : state;
}

/** Returns the belief after some days without answers. */
function drifted({ without, having }: Belief, days: number, state: ErrorState): Belief {
  if (days <= 0) return { without, having };
  const lost = 1 - Math.exp(-(state === 'unsaid' ? TRACE.LOSES : TRACE.LOSES_SAID) * days);
  const gained = without * (1 - Math.exp(-TRACE.ACQUIRES * days));
  return {
    without: without - gained + lost * having.reduce((sum, share) => sum + share, 0),
    having: having.map((share) => share * (1 - lost) + gained / having.length),
  };
}

/** Returns the belief after an answer, by Bayes' rule. */
function seen({ without, having }: Belief, { shows, chance }: Opportunity): Belief {
  const none = without * (shows ? chance : 1 - chance);
  const some = having.map((share, index) => {
    // A child that does not make the error this time answers like one without it.
    const rate = TRACE.RATES[index] as number;
    return share * (shows ? rate + (1 - rate) * chance : (1 - rate) * (1 - chance));
  });
  const sum = some.reduce((total, share) => total + share, none);
  return { without: none / sum, having: some.map((share) => share / sum) };
}

import { attemptedOf, type Marked, score } from '../grid/grid.rules.ts';

/**
 * A marked recording of the training is passed from this agreement by word, if no more than one in so many of its errors was missed:
 * most words are right, so agreement alone would pass who marks nothing.
 */
export const EAR_PASSES = 0.9;
const EAR_MISSES_ONE_IN = 3;
/** How many of the recordings must be passed. */
export const EAR_RECORDINGS = 2;
/** Two listeners whose marks differ in a larger share of the words, or by more words a minute, leave a reading *a lápis*. */
const MAX_DIFFERENT_WORDS = 0.1;
const MAX_DIFFERENT_SPEED = 5;

type Said = 'right' | 'wrong' | 'not-reached';

/** What a listener heard of each item: self-corrected counts as right. */
function heard(items: number, marked: Marked): Said[] {
  const attempted = attemptedOf(items, marked);
  const wrong = new Set(marked.wrong);
  return Array.from({ length: items }, (_, index) =>
    index >= attempted ? 'not-reached' : wrong.has(index) ? 'wrong' : 'right',
  );
}

export interface Agreement {
  /** Share of the words that either listener says were reached, which both judged alike. */
  share: number;
  /** Cohen's kappa over right, wrong and not reached; null where chance alone agrees always. */
  kappa: number | null;
  /** Indices of the words that were judged differently. */
  differing: number[];
  /** Words a minute between the two, unrounded. */
  speed: number;
  /** Whether they differ too much for the reading to count. */
  tooFar: boolean;
}

/** Compares the marks of two listeners of one recording. */
export function agreementOf(items: number, one: Marked, other: Marked): Agreement {
  const reached = Math.max(attemptedOf(items, one), attemptedOf(items, other));
  const [first, second] = [heard(items, one).slice(0, reached), heard(items, other).slice(0, reached)];
  const differing = first.flatMap((said, index) => (said === second[index] ? [] : [index]));
  const share = reached === 0 ? 1 : (reached - differing.length) / reached;
  const speed = Math.abs(score(items, one).perMinute - score(items, other).perMinute);
  return {
    share,
    kappa: kappaOf(first, second),
    differing,
    speed,
    tooFar: differing.length > MAX_DIFFERENT_WORDS * reached || speed > MAX_DIFFERENT_SPEED,
  };
}

/**
 * Cohen's kappa (1960): (po − pe) / (1 − pe), with po the share judged alike and pe what chance would give.
 *
 * @returns null without items, or when both judges use one and the same category only.
 */
export function kappaOf<Category>(one: readonly Category[], other: readonly Category[]): number | null {
  if (one.length === 0) return null;
  const count = (said: readonly Category[], category: Category) => said.filter((each) => each === category).length;
  const observed = one.filter((said, index) => said === other[index]).length / one.length;
  const byChance = [...new Set([...one, ...other])].reduce(
    (sum, category) => sum + (count(one, category) / one.length) * (count(other, category) / other.length),
    0,
  );
  return byChance === 1 ? null : (observed - byChance) / (1 - byChance);
}

/** What a word of a training recording is: how it is said. Words without an entry are said right. */
export interface KnownError {
  index: number;
  outcome: 'right' | 'wrong' | 'selfCorrected';
  /** What is heard instead; null for silence. */
  spoken?: string | null | undefined;
}

export interface Heard {
  /** Share of the words judged as they are. */
  agreement: number;
  /** Wrong words that were not marked wrong. */
  missed: number[];
  /** Words marked wrong that count as right. */
  extra: number[];
  /** Number of wrong words. */
  planted: number;
  passes: boolean;
}

/** Compares the marks of a parent in training with what the recording says. */
export function checkEar(words: number, known: readonly KnownError[], wrong: readonly number[]): Heard {
  const truly = new Set(known.filter(({ outcome }) => outcome === 'wrong').map(({ index }) => index));
  const tapped = new Set(wrong);
  const missed = [...truly].filter((index) => !tapped.has(index)).sort((a, b) => a - b);
  const extra = [...tapped].filter((index) => !truly.has(index)).sort((a, b) => a - b);
  const heard = {
    agreement: words === 0 ? 1 : (words - missed.length - extra.length) / words,
    missed,
    extra,
    planted: truly.size,
  };
  return { ...heard, passes: passesEar(heard) };
}

/** Returns whether enough of the wrong words were found. */
export const findsEnough = ({ missed, planted }: Pick<Heard, 'missed' | 'planted'>): boolean =>
  missed.length <= planted / EAR_MISSES_ONE_IN;

/** Returns whether one marking of a recording passes, on the server and on the phone. */
export const passesEar = (heard: Omit<Heard, 'extra' | 'passes'>): boolean =>
  heard.agreement >= EAR_PASSES && findsEnough(heard);

/** The agreement of one marking of a recording, and whether it passes. */
export interface EarAgreement {
  recordingId: string;
  agreement: number;
  passes: boolean;
}

/** Returns the last marking of each recording. @param markings oldest first */
export const latestOf = (markings: readonly EarAgreement[]): EarAgreement[] => [
  ...new Map(markings.map((marking) => [marking.recordingId, marking])).values(),
];

/** Returns whether the ear is trained by the last marking of each recording. */
export const isTrained = (latest: readonly Pick<EarAgreement, 'passes'>[]): boolean =>
  latest.filter(({ passes }) => passes).length >= EAR_RECORDINGS;

import { attemptedOf, type Marked, score } from '../grid/grid.rules.ts';
import { factKey, resultOf, type Sum, sumOf, sumText } from './sums.rules.ts';

// What a run of *Contas de cabeça* says. The phone shows it by the same rules as the server.

export const RUN_SECONDS = 60;
export const COPY_SECONDS = 15;
/** Milliseconds of thinking above which a fact is slow. */
const SLOW_MS = 3_000;
/** Wrong sums in a row that end a run. */
export const WRONG_IN_A_ROW = 4;
/** Seconds that asking, answering and marking one sum or one number takes at least. */
const FEWEST_SECONDS_EACH = { head: 1, numbers: 2 } as const;
/** Copied numbers from which the time of the fingers is known. */
const FEWEST_COPIES = 3;
/** Facts that are proposed for training at a time. */
export const MAX_FACTS = 5;

export type HeadReason = 'no-copying' | 'broken-off' | 'too-fast' | 'unmarked';

/** A sum as it was answered; `ms` from its appearance until the answer was confirmed. */
export interface Answered {
  sum: string;
  written: number;
  ms: number;
}

/** Returns the milliseconds that a child takes to type a number without thinking: the median of the copied ones. Null if there are too few. */
export function typingOf(copying: readonly number[]): number | null {
  if (copying.length < FEWEST_COPIES) return null;
  const sorted = [...copying].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[middle - 1] as number) + upper) / 2);
}

const isRight = ({ sum, written }: Answered): boolean => {
  const known = sumOf(sum);
  return known !== undefined && resultOf(known) === written;
};

/** Returns how many of the last answers in a row are wrong. */
export function wrongInARow(answers: readonly Answered[]): number {
  let count = 0;
  while (count < answers.length && !isRight(answers[answers.length - 1 - count] as Answered)) count += 1;
  return count;
}

interface HeadScore {
  attempted: number;
  right: number;
  /** Right sums in a minute, not rounded. */
  perMinute: number;
}

/**
 * Scores a typed run. If all sums were done, or it broke off, they are divided by the time they took, else by a minute: what was not reached
 * counts as not right, also after four wrong in a row (as in EGRA).
 */
export function scoreTyped(answers: readonly Answered[], seconds: number, items: number): HeadScore {
  const right = answers.filter(isRight).length;
  const isOwnTime = answers.length === items || isBrokenOff(answers, seconds, items);
  return { attempted: answers.length, right, perMinute: (right * 60) / (isOwnTime ? seconds : RUN_SECONDS) };
}

const isBrokenOff = (answers: readonly Answered[], seconds: number, items: number): boolean =>
  answers.length < items && wrongInARow(answers) < WRONG_IN_A_ROW && isTooShort(seconds);
/** A timer may end a second early. */
const isTooShort = (seconds: number): boolean => seconds < RUN_SECONDS - 1;

/** Scores a run that was marked by a person. */
export function scoreAloud(items: number, marked: Marked): HeadScore {
  const { attempted, right, perMinute } = score(items, marked);
  return { attempted, right, perMinute };
}

/** Returns why a typed run is a lápis. */
export function reasonsOf(
  answers: readonly Answered[],
  { seconds, copying, items }: { seconds: number; copying: readonly number[]; items: number },
): HeadReason[] {
  return [
    ...(typingOf(copying) === null ? (['no-copying'] as const) : []),
    ...(isBrokenOff(answers, seconds, items) ? (['broken-off'] as const) : []),
  ];
}

/** Returns why sums or numbers that a person marked are a lápis. Numbers have no time limit. */
export function reasonsOfMarked(kind: 'head' | 'numbers', items: number, marks: Marked): HeadReason[] {
  const isFast = attemptedOf(items, marks) * FEWEST_SECONDS_EACH[kind] > marks.seconds;
  const isBroken = kind === 'head' && !marks.finished && isTooShort(marks.seconds);
  return [...(isFast ? (['too-fast'] as const) : []), ...(isBroken ? (['broken-off'] as const) : [])];
}

/** A fact that is not known at once. */
export interface Trouble {
  sum: string;
  kind: 'slow' | 'wrong';
  /** Milliseconds of thinking, without typing; null where no time was measured. */
  ms: number | null;
  written: number | null;
}

/** A run or a training with what it says about single facts, oldest first in a list. */
export interface Evidence {
  answers: readonly Answered[];
  copying: readonly number[];
  /** Of a run that a person marked: the sums that were right and wrong. */
  aloud?: { right: readonly string[]; wrong: readonly string[] } | undefined;
}

/**
 * Returns the facts that a child does not know at once, by its last answer to each: wrong, or slower than three seconds without typing. The
 * typing is that of the same run, else the last known one. The latest are first, the slow ones before the wrong ones.
 */
export function troublesOf(evidence: readonly Evidence[]): Trouble[] {
  const last = new Map<string, Trouble | null>();
  let typing = 0;
  const put = (sum: Sum, trouble: Trouble | null) => {
    last.delete(factKey(sum));
    last.set(factKey(sum), trouble);
  };
  for (const { answers, copying, aloud } of evidence) {
    typing = typingOf(copying) ?? typing;
    for (const answer of answers) {
      const sum = sumOf(answer.sum);
      if (!sum) continue;
      const ms = Math.max(0, answer.ms - typing);
      const text = sumText(sum);
      if (!isRight(answer)) put(sum, { sum: text, kind: 'wrong', ms, written: answer.written });
      else put(sum, ms > SLOW_MS ? { sum: text, kind: 'slow', ms, written: null } : null);
    }
    for (const text of aloud?.right ?? []) {
      const sum = sumOf(text);
      // Marking takes no times: a fact that was slow stays so.
      if (sum && last.get(factKey(sum))?.kind !== 'slow') put(sum, null);
    }
    for (const text of aloud?.wrong ?? []) {
      const sum = sumOf(text);
      if (sum) put(sum, { sum: text, kind: 'wrong', ms: null, written: null });
    }
  }
  const all = [...last.values()].filter((one) => one !== null).reverse();
  return [...all.filter(({ kind }) => kind === 'slow'), ...all.filter(({ kind }) => kind === 'wrong')];
}

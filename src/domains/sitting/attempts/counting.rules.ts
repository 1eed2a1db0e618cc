import type { TestKind } from '../../../shared/words.ts';

// What an attempt counts for. Docs: docs/decisions/0080. The statements take the same rule from counting.store.ts, and `attempts.valid` is
// set by it when an attempt is graded; one table of cases runs against all of them.

/**
 * The figures of the product, by the attempts that they are made of.
 *
 * `own`: what a family sees of its own child: report, trimesters, achievements, alerts, weekly report. `now`: the figure of a child, its last
 * three tests (docs/decisions/0097). `rehearsals`: their line for rehearsals of the exam. `map`: what the child knows, and practice after it. `pencil`: the results *a lápis*,
 * which are only counted. `others`: what enters the averages of other families, the statistics of questions and the calibration.
 */
export const FIGURES = ['own', 'now', 'rehearsals', 'map', 'pencil', 'others'] as const;
export type Figure = (typeof FIGURES)[number];

/** The fields of an attempt that decide what it counts for. */
export interface CountedAttempt {
  kind: TestKind;
  completed: boolean;
  /** Whether at least one question was answered. */
  answered: boolean;
  /** Whether it is the child's first completed attempt of its test, interrupted ones aside. */
  first: boolean;
  /** Whether the child has seen questions of its test before, in an interrupted attempt. */
  seen: boolean;
  extendedTime: boolean;
  late: boolean;
  interrupted: boolean;
  lowEffort: boolean;
  onPaper: boolean;
  offline: boolean;
  timeConfirmed: boolean | null;
}

/** Returns whether an attempt counts for each of the figures. */
export function countsFor(attempt: CountedAttempt): Record<Figure, boolean> {
  const { kind, completed, answered, late, interrupted, lowEffort, timeConfirmed, first } = attempt;
  const tells = completed && answered && !late && !interrupted && !lowEffort && timeConfirmed !== false;
  const own = tells && kind === 'theme';
  return {
    own,
    now: own && first,
    rehearsals: tells && kind === 'rehearsal',
    map: tells,
    // An interrupted attempt has no mark, so it is said to be halfway, not in pencil.
    pencil: completed && answered && lowEffort && !interrupted,
    others: own && first && !attempt.seen && !attempt.extendedTime && !attempt.onPaper && !attempt.offline,
  };
}

const USUAL: CountedAttempt = {
  kind: 'theme',
  completed: true,
  answered: true,
  first: true,
  seen: false,
  extendedTime: false,
  late: false,
  interrupted: false,
  lowEffort: false,
  onPaper: false,
  offline: false,
  timeConfirmed: null,
};

/** Every kind of attempt, by its name in the decision. */
export const KINDS: Readonly<Record<string, CountedAttempt>> = {
  'on a screen, the first of its test': USUAL,
  repeated: { ...USUAL, first: false },
  'with extended time': { ...USUAL, extendedTime: true },
  'on paper': { ...USUAL, onPaper: true },
  'without network, time confirmed': { ...USUAL, offline: true, timeConfirmed: true },
  'without network, time not confirmed': { ...USUAL, offline: true, timeConfirmed: false },
  'rehearsal of the exam': { ...USUAL, kind: 'rehearsal' },
  'sent late': { ...USUAL, late: true },
  'of low effort': { ...USUAL, lowEffort: true },
  'rehearsal of low effort': { ...USUAL, kind: 'rehearsal', lowEffort: true },
  interrupted: { ...USUAL, interrupted: true },
  'interrupted and of low effort': { ...USUAL, interrupted: true, lowEffort: true },
  'after an interrupted one': { ...USUAL, seen: true },
  'without an answer': { ...USUAL, answered: false },
  'not finished': { ...USUAL, completed: false },
};

// How often answers show an error with a name, in a test and in the whole bank.
import { FOR_FACILITY } from './statistics.rules.ts';

/** How often an error was shown, of the answers that could show it. */
export interface ErrorCount {
  /** Id in content/misconceptions.yaml. */
  id: string;
  shown: number;
  /** Answers to questions with an alternative that shows it. */
  answers: number;
}

/** A question with the errors of its alternatives: how often each alternative was given, and the error that it shows. */
export interface QuestionErrors {
  position: number;
  given: readonly { count: number; error: string | null }[];
}

/** The errors of some questions: how often each was shown, and the positions of the questions that can show it; the most frequent first. */
export function errorsOf(questions: readonly QuestionErrors[]): (ErrorCount & { positions: number[] })[] {
  const found = new Map<string, ErrorCount & { positions: number[] }>();
  for (const { position, given } of questions) {
    const answers = given.reduce((sum, { count }) => sum + count, 0);
    for (const id of new Set(given.flatMap(({ error }) => error ?? []))) {
      const one = found.get(id) ?? { id, shown: 0, answers: 0, positions: [] };
      one.shown += given.reduce((sum, { error, count }) => sum + (error === id ? count : 0), 0);
      one.answers += answers;
      one.positions.push(position);
      found.set(id, one);
    }
  }
  return [...found.values()].sort(byShare);
}

/** Adds up the errors of tests; the most frequent first, with the number of tests that can show each. */
export function addUpErrors(tests: readonly (readonly ErrorCount[])[]): (ErrorCount & { tests: number })[] {
  const found = new Map<string, ErrorCount & { tests: number }>();
  for (const { id, shown, answers } of tests.flat()) {
    const { shown: before, answers: all, tests: many } = found.get(id) ?? { shown: 0, answers: 0, tests: 0 };
    found.set(id, { id, shown: before + shown, answers: all + answers, tests: many + 1 });
  }
  return [...found.values()].sort(byShare);
}

/** Returns the share of answers that show an error; null of fewer than ten, of which only counts are shown. */
export const shareShown = ({ shown, answers }: Omit<ErrorCount, 'id'>): number | null =>
  answers < FOR_FACILITY ? null : shown / answers;

/** The largest share first; those without enough answers last, by their counts. */
const byShare = (one: ErrorCount, other: ErrorCount): number =>
  (shareShown(other) ?? -1) - (shareShown(one) ?? -1) || other.shown - one.shown || (one.id < other.id ? -1 : 1);

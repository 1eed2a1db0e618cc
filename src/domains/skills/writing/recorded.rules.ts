import { type DictationSummary, type MarkedWord, summaryOfMarks, summaryOfTyped } from './dictation.rules.ts';
import type { DictationBody } from './forms.rules.ts';

/** Returns what a dictation tells, from what the child typed or from the marks of a grown-up. */
export function summaryOf({
  body,
  typed,
  marks,
}: {
  body: Pick<DictationBody, 'words' | 'also'>;
  typed: string | null;
  marks: readonly MarkedWord[] | null;
}): DictationSummary {
  return typed === null ? summaryOfMarks(body.words.length, marks ?? []) : summaryOfTyped(body, typed);
}

/** Largest share of the words of a rule that may be wrong for the rule to count as known. */
const MAX_WRONG_OF_RULE = 0.2;

/** Returns which rules of a dictation the child knows by it: at least four of five of their words are right. */
export function knownRules(
  { rules }: Pick<DictationBody, 'rules'>,
  { mistakes }: Pick<DictationSummary, 'mistakes'>,
): { kind: string; isKnown: boolean }[] {
  const wrong = new Set(mistakes.map(({ index }) => index));
  return rules
    .filter(({ at }) => at.length > 0)
    .map(({ kind, at }) => ({
      kind,
      isKnown: at.filter((index) => wrong.has(index)).length <= at.length * MAX_WRONG_OF_RULE,
    }));
}

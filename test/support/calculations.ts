import { randomUUID } from 'node:crypto';
import { resultOf, sumsOf } from '../../src/domains/skills/calculating/sums.rules.ts';

/** Returns the first answers of a set, all right, each after the same time. */
export const rightAnswers = (formId: string, count: number, ms: number): { written: number; ms: number }[] =>
  (sumsOf(formId) ?? []).slice(0, count).map((sum) => ({ written: resultOf(sum), ms }));

/** Returns the body of a typed run of `head-2-1`: ten sums right in a minute, numbers copied in 900 ms each. */
export function aCalculation(childId: number, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    clientId: randomUUID(),
    childId,
    kind: 'head',
    mode: 'typed',
    formId: 'head-2-1',
    version: 1,
    startedAt: new Date(Date.now() - 120_000).toISOString(),
    seconds: 60,
    copying: [900, 850, 950, 900],
    answers: rightAnswers('head-2-1', 10, 3_500),
    ...change,
  };
}

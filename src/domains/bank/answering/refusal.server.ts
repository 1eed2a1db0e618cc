import { invalid, Refused } from '../../../server/http/errors.ts';
import type { WrittenVerdict } from './answering.rules.ts';
import { shownAnswer } from './written-number.rules.ts';

/**
 * Returns why a text is not an answer: 400 for what is no number or no word, 422 `ambiguous-number` with both readings for a number that can
 * be read in two ways.
 */
export function writtenRefusal(verdict: Exclude<WrittenVerdict, { kind: 'answer' }>): Refused {
  if (verdict.kind === 'refused') return invalid({ selectedAnswer: verdict.message }, verdict.message);
  const [thousands, decimal] = verdict.readings;
  return new Refused(
    422,
    'ambiguous-number',
    `Qual querias escrever: ${shownAnswer('number', thousands)} ou ${shownAnswer('number', decimal)}?`,
    { fields: { thousands, decimal } },
  );
}

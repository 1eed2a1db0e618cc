import { GOAL } from '../../../shared/goal.ts';
import type { Outcome } from './sentences.rules.ts';

/** The target of a button of the result: the review, the suggested test, or the catalogue. */
export type NextAction = 'review' | 'practise' | 'choose';

/** What a parent should do after a result: a primary and a secondary action. */
export interface NextStep {
  sentence: string;
  main: NextAction;
  second: NextAction;
}

/**
 * Returns the actions offered after a result. Reviewing the mistakes comes first, at about a minute each; a test answered too quickly
 * should first be taken again. The suggested test is second, and only after a low mark, because after a good one there is no gap.
 *
 * @param outcomes outcomes of its questions, in the order of the test.
 * @param percentage the weighted mark, as a whole percentage.
 * @param suggested whether there is a test to practise the gap with.
 * @param minutes the minutes that this child gets for the suggested test or, without one, got for this test.
 * @param lowEffort whether the result is of low effort: too many answers came too quickly to show what the child knows.
 */
export function nextStepAfter(
  outcomes: readonly Outcome[],
  {
    percentage,
    suggested,
    minutes,
    lowEffort,
  }: { percentage: number; suggested: boolean; minutes: number; lowEffort: boolean },
): NextStep {
  const other: NextAction = suggested && percentage < GOAL ? 'practise' : 'choose';
  if (lowEffort)
    return {
      sentence: `Façam outro teste num momento calmo. Leva uns ${minutes} minutos.`,
      main: suggested ? 'practise' : 'choose',
      second: 'review',
    };
  const sentence = togetherSentence(outcomes);
  if (sentence === null)
    return { sentence: 'Acertou tudo. Podem passar a outro tema.', main: 'choose', second: 'review' };
  return { sentence, main: 'review', second: other };
}

/** "Vejam juntos as 3 perguntas erradas e a que ficou sem resposta."; null when every question is right. */
function togetherSentence(outcomes: readonly Outcome[]): string | null {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const [wrong, unanswered] = [count('wrong'), count('unanswered')];
  const minutes = wrong + unanswered === 1 ? 'Leva uns minutos.' : `Leva uns ${wrong + unanswered} minutos.`;
  if (wrong + unanswered === 0) return null;
  const those = [
    wrong === 1 ? 'a pergunta errada' : wrong > 1 ? `as ${wrong} perguntas erradas` : '',
    unanswered === 1 ? 'a que ficou sem resposta' : unanswered > 1 ? `as ${unanswered} que ficaram sem resposta` : '',
  ].filter(Boolean);
  return `Vejam juntos ${those.join(' e ')}. ${minutes}`;
}

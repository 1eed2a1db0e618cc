import { GOAL } from '../../../shared/goal.ts';

// The sentences that explain a result to a parent. They neither praise talent nor blame: they say how it went and what to do next.

/** Returns the meaning of a score, in one sentence. */
export function meaningOf(percentage: number): string {
  if (percentage === GOAL) return 'Chegou à meta de 70%.';
  return percentage > GOAL ? 'Acima da meta de 70%.' : 'Abaixo da meta de 70%. Com prática, chega lá.';
}

/** Returns the title for a test whose deadline ended it before half of it was answered. */
export function halfwayTitle(answered: number, questions: number): string {
  return `O teste ficou a meio: ${answered} de ${questions} ${answered === 1 ? 'respondida' : 'respondidas'}`;
}

/**
 * Returns what quick answers mean for a result (part two §2): below 0.80 it may not show what the child knows; between 0.80 and 0.90 it may
 * show less than the child knows. Only the parent sees this sentence.
 *
 * @param who the child with its article, "a Maria".
 */
export function effortSentence(
  who: string,
  { level, quickAnswers, seconds }: { level: 'some' | 'low'; quickAnswers: number; seconds: number },
): string {
  const questions = quickAnswers === 1 ? '1 pergunta' : `${quickAnswers} perguntas`;
  if (level === 'low')
    return `Este resultado pode não mostrar o que ${who} sabe: respondeu a ${questions} em menos de ${seconds} segundos.`;
  return `${who[0]?.toUpperCase()}${who.slice(1)} respondeu a ${questions} muito depressa. Talvez saiba mais do que isto mostra.`;
}

/** Returns text such as "Saiu do ecrã 2 vezes, 40 s." */
export function awaySentence({ times, seconds }: { times: number; seconds: number }): string {
  return `Saiu do ecrã ${times === 1 ? '1 vez' : `${times} vezes`}, ${seconds} s.`;
}

/** Says that a key was wrong and how the correction changed the mark. Used in the result, the review and the printed page. */
export function correctionSentence(date: string, before: number, now: number): string {
  return `Corrigimos a resposta certa de uma questão em ${date}. A nota era ${before}%, agora é ${now}%.`;
}

export type Outcome = 'right' | 'wrong' | 'unanswered';

/** Returns the outcome of each question, in the order of the test. A question without an answer does not count as wrong. */
export function outcomesOf(
  questions: readonly { id: number }[],
  answers: readonly { questionId: number; isCorrect?: boolean | undefined }[],
): Outcome[] {
  const byQuestion = new Map(answers.map(({ questionId, isCorrect }) => [questionId, isCorrect]));
  return questions.map(({ id }) => (!byQuestion.has(id) ? 'unanswered' : byQuestion.get(id) ? 'right' : 'wrong'));
}

/** "3 erradas · 2 sem resposta"; "nenhuma errada" if there are none. */
export function outcomesSentence(outcomes: readonly Outcome[]): string {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const [wrong, unanswered] = [count('wrong'), count('unanswered')];
  return [
    wrong === 0 ? 'nenhuma errada' : wrong === 1 ? '1 errada' : `${wrong} erradas`,
    ...(unanswered > 0 ? [`${unanswered} sem resposta`] : []),
  ].join(' · ');
}

/** "2.ª vez" for a test that was taken before; otherwise ''. */
export const timeText = (time: number): string => (time > 1 ? `${time}.ª vez` : '');

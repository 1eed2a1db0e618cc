import { GOOD_SCORE } from './results.rules.ts';

// The sentences by which a parent understands a result. No praise of talent, no blame: where it stands and what is next.

/** What a score means, in one sentence. */
export function meaningOf(percentage: number): string {
  if (percentage === GOOD_SCORE) return 'Chegou à meta de 70%.';
  return percentage > GOOD_SCORE ? 'Acima da meta de 70%.' : 'Abaixo da meta de 70%. Com prática, chega lá.';
}

/** What to do now. One wrong answer takes about a minute to talk through. */
export function nextStep(wrong: number): string {
  if (wrong === 0) return 'Acertou tudo. Experimente outro tema ou uma classe acima.';
  return wrong === 1
    ? 'Vejam juntos a questão errada. Leva uns minutos.'
    : `Vejam juntos as ${wrong} questões erradas. Leva uns ${wrong} minutos.`;
}

/** That a key was wrong, and what it changed: as the result, the review and the printed page say it. */
export function correctionSentence(date: string, before: number, now: number): string {
  return `Corrigimos a resposta certa de uma questão em ${date}. A nota era ${before}%, agora é ${now}%.`;
}

/** The parts of a question as the review shows them: wrong ones first, each group in the order of the test. */
export function wrongFirst<Question extends { id: number }>(
  questions: readonly Question[],
  isRight: (id: number) => boolean,
): Question[] {
  return [...questions.filter(({ id }) => !isRight(id)), ...questions.filter(({ id }) => isRight(id))];
}

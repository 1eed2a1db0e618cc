import { dayAndMonth } from '../../../shared/dates.ts';
import { GOAL } from '../../../shared/goal.ts';

// The sentences that explain a result to a parent. They neither praise talent nor blame: they say how it went and what to do next.

/** Returns the meaning of a score, in one sentence. */
export function meaningOf(percentage: number): string {
  if (percentage === GOAL) return 'Chegou à meta de 70%.';
  return percentage > GOAL ? 'Acima da meta de 70%.' : 'Abaixo da meta de 70%. Vejam juntos o que falta.';
}

/** The meaning of a mark *a lápis*, and what stands in place of comparisons, strengths and gaps. */
export const PENCIL = 'Fica a lápis: não conta para a média.';
export const PENCIL_MORE =
  'Houve respostas dadas depressa demais. Por isso não comparamos este resultado, nem dizemos o que falta praticar.';

/** Says what can follow an interrupted test, after "podem". @param from the day from which the plan gives another; null if now. */
export const afterHalfway = (discipline: string, from: string | null): string =>
  from === null ? 'começar de novo' : `fazer outro teste de ${discipline} a partir de ${dayAndMonth(from)}`;

/** Says which answers a closed test still waits for. @param where "neste telemóvel", or whose phone has them if none is here. */
export function awaitedSentence(here: number, where: string): string {
  if (here === 1)
    return `Há uma resposta por enviar ${where}. «Ver agora» termina o teste sem ela. Se chegar no espaço de um dia, ainda conta.`;
  const waits =
    here === 0 ? `Há respostas por chegar do telemóvel ${where}` : `Há ${here} respostas por enviar ${where}`;
  return `${waits}. «Ver agora» termina o teste sem elas. Se esperar, contam as que chegarem no espaço de um dia.`;
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

/** The shortest absence that is mentioned: reloading the page or glancing at a notification takes less. */
const LEAST_AWAY_MS = 5_000;

/** Returns how often and how long the page of a test was hidden, or null if for less than `LEAST_AWAY_MS`. Older attempts have null counts. */
export function awayFrom(times: number | null, milliseconds: number | null): { times: number; seconds: number } | null {
  if (!times || (milliseconds ?? 0) < LEAST_AWAY_MS) return null;
  return { times, seconds: Math.round((milliseconds ?? 0) / 1_000) };
}

/** Returns text such as "O teste esteve fora do ecrã 2 vezes, 40 segundos ao todo." */
export function awaySentence({ times, seconds }: { times: number; seconds: number }): string {
  return `O teste esteve fora do ecrã ${times === 1 ? '1 vez' : `${times} vezes`}, ${seconds === 1 ? '1 segundo' : `${seconds} segundos`}${times === 1 ? '' : ' ao todo'}.`;
}

/** Says that a key was wrong and how the correction changed the mark. Used in the result, the review and the printed page. */
export function correctionSentence(date: string, before: number, now: number): string {
  return `Uma pergunta tinha a resposta certa mal marcada. Corrigimos a ${date}: o resultado passou de ${before}% para ${now}%.`;
}

/** `quick`: in a result *a lápis*, given too quickly to be shown as right or wrong. */
export type Outcome = 'right' | 'wrong' | 'unanswered' | 'quick';

/** Returns the outcome of each question, in the order of the test. A question without an answer does not count as wrong. */
export function outcomesOf(
  questions: readonly { id: number }[],
  answers: readonly { questionId: number; isCorrect?: boolean | undefined; isQuick?: true | undefined }[],
): Outcome[] {
  const byQuestion = new Map(answers.map((answer) => [answer.questionId, answer]));
  return questions.map(({ id }) => {
    const answer = byQuestion.get(id);
    if (!answer) return 'unanswered';
    return answer.isQuick ? 'quick' : answer.isCorrect ? 'right' : 'wrong';
  });
}

/** Returns how many outcomes are of a kind. */
export const countOf = (outcomes: readonly Outcome[], wanted: Outcome): number =>
  outcomes.filter((outcome) => outcome === wanted).length;

/** Returns outcomes as dots: right, wrong, or null for neither. */
export const dotsOf = (outcomes: readonly Outcome[]): (boolean | null)[] =>
  outcomes.map((outcome) => (outcome === 'right' ? true : outcome === 'wrong' ? false : null));

/** The words of an outcome beside its dot. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
  right: 'certa',
  wrong: 'errada',
  unanswered: 'sem resposta',
  quick: 'depressa demais',
};

/** Returns what the dots mean: "Ponto cheio: certa. Vazio: errada. Tracejado claro: sem resposta." */
export function dotsLegend(outcomes: readonly Outcome[]): string {
  const faint = (['quick', 'unanswered'] as const).filter((outcome) => outcomes.includes(outcome));
  const judged = outcomes.some((outcome) => outcome === 'right' || outcome === 'wrong');
  const said = [
    judged && 'Ponto cheio: certa. Vazio: errada.',
    faint.length > 0 && `Tracejado claro: ${faint.map((outcome) => OUTCOME_WORDS[outcome]).join(' ou ')}.`,
  ];
  return said.filter(Boolean).join(' ');
}

/** Returns the text of the dots as a whole: "8 de 10 respostas certas", or how many were too quick. */
export const dotsLabel = (outcomes: readonly Outcome[], right: number): string =>
  outcomes.includes('quick')
    ? `${countOf(outcomes, 'quick')} de ${outcomes.length} respondidas depressa demais`
    : `${right} de ${outcomes.length} respostas certas`;

/** "3 erradas · 2 sem resposta"; "nenhuma errada" if there are none. */
export function outcomesSentence(outcomes: readonly Outcome[]): string {
  const [wrong, unanswered, quick] = [
    countOf(outcomes, 'wrong'),
    countOf(outcomes, 'unanswered'),
    countOf(outcomes, 'quick'),
  ];
  return [
    ...(wrong === 0 && quick > 0
      ? []
      : [wrong === 0 ? 'nenhuma errada' : wrong === 1 ? '1 errada' : `${wrong} erradas`]),
    ...(quick > 0 ? [`${quick} depressa demais`] : []),
    ...(unanswered > 0 ? [`${unanswered} sem resposta`] : []),
  ].join(' · ');
}

/** "2.ª vez" for a test that was taken before; otherwise ''. */
export const timeText = (time: number): string => (time > 1 ? `${time}.ª vez` : '');

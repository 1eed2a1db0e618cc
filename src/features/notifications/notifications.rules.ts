import { plainText } from '../../shared/words.ts';
import { type ChildTold, called, type Notice, noticeOf, ofChild } from './kinds.rules.ts';
import { isMastered, type ThemeEvidence } from './mastery.rules.ts';

const DAY = 86_400_000;

/** A mark below this is told as urgent, in whole percent. */
export const LOW_SCORE = 50;
/** So many points under the mean of the tests before, and a mark counts as sharply lower. */
export const SHARP_DROP = 20;
/** How many tests before are looked at for a drop. */
const BEFORE = 3;
/** A run of so many tests at the goal or above is an achievement. */
const RUN = 5;
/** The goal of a test, in whole percent. */
const GOAL = 70;
/** Days without a test after which the parent is reminded, and again after as many. */
export const FORTNIGHT = 14;
/** A result older than this many days is no news: it was recorded afterwards. */
const NEWS = 7;
/** An attempt that has just been graded, with what came before it. */
export interface GradedAttempt extends ChildTold {
  attemptId: number;
  discipline: string;
  theme: string;
  score: number;
  correct: number;
  total: number;
  finishedAt: Date;
  /** Answered and in time: only such attempts say how a child is doing (docs/decisions/0006). */
  counts: boolean;
  /** Scores of the child's attempts that count from before this one, newest first; five are enough, one more says where a run began. */
  earlier: readonly number[];
  /** The child's tests of this theme in the last 90 days that count, this one first. */
  inTheme: readonly ThemeEvidence[];
}

/**
 * What a graded attempt has to say: its result, in words of concern when it is low or sharply lower than before, and
 * achievements. One result, one notification: concern takes the place of the plain one.
 */
export function noticesAfter(attempt: GradedAttempt, now: Date): Notice[] {
  if (now.getTime() - attempt.finishedAt.getTime() > NEWS * DAY) return [];
  const notices = [resultNotice(attempt, now)];
  if (!attempt.counts) return notices;
  if (attempt.earlier.length === 0) notices.push(firstTest(attempt, now));
  if (completesRun(attempt.score, attempt.earlier)) notices.push(fiveInARow(attempt, now));
  if (isMastered(attempt.inTheme)) notices.push(themeMastered(attempt, now));
  return notices;
}

/** Mean of the child's three tests before, rounded; nothing while there are fewer. */
export function meanBefore(earlier: readonly number[]): number | undefined {
  if (earlier.length < BEFORE) return undefined;
  return Math.round(earlier.slice(0, BEFORE).reduce((sum, score) => sum + score, 0) / BEFORE);
}

/** Whether this score is at least twenty points under the exact mean of the three before. */
export function isSharplyLower(score: number, earlier: readonly number[]): boolean {
  if (earlier.length < BEFORE) return false;
  // In thirds of a point, so that nothing is rounded.
  const sum = earlier.slice(0, BEFORE).reduce((total, one) => total + one, 0);
  return sum - BEFORE * score >= BEFORE * SHARP_DROP;
}

/** Whether this score is the fifth in a row at the goal, and not the sixth. */
export function completesRun(score: number, earlier: readonly number[]): boolean {
  const run = [score, ...earlier].findIndex((one) => one < GOAL);
  return (run === -1 ? earlier.length + 1 : run) === RUN;
}

function resultNotice(attempt: GradedAttempt, now: Date): Notice {
  const { attemptId, score, correct, total, theme, discipline, earlier, counts } = attempt;
  const name = called(attempt);
  const count = `${correct} de ${total} ${total === 1 ? 'resposta certa' : 'respostas certas'}`;
  const common = {
    source: `result:${attemptId}`,
    child: attempt,
    actionLink: `/results/${attemptId}`,
    metadata: { attemptId, score },
  };
  if (counts && score < LOW_SCORE) {
    return noticeOf('low_score', now, {
      ...common,
      title: `${name} precisa de apoio em ${discipline}`,
      message: `${theme}: ${count}. Vejam juntos as questões erradas; cada uma traz a explicação.`,
    });
  }
  if (counts && isSharplyLower(score, earlier)) {
    return noticeOf('score_drop', now, {
      ...common,
      title: `${name} teve um resultado mais baixo do que o costume`,
      message: `${discipline}, ${theme}: ${score}%. Nos três testes anteriores a média foi de ${meanBefore(earlier)}%. Vejam juntos o que aconteceu.`,
    });
  }
  return noticeOf('result_ready', now, {
    ...common,
    title: `${name} terminou um teste de ${discipline}`,
    message: `${theme}: ${count}, ${score}%. Veja o que correu bem e o que falta praticar.`,
  });
}

function firstTest(attempt: GradedAttempt, now: Date): Notice {
  return noticeOf('first_test', now, {
    source: `first-test:${attempt.childId}`,
    child: attempt,
    title: `O primeiro teste ${ofChild(attempt)} está feito`,
    message: 'Este é o ponto de partida. Os próximos testes mostram o que vai melhorando.',
    actionLink: `/results/${attempt.attemptId}`,
    metadata: { attemptId: attempt.attemptId },
  });
}

function fiveInARow(attempt: GradedAttempt, now: Date): Notice {
  return noticeOf('five_in_a_row', now, {
    source: `five-in-a-row:${attempt.attemptId}`,
    child: attempt,
    title: `${called(attempt)} fez cinco testes seguidos com ${GOAL}% ou mais`,
    message: 'É uma boa altura para dar os parabéns.',
    actionLink: `/children/${attempt.childId}/reports`,
    metadata: { attemptId: attempt.attemptId },
  });
}

function themeMastered(attempt: GradedAttempt, now: Date): Notice {
  const { childId, discipline, theme, attemptId } = attempt;
  return noticeOf('theme_mastered', now, {
    source: `mastered:${childId}:${discipline}:${plainText(theme)}`,
    child: attempt,
    title: `${called(attempt)} domina o tema ${theme}`,
    message: `Em dias diferentes acertou quase tudo em ${discipline}, ${theme}. É uma boa altura para um tema novo.`,
    actionLink: `/children/${childId}/reports`,
    metadata: { attemptId },
  });
}

/** What a new parent reads first. */
export function welcome(now: Date): Notice {
  return noticeOf('welcome', now, {
    source: 'welcome',
    title: 'A sua conta está pronta',
    message: 'Comece por adicionar um filho: bastam o nome e a classe. O primeiro teste leva cerca de 15 minutos.',
    actionLink: '/children?action=add',
  });
}

/** A mark that changed because a key was put right. */
export interface CorrectedMark extends ChildTold {
  regradeId: number;
  attemptId: number;
  discipline: string;
  theme: string;
  before: number;
  after: number;
}

/** The old and the new mark, and that nobody has to do anything about it. */
export function markCorrected(mark: CorrectedMark, now: Date): Notice {
  const { regradeId, attemptId, discipline, theme, before, after } = mark;
  return noticeOf('mark_corrected', now, {
    source: `regrade:${regradeId}:${attemptId}`,
    child: mark,
    title: `Corrigimos uma nota ${ofChild(mark)} em ${discipline}`,
    message: `${theme}: uma questão tinha a resposta certa mal marcada. Antes ${before}%, agora ${after}%. Pedimos desculpa pelo engano.`,
    actionLink: `/results/${attemptId}`,
    metadata: { attemptId, before, after },
  });
}

/** A child for whom nothing happens. */
export interface IdleChild extends ChildTold {
  /** The child's last test, or when it was registered if there was none. */
  since: Date;
  tested: boolean;
}

/**
 * A reminder once a fortnight is over since the child's last test, and one for every fortnight more. The source counts
 * the fortnights, so that each has one reminder however often one looks.
 */
export function noTestReminder(child: IdleChild, now: Date): Notice | undefined {
  const days = Math.floor((now.getTime() - child.since.getTime()) / DAY);
  const fortnights = Math.floor(days / FORTNIGHT);
  if (fortnights < 1) return undefined;
  return noticeOf('no_test', now, {
    source: `no-test:${child.childId}:${child.since.toISOString().slice(0, 10)}:${fortnights}`,
    child,
    title: child.tested
      ? `${called(child)} está há ${days} dias sem fazer um teste`
      : `${called(child)} ainda não fez nenhum teste`,
    message: 'Um teste leva cerca de 15 minutos. Escolham um juntos, quando houver calma.',
    actionLink: `/tests?childId=${child.childId}`,
    metadata: { days },
  });
}

/** A test that was begun and left. */
export interface LeftAttempt extends ChildTold {
  attemptId: number;
  discipline: string;
  theme: string;
  startedAt: Date;
}

/** A reminder of a test that was left, at most one for each child and fortnight. */
export function unfinishedReminder(attempt: LeftAttempt, now: Date): Notice {
  const fortnight = Math.floor(attempt.startedAt.getTime() / DAY / FORTNIGHT);
  return noticeOf('unfinished_test', now, {
    source: `unfinished:${attempt.childId}:${fortnight}`,
    child: attempt,
    title: `O teste de ${attempt.discipline} ${ofChild(attempt)} ficou por acabar`,
    message: `${attempt.theme}: o tempo terminou antes do fim. Há mais testes à espera, quando houver calma.`,
    actionLink: `/tests?childId=${attempt.childId}`,
    metadata: { attemptId: attempt.attemptId },
  });
}

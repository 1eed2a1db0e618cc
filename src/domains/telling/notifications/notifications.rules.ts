import { dateInLuanda, monthInLuanda, nextMonth } from '../../../shared/calendar.ts';
import { minutesFor, USUAL_DURATION } from '../../../shared/durations.ts';
import { GOAL } from '../../../shared/goal.ts';
import { meanPercent } from '../../../shared/percent.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { afterHalfway, PENCIL, timeText } from '../../knowing/results/sentences.rules.ts';
import { type ChildTold, called, inWords, type Notice, noticeOf, ofChild } from './kinds.rules.ts';

/** A mark below this is low, in whole percent. */
const LOW_SCORE = 50;
/** A mark this many points below the mean of the previous tests counts as sharply lower. */
const SHARP_DROP = 20;
/** How many previous tests are compared for a drop. */
const BEFORE = 3;
/** This many tests in a row at the goal or above are an achievement. */
const RUN = 5;
/** Days without a test after which the parent is reminded, and days between reminders. */
export const FORTNIGHT = 14;
/** Maximum age in days of a result to notify: older ones were entered afterwards. */
const MAX_RESULT_AGE_DAYS = 7;
/** A theme that a child now knows. */
export interface KnownTheme {
  code: string;
  discipline: string;
  name: string | null;
}

/** A newly graded attempt, with the ones before it. */
export interface GradedAttempt extends ChildTold {
  attemptId: number;
  discipline: string;
  theme: string;
  /** 1 when the child took this test for the first time. */
  time: number;
  score: number;
  correct: number;
  total: number;
  finishedAt: Date;
  /** Whether its deadline ended it before half of it was answered, and its number of answers. */
  interrupted: boolean;
  answered: number;
  /** The month whose free test it uses up (`YYYY-MM-01`); null if it uses none or has given it back. */
  freeMonth: string | null;
  /** Whether it was answered too quickly: its mark is *a lápis*. */
  lowEffort: boolean;
  /** Whether it was answered and in time: only such attempts count for the child's progress (docs/decisions/0006). */
  counts: boolean;
  /** Score of the child's previous counting test in this discipline; null without one. */
  lastHere: number | null;
  /** Scores of the child's previous counting attempts, newest first and up to five: four complete a run with this score, the fifth shows whether it began earlier. */
  earlier: readonly number[];
  /** Themes that the child knows since this attempt; without a name if the plan shows none. */
  known: readonly KnownTheme[];
}

/**
 * Returns the notifications of a graded attempt: its result, worded as a concern if it is low or sharply lower than before, and
 * achievements. A result gives one notification: the concern replaces the plain one.
 */
export function noticesAfter(attempt: GradedAttempt, now: Date): Notice[] {
  if (now.getTime() - attempt.finishedAt.getTime() > MAX_RESULT_AGE_DAYS * DAY_MS) return [];
  const notices = [resultNotice(attempt, now)];
  if (!attempt.counts) return notices;
  if (attempt.earlier.length === 0) notices.push(firstTest(attempt, now));
  if (completesRun(attempt.score, attempt.earlier)) notices.push(fiveInARow(attempt, now));
  return [...notices, ...attempt.known.map((theme) => themeKnown(attempt, theme, now))];
}

/** Returns the mean of the child's three previous tests as a whole percentage, or undefined if there are fewer. */
export function meanBefore(earlier: readonly number[]): number | undefined {
  if (earlier.length < BEFORE) return undefined;
  const sum = earlier.slice(0, BEFORE).reduce((whole, score) => whole + score, 0);
  return meanPercent(sum, BEFORE) ?? undefined;
}

/** Returns whether this score is at least twenty points below the exact mean of the previous three. */
export function isSharplyLower(score: number, earlier: readonly number[]): boolean {
  if (earlier.length < BEFORE) return false;
  // In thirds of a point, to avoid rounding.
  const sum = earlier.slice(0, BEFORE).reduce((total, one) => total + one, 0);
  return sum - BEFORE * score >= BEFORE * SHARP_DROP;
}

/** Returns whether this score is exactly the fifth in a row at the goal. */
export function completesRun(score: number, earlier: readonly number[]): boolean {
  const run = [score, ...earlier].findIndex((one) => one < GOAL);
  return (run === -1 ? earlier.length + 1 : run) === RUN;
}

/** Returns whether a child needs support in a discipline: two low marks in a row. One low mark may be a bad day. */
function needsSupport(score: number, lastHere: number | null): boolean {
  return score < LOW_SCORE && lastHere !== null && lastHere < LOW_SCORE;
}

/** Returns the part of a result that a parent should look at, or empty if nothing is wrong. */
function lookAt({ correct, total, answered }: GradedAttempt): string {
  if (correct === total) return 'Acertou tudo.';
  const unanswered = total - answered;
  const left =
    unanswered === 0 ? '' : unanswered === 1 ? ' 1 ficou sem resposta.' : ` ${unanswered} ficaram sem resposta.`;
  return `Veja o que correu bem e o que falta praticar.${left}`;
}

function resultNotice(attempt: GradedAttempt, now: Date): Notice {
  const { attemptId, score, correct, total, time, discipline, earlier, lastHere, counts } = attempt;
  const theme = time > 1 ? `${attempt.theme} (${timeText(time)})` : attempt.theme;
  const name = called(attempt);
  const count = `${correct} de ${total} ${total === 1 ? 'resposta certa' : 'respostas certas'}`;
  const common = {
    source: `result:${attemptId}`,
    child: attempt,
    actionLink: `/results/${attemptId}`,
    metadata: { attemptId, score },
  };
  if (attempt.interrupted) {
    const from = attempt.freeMonth === monthInLuanda(now) ? nextMonth(attempt.freeMonth) : null;
    return noticeOf('result_ready', now, {
      ...common,
      metadata: { attemptId },
      title: `O teste de ${discipline} ${ofChild(attempt)} ficou a meio`,
      message: `${theme}: ${attempt.answered} de ${total} ${attempt.answered === 1 ? 'respondida' : 'respondidas'}. Não conta para as médias. Podem ver o que foi feito e ${afterHalfway(discipline, from)}.`,
    });
  }
  if (counts && needsSupport(score, lastHere)) {
    return noticeOf('low_score', now, {
      ...common,
      title: `${name} precisa de apoio em ${discipline}`,
      message: `${theme}: ${count}. É o segundo resultado seguido abaixo de metade. Vejam juntos as perguntas; cada uma traz a explicação.`,
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
    message: attempt.lowEffort
      ? `${theme}: ${count}, ${score}%. ${PENCIL} Respondeu depressa demais: o resultado pode não mostrar o que sabe.`
      : `${theme}: ${count}, ${score}%. ${lookAt(attempt)}`,
  });
}

function firstTest(attempt: GradedAttempt, now: Date): Notice {
  return noticeOf('first_test', now, {
    source: `first-test:${attempt.childId}`,
    child: attempt,
    title: `O primeiro teste ${ofChild(attempt)} está feito`,
    message: 'É o começo. Os próximos testes mostram o que vai melhorando.',
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

function themeKnown(attempt: GradedAttempt, { code, discipline, name }: KnownTheme, now: Date): Notice {
  const { childId, attemptId } = attempt;
  return noticeOf('theme_mastered', now, {
    source: `mastered:${childId}:${code}`,
    child: attempt,
    title:
      name === null ? `${called(attempt)} já sabe mais um tema de ${discipline}` : `${called(attempt)} já sabe ${name}`,
    message: `Em dias diferentes acertou quase tudo${name === null ? '' : ` em ${discipline}, ${name}`}. Agora sabe mais um tema.`,
    actionLink: `/children/${childId}/knowledge`,
    metadata: { attemptId },
  });
}

/** Returns a new parent's first notification. */
export function welcome(now: Date): Notice {
  return noticeOf('welcome', now, {
    source: 'welcome',
    title: 'A sua conta está pronta',
    message: 'Comece por adicionar uma criança: bastam o nome e a classe. O primeiro teste leva cerca de 15 minutos.',
    actionLink: '/children?action=add',
  });
}

/** A security-relevant change to the account; `text` and `note` as in the mail about it. */
export function securityChanged(
  { event, title, text, note, urgent }: { event: number; title: string; text: string; note: string; urgent: boolean },
  now: Date,
): Notice {
  const notice = noticeOf('security', now, {
    source: `security:${event}`,
    title,
    message: `${text} ${note}`,
    actionLink: '/settings',
  });
  return urgent ? notice : { ...notice, priority: 'normal' };
}

/** The PIN ended child mode; noted once for each day in Luanda. */
export function leftByPin({ title, text, note }: { title: string; text: string; note: string }, at: Date): Notice {
  return noticeOf('child_mode_left', at, {
    source: `child-mode-left:${dateInLuanda(at)}`,
    title,
    message: `${text} ${note}`,
    actionLink: '/settings',
  });
}

/** Returns the key (`source`) under which notifications and mails about one piece of news are stored. */
export const sourceOfNews = (id: number): string => `news:${id}`;

/** News that an administrator has published. */
export function newsNotice(news: { id: number; title: string; message: string }, now: Date): Notice {
  return noticeOf('news', now, {
    source: sourceOfNews(news.id),
    title: news.title,
    message: news.message,
    actionLink: null,
    metadata: { newsId: news.id },
  });
}

/**
 * A message of an administrator to chosen accounts.
 *
 * @param key names the message and its day: nobody gets the same one twice.
 */
export function messageNotice({ key, ...words }: { key: string; title: string; message: string }, now: Date): Notice {
  return noticeOf('news', now, { source: `message:${key}`, ...words, actionLink: null });
}

/** A mark that changed because an answer key was corrected. */
export interface CorrectedMark extends ChildTold {
  regradeId: number;
  attemptId: number;
  discipline: string;
  theme: string;
  before: number;
  after: number;
}

/** The old and the new mark, and that no action is needed. */
export function markCorrected(mark: CorrectedMark, now: Date): Notice {
  const { regradeId, attemptId, discipline, theme, before, after } = mark;
  return noticeOf('mark_corrected', now, {
    source: `regrade:${regradeId}:${attemptId}`,
    child: mark,
    title: `Corrigimos um resultado ${ofChild(mark)} em ${discipline}`,
    message: `${theme}: uma pergunta tinha a resposta certa mal marcada. Antes ${before}%, agora ${after}%. Pedimos desculpa pelo engano.`,
    actionLink: `/results/${attemptId}`,
    metadata: { attemptId, before, after },
  });
}

/** Returns the text of one mail about all marks of a family that a corrected key has changed, or undefined if there is only one. */
export function marksCorrected(marks: readonly CorrectedMark[], now: Date): Notice | undefined {
  const [first] = marks;
  if (!first || marks.length < 2) return undefined;
  const lines = marks.map((mark) => `Resultado ${ofChild(mark)}: antes ${mark.before}%, agora ${mark.after}%.`);
  const why = `${first.theme}: uma pergunta tinha a resposta certa mal marcada.`;
  return noticeOf('mark_corrected', now, {
    source: `regrade:${first.regradeId}`,
    title: `Corrigimos ${marks.length} resultados em ${first.discipline}`,
    message: why,
    paragraphs: [why, ...lines, 'Pedimos desculpa pelo engano.'],
    actionLink: '/tests/history',
  });
}

/** A child without recent activity. */
export interface IdleChild extends ChildTold {
  /** The child's last test, or its registration if there was none. */
  since: Date;
  tested: boolean;
  /** Minutes for a test of 15; null for the usual time. */
  extendedTime: number | null;
}

/**
 * Returns a reminder when a fortnight has passed since the child's last test, and one for every further fortnight. The source counts the
 * fortnights, so that repeated runs send one reminder for each.
 */
export function noTestReminder(child: IdleChild, now: Date): Notice | undefined {
  const days = Math.floor((now.getTime() - child.since.getTime()) / DAY_MS);
  const fortnights = Math.floor(days / FORTNIGHT);
  if (fortnights < 1) return undefined;
  return noticeOf('no_test', now, {
    source: `no-test:${child.childId}:${child.since.toISOString().slice(0, 10)}:${fortnights}`,
    child,
    title: child.tested
      ? `Há ${days} dias que ${inWords(child)} não faz um teste`
      : `${called(child)} ainda não fez nenhum teste`,
    message: `Um teste leva cerca de ${minutesFor(USUAL_DURATION, child.extendedTime)} minutos. Escolham um juntos, quando houver calma.`,
    actionLink: `/tests?childId=${child.childId}`,
    metadata: { days },
  });
}

/** Days without practice after which a child that used to practise is mentioned. */
export const PRACTICE_IDLE_DAYS = 4;
/** Days between two such reminders. */
export const DAYS_BETWEEN_PRACTICE_REMINDERS = 7;

/** A child that practised lately has stopped, and its book has questions due. */
export function practiceReminder(child: ChildTold, due: number, now: Date): Notice {
  return noticeOf('practice_due', now, {
    source: `practice:${child.childId}:${now.toISOString().slice(0, 10)}`,
    child,
    title: `${called(child)} tem ${due === 1 ? '1 pergunta' : `${due} perguntas`} para treinar`,
    message:
      'São uns 5 minutos. Quando a criança acerta uma pergunta em 3 dias diferentes, a pergunta sai do caderno de erros.',
    actionLink: `/children/${child.childId}/mistakes`,
    metadata: { due },
  });
}

/** A test that was started and abandoned. */
export interface LeftAttempt extends ChildTold {
  attemptId: number;
  discipline: string;
  theme: string;
  startedAt: Date;
}

/** Returns a reminder of an abandoned test, at most one for each child and fortnight. */
export function unfinishedReminder(attempt: LeftAttempt, now: Date): Notice {
  const fortnight = Math.floor(attempt.startedAt.getTime() / DAY_MS / FORTNIGHT);
  return noticeOf('unfinished_test', now, {
    source: `unfinished:${attempt.childId}:${fortnight}`,
    child: attempt,
    title: `O teste de ${attempt.discipline} ${ofChild(attempt)} ficou por acabar`,
    message: `${attempt.theme}: o tempo acabou antes do fim. Há mais testes à espera, quando houver calma.`,
    actionLink: `/tests?childId=${attempt.childId}`,
    metadata: { attemptId: attempt.attemptId },
  });
}

/** Returns the notification that the second opinion of a text has ended. It names no level: others may read the phone too. */
export function opinionEnded(
  opinion: ChildTold & { textId: number; title: string; isDone: boolean; endedAt: Date },
  now: Date,
): Notice {
  const { textId, title, isDone, endedAt, childId, fullName, gender } = opinion;
  const child = { childId, fullName, gender };
  return noticeOf('opinion_ended', now, {
    source: `opinion:${textId}:${endedAt.toISOString()}`,
    child,
    title: isDone ? `Os professores já viram o texto ${ofChild(child)}` : `O texto ${ofChild(child)} ficou por avaliar`,
    message: isDone
      ? `A segunda opinião sobre «${title}» está pronta. A fotografia foi apagada.`
      : `«${title}» ficou por avaliar. A fotografia foi apagada. Veja porquê e, se quiser, envie outra.`,
    actionLink: `/writing/${childId}/opinion?text=${textId}`,
  });
}

import type { Gender } from '../../shared/words.ts';
import type { Notification, NotificationSettings } from './notifications.contract.ts';

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
/** Days that a notification stays listed, by its category. */
const LISTED = { performance: 90, test_reminder: FORTNIGHT, subscription: 90, system: 90 } as const;

export type Switches = Omit<NotificationSettings, 'id' | 'userId' | 'updatedAt'>;

export type NoticeType =
  | 'result_ready'
  | 'low_score'
  | 'score_drop'
  | 'first_test'
  | 'five_in_a_row'
  | 'no_test'
  | 'unfinished_test'
  | 'welcome';

/** A notification before it is kept. */
export interface Notice {
  /** What it is about; the same thing is told once. */
  source: string;
  type: NoticeType;
  category: Notification['category'];
  priority: Notification['priority'];
  childId: number | null;
  title: string;
  message: string;
  actionLink: string;
  expiresAt: Date;
  metadata: Record<string, unknown> | null;
}

/** The switch that each kind obeys; those with null are always told. */
const OBEYS: Record<NoticeType, keyof Switches | null> = {
  result_ready: 'performanceAlerts',
  low_score: 'performanceAlerts',
  score_drop: 'performanceAlerts',
  first_test: 'achievementNotifications',
  five_in_a_row: 'achievementNotifications',
  no_test: 'testReminders',
  unfinished_test: 'testReminders',
  welcome: null,
};

/** Whether a parent with these settings is told. */
export function isWanted(type: NoticeType, settings: Switches): boolean {
  const name = OBEYS[type];
  return name === null || settings[name];
}

interface ChildTold {
  childId: number;
  fullName: string;
  gender: Gender | null;
}

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
    category: 'performance',
    childId: attempt.childId,
    actionLink: `/results/${attemptId}`,
    expiresAt: expiry('performance', now),
    metadata: { attemptId, score },
  } as const;
  if (counts && score < LOW_SCORE) {
    return {
      ...common,
      type: 'low_score',
      priority: 'high',
      title: `${name} precisa de apoio em ${discipline}`,
      message: `${theme}: ${count}. Vejam juntos as questões erradas; cada uma traz a explicação.`,
    };
  }
  if (counts && isSharplyLower(score, earlier)) {
    return {
      ...common,
      type: 'score_drop',
      priority: 'high',
      title: `${name} teve um resultado mais baixo do que o costume`,
      message: `${discipline}, ${theme}: ${score}%. Nos três testes anteriores a média foi de ${meanBefore(earlier)}%. Vejam juntos o que aconteceu.`,
    };
  }
  return {
    ...common,
    type: 'result_ready',
    priority: 'normal',
    title: `${name} terminou um teste de ${discipline}`,
    message: `${theme}: ${count}, ${score}%. Veja o que correu bem e o que falta praticar.`,
  };
}

function firstTest(attempt: GradedAttempt, now: Date): Notice {
  return {
    source: `first-test:${attempt.childId}`,
    type: 'first_test',
    category: 'performance',
    priority: 'low',
    childId: attempt.childId,
    title: `O primeiro teste ${ofChild(attempt)} está feito`,
    message: 'Este é o ponto de partida. Os próximos testes mostram o que vai melhorando.',
    actionLink: `/results/${attempt.attemptId}`,
    expiresAt: expiry('performance', now),
    metadata: { attemptId: attempt.attemptId },
  };
}

function fiveInARow(attempt: GradedAttempt, now: Date): Notice {
  return {
    source: `five-in-a-row:${attempt.attemptId}`,
    type: 'five_in_a_row',
    category: 'performance',
    priority: 'low',
    childId: attempt.childId,
    title: `${called(attempt)} fez cinco testes seguidos com ${GOAL}% ou mais`,
    message: 'É uma boa altura para dar os parabéns.',
    actionLink: `/children/${attempt.childId}/reports`,
    expiresAt: expiry('performance', now),
    metadata: { attemptId: attempt.attemptId },
  };
}

/** What a new parent reads first. */
export function welcome(now: Date): Notice {
  return {
    source: 'welcome',
    type: 'welcome',
    category: 'system',
    priority: 'normal',
    childId: null,
    title: 'A sua conta está pronta',
    message: 'Comece por adicionar um filho: bastam o nome e a classe. O primeiro teste leva cerca de 15 minutos.',
    actionLink: '/children?action=add',
    expiresAt: expiry('system', now),
    metadata: null,
  };
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
  return {
    source: `no-test:${child.childId}:${child.since.toISOString().slice(0, 10)}:${fortnights}`,
    type: 'no_test',
    category: 'test_reminder',
    priority: 'normal',
    childId: child.childId,
    title: child.tested
      ? `${called(child)} está há ${days} dias sem fazer um teste`
      : `${called(child)} ainda não fez nenhum teste`,
    message: 'Um teste leva cerca de 15 minutos. Escolham um juntos, quando houver calma.',
    actionLink: `/tests?childId=${child.childId}`,
    expiresAt: expiry('test_reminder', now),
    metadata: { days },
  };
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
  return {
    source: `unfinished:${attempt.childId}:${fortnight}`,
    type: 'unfinished_test',
    category: 'test_reminder',
    priority: 'normal',
    childId: attempt.childId,
    title: `O teste de ${attempt.discipline} ${ofChild(attempt)} ficou por acabar`,
    message: `${attempt.theme}: o tempo terminou antes do fim. Há mais testes à espera, quando houver calma.`,
    actionLink: `/tests?childId=${attempt.childId}`,
    expiresAt: expiry('test_reminder', now),
    metadata: { attemptId: attempt.attemptId },
  };
}

const expiry = (category: Notification['category'], now: Date) => new Date(now.getTime() + LISTED[category] * DAY);

/** The first name alone, without the invisible marks that turn a line around; nothing when there is none left. */
export function firstName(fullName: string): string {
  return (
    fullName
      .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .trim()
      .split(/\s+/)[0] ?? ''
  );
}

/** "A Maria", "O João", "Weza" where the gender is not known: how a sentence begins. */
function called({ fullName, gender }: ChildTold): string {
  const name = firstName(fullName);
  if (!name) return 'A criança';
  return gender === 'feminino' ? `A ${name}` : gender === 'masculino' ? `O ${name}` : name;
}

/** "da Maria", "do João", "de Weza". */
function ofChild({ fullName, gender }: ChildTold): string {
  const name = firstName(fullName);
  if (!name) return 'da criança';
  return gender === 'feminino' ? `da ${name}` : gender === 'masculino' ? `do ${name}` : `de ${name}`;
}

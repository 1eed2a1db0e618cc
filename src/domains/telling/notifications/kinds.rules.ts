import { firstName, inSentence, ofWhom, withArticle } from '../../../shared/text.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { Gender } from '../../../shared/words.ts';
import type { Notification, NotificationSettings } from './notifications.contract.ts';

export type Switches = Omit<NotificationSettings, 'id' | 'userId' | 'updatedAt'>;
/** The switches of kinds; e-mail and push are channels. */
export type KindSwitch = Exclude<keyof Switches, 'emailNotifications' | 'pushNotifications'>;

/** How one kind of notification is delivered: in the app, by mail, by push. */
interface Kind {
  category: Notification['category'];
  priority: Notification['priority'];
  /** The switch that controls it; null if it always appears in the app. */
  obeys: KindSwitch | null;
  /** Days for which it stays listed. */
  days: number;
  /**
   * The text on a locked phone, which everybody nearby can read, the child too: it contains no discipline and no mark, does not say whether
   * the news is good or bad, and names only the child's first name.
   * `{de}` becomes "da Maria". Null if the kind only appears in the app.
   */
  push: string | null;
  /** Whether it is also sent by mail; false if the change itself sends a mail that no switch stops. */
  mailed: boolean;
}

/** One text for every result: a second one would tell a child with the phone in its hand how it did. */
const NEW_RESULT = 'Há um resultado novo {de}.';

const POOR_RESULT = {
  category: 'performance',
  priority: 'high',
  obeys: 'performanceAlerts',
  days: 90,
  push: NEW_RESULT,
  mailed: true,
} as const satisfies Kind;

const ACHIEVEMENT = {
  category: 'performance',
  priority: 'low',
  obeys: 'achievementNotifications',
  days: 90,
  push: 'Há uma novidade {de}.',
  mailed: true,
} as const satisfies Kind;

const TEST_REMINDER = {
  category: 'test_reminder',
  priority: 'normal',
  obeys: 'testReminders',
  days: 14,
  push: 'Há um lembrete sobre os testes {de}.',
  mailed: true,
} as const satisfies Kind;

/**
 * Every kind of notification. A new kind is a row here, a function that builds its text, and a caller of `tell`
 * (`telling.server.ts`); mail, push and the effect of its switch are derived. The hint of the switch in `NotificationCards.tsx` names it too.
 */
export const KINDS = {
  result_ready: {
    category: 'performance',
    priority: 'normal',
    obeys: 'performanceAlerts',
    days: 90,
    push: NEW_RESULT,
    mailed: true,
  },
  low_score: POOR_RESULT,
  score_drop: POOR_RESULT,
  mark_corrected: {
    category: 'performance',
    priority: 'high',
    // The parent may have seen the old mark: a correction always appears in the app.
    obeys: null,
    days: 90,
    push: 'Um resultado {de} foi corrigido.',
    mailed: true,
  },
  weekly_report: {
    category: 'performance',
    priority: 'normal',
    obeys: 'weeklyReports',
    days: 90,
    push: 'O relatório da semana está pronto.',
    mailed: true,
  },
  first_test: ACHIEVEMENT,
  five_in_a_row: ACHIEVEMENT,
  theme_mastered: ACHIEVEMENT,
  no_test: TEST_REMINDER,
  unfinished_test: TEST_REMINDER,
  practice_due: {
    category: 'test_reminder',
    priority: 'normal',
    obeys: 'testReminders',
    days: 7,
    push: 'Há um lembrete sobre o treino {de}.',
    mailed: true,
  },
  opinion_ended: {
    category: 'performance',
    priority: 'normal',
    // The family asked for it and waits for it.
    obeys: null,
    days: 90,
    push: 'Há uma resposta dos professores sobre um texto {de}.',
    mailed: true,
  },
  payment_confirmed: {
    category: 'subscription',
    priority: 'normal',
    obeys: null,
    days: 90,
    push: 'O seu pagamento está confirmado.',
    mailed: true,
  },
  plan_ending: {
    category: 'subscription',
    priority: 'high',
    obeys: null,
    days: 90,
    push: 'O seu plano está a acabar.',
    mailed: true,
  },
  plan_granted: {
    category: 'subscription',
    priority: 'normal',
    obeys: null,
    days: 90,
    push: 'Há uma novidade no seu plano.',
    mailed: true,
  },
  payment_reversed: {
    category: 'subscription',
    priority: 'high',
    obeys: null,
    days: 90,
    push: 'Há uma novidade sobre um pagamento.',
    mailed: true,
  },
  payment_flagged: {
    category: 'subscription',
    priority: 'high',
    obeys: null,
    days: 90,
    push: 'Há uma novidade sobre um pagamento.',
    mailed: true,
  },
  plan_ended: {
    category: 'subscription',
    priority: 'high',
    obeys: null,
    days: 90,
    push: 'O seu plano acabou.',
    mailed: true,
  },
  renewal_ready: {
    category: 'subscription',
    priority: 'high',
    obeys: null,
    days: 90,
    push: 'O pagamento da renovação está pronto.',
    mailed: true,
  },
  discount_earned: {
    category: 'subscription',
    priority: 'normal',
    obeys: null,
    days: 90,
    push: 'Ganhou um desconto.',
    mailed: true,
  },
  welcome: {
    category: 'system',
    priority: 'normal',
    obeys: null,
    days: 90,
    push: 'A sua conta está pronta.',
    mailed: true,
  },
  security: {
    category: 'system',
    priority: 'high',
    obeys: null,
    days: 90,
    push: 'Há um aviso sobre a segurança da sua conta.',
    mailed: false,
  },
  child_mode_left: {
    category: 'system',
    priority: 'low',
    obeys: null,
    days: 14,
    // Parents use the PIN every day, so this appears only in the app: no mail, no push.
    push: null,
    mailed: false,
  },
  news: { category: 'system', priority: 'normal', obeys: null, days: 90, push: 'Há uma novidade.', mailed: true },
} as const satisfies Record<string, Kind>;

export type NoticeType = keyof typeof KINDS;

/** Returns the table with a wider type, for lookups. */
const kindOf = (type: NoticeType): Kind => KINDS[type];

/** A notification before it is stored. */
export interface Notice {
  /** Identifies the event; each event gives one notification. */
  source: string;
  type: NoticeType;
  category: Notification['category'];
  priority: Notification['priority'];
  childId: number | null;
  title: string;
  message: string;
  /** The message as paragraphs, for mails. */
  paragraphs?: readonly string[];
  /** Text for a locked phone; null if it is not sent there. */
  push: string | null;
  /** A path inside the app; null if there is nothing to open. */
  actionLink: string | null;
  expiresAt: Date;
  metadata: Record<string, unknown> | null;
}

/** The text of one notification; everything else is in the table. */
export interface Words extends Pick<Notice, 'source' | 'title' | 'message' | 'actionLink'> {
  child?: ChildTold;
  paragraphs?: readonly string[];
  metadata?: Record<string, unknown>;
}

/** Returns a notification of this kind with these words. */
export function noticeOf(type: NoticeType, now: Date, { child, paragraphs, metadata, ...words }: Words): Notice {
  const kind = kindOf(type);
  return {
    ...words,
    type,
    category: kind.category,
    priority: kind.priority,
    childId: child?.childId ?? null,
    push: kind.push?.replace('{de}', child ? ofChild(child) : '') ?? null,
    ...(paragraphs ? { paragraphs } : {}),
    expiresAt: new Date(now.getTime() + kind.days * DAY_MS),
    metadata: metadata ?? null,
  };
}

/** Returns whether a parent with these settings is notified in the app. */
export function isWanted(type: NoticeType, settings: Switches): boolean {
  const { obeys } = kindOf(type);
  return obeys === null || settings[obeys];
}

/** Returns the switch that the link in a mail of this kind turns off: that of the kind, or that of all mails if the kind has none. */
export const topicOf = (type: NoticeType): KindSwitch | 'emailNotifications' =>
  kindOf(type).obeys ?? 'emailNotifications';

/** Returns whether a notification of this kind is sent by mail. */
export const isMailed = (type: NoticeType): boolean => kindOf(type).mailed;

/** Names of the topics that can be unsubscribed from, in Portuguese. */
export const TOPICS: Record<KindSwitch | 'emailNotifications', string> = {
  performanceAlerts: 'avisos de resultados',
  testReminders: 'lembretes de testes e de treino',
  weeklyReports: 'relatórios semanais',
  achievementNotifications: 'avisos de conquistas',
  emailNotifications: 'e-mails de avisos',
};

export interface ChildTold {
  childId: number;
  fullName: string;
  gender: Gender | null;
}

/** Returns text such as "A Maria", "O João", or "Weza" if the gender is unknown: the beginning of a sentence. */
export function called({ fullName, gender }: ChildTold): string {
  const name = firstName(fullName);
  return name ? withArticle(name, gender) : 'A criança';
}

/** Returns the child within a sentence: "a Maria", "o João", "Weza". */
export function inWords({ fullName, gender }: ChildTold): string {
  const name = firstName(fullName);
  return name ? inSentence(name, gender) : 'a criança';
}

/** Returns text such as "da Maria", "do João", "de Weza". */
export function ofChild({ fullName, gender }: ChildTold): string {
  const name = firstName(fullName);
  return name ? ofWhom(name, gender) : 'da criança';
}

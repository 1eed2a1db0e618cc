import { firstName } from '../../shared/text.ts';
import type { Gender } from '../../shared/words.ts';
import type { Notification, NotificationSettings } from './notifications.contract.ts';

const DAY = 86_400_000;

export type Switches = Omit<NotificationSettings, 'id' | 'userId' | 'updatedAt'>;
/** The switches of kinds; the two others are those of channels. */
export type KindSwitch = Exclude<keyof Switches, 'emailNotifications' | 'pushNotifications'>;

/** How one kind of notification is treated everywhere: in the app, by mail, on the phone. */
interface Kind {
  category: Notification['category'];
  priority: Notification['priority'];
  /** The switch that it obeys; null for what always appears in the app. */
  obeys: KindSwitch | null;
  /** Days that it stays listed. */
  days: number;
  /**
   * What a locked phone shows, for everyone around to read: no discipline, no mark, no more of a child than the first
   * name. `{de}` becomes "da Maria".
   */
  push: string;
  /** Whether a mail goes with it; not where the change itself sends one that no switch stops. */
  mailed: boolean;
}

/**
 * Every kind of notification, once. A new kind is a row here, a function that gives its words, and whoever calls `tell`
 * with them (`telling.server.ts`); mail, push, switches and the settings screen follow.
 */
export const KINDS = {
  result_ready: {
    category: 'performance',
    priority: 'normal',
    obeys: 'performanceAlerts',
    days: 90,
    push: 'Há um resultado novo {de}.',
    mailed: true,
  },
  low_score: {
    category: 'performance',
    priority: 'high',
    obeys: 'performanceAlerts',
    days: 90,
    push: 'Há um resultado novo {de}. Vejam-no juntos.',
    mailed: true,
  },
  score_drop: {
    category: 'performance',
    priority: 'high',
    obeys: 'performanceAlerts',
    days: 90,
    push: 'Há um resultado novo {de}. Vejam-no juntos.',
    mailed: true,
  },
  mark_corrected: {
    category: 'performance',
    priority: 'high',
    // A mark that a parent has seen is another one now: that always appears in the app.
    obeys: null,
    days: 90,
    push: 'Uma nota {de} foi corrigida.',
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
  first_test: {
    category: 'performance',
    priority: 'low',
    obeys: 'achievementNotifications',
    days: 90,
    push: 'Há uma conquista {de}.',
    mailed: true,
  },
  five_in_a_row: {
    category: 'performance',
    priority: 'low',
    obeys: 'achievementNotifications',
    days: 90,
    push: 'Há uma conquista {de}.',
    mailed: true,
  },
  theme_mastered: {
    category: 'performance',
    priority: 'low',
    obeys: 'achievementNotifications',
    days: 90,
    push: 'Há uma conquista {de}.',
    mailed: true,
  },
  no_test: {
    category: 'test_reminder',
    priority: 'normal',
    obeys: 'testReminders',
    days: 14,
    push: 'Há um lembrete sobre os testes {de}.',
    mailed: true,
  },
  unfinished_test: {
    category: 'test_reminder',
    priority: 'normal',
    obeys: 'testReminders',
    days: 14,
    push: 'Há um lembrete sobre os testes {de}.',
    mailed: true,
  },
  practice_due: {
    category: 'test_reminder',
    priority: 'normal',
    obeys: 'testReminders',
    days: 7,
    push: 'Há um lembrete sobre o treino {de}.',
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
    push: 'O seu plano está a terminar.',
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
  plan_ended: {
    category: 'subscription',
    priority: 'high',
    obeys: null,
    days: 90,
    push: 'O seu plano terminou.',
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
  news: { category: 'system', priority: 'normal', obeys: null, days: 90, push: 'Há uma novidade.', mailed: true },
} as const satisfies Record<string, Kind>;

export type NoticeType = keyof typeof KINDS;

/** The table without the exact words of each row, for those who only look things up. */
const kindOf = (type: NoticeType): Kind => KINDS[type];

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
  /** The message in parts, where a mail has room for more than one paragraph. */
  paragraphs?: readonly string[];
  /** What a locked phone shows. */
  push: string;
  /** A path inside the app; null for what is only to be read. */
  actionLink: string | null;
  expiresAt: Date;
  metadata: Record<string, unknown> | null;
}

/** What the words of one notification are made of; the rest is in the table. */
export interface Words extends Pick<Notice, 'source' | 'title' | 'message' | 'actionLink'> {
  child?: ChildTold;
  paragraphs?: readonly string[];
  metadata?: Record<string, unknown>;
}

/** A notification of this kind with these words. */
export function noticeOf(type: NoticeType, now: Date, { child, paragraphs, metadata, ...words }: Words): Notice {
  const kind = kindOf(type);
  return {
    ...words,
    type,
    category: kind.category,
    priority: kind.priority,
    childId: child?.childId ?? null,
    push: kind.push.replace('{de}', child ? ofChild(child) : ''),
    ...(paragraphs ? { paragraphs } : {}),
    expiresAt: new Date(now.getTime() + kind.days * DAY),
    metadata: metadata ?? null,
  };
}

/** Whether a parent with these settings is told in the app. */
export function isWanted(type: NoticeType, settings: Switches): boolean {
  const { obeys } = kindOf(type);
  return obeys === null || settings[obeys];
}

/** What a link in a mail of this kind switches off: the kind, or all mails where the kind itself cannot be. */
export const topicOf = (type: NoticeType): KindSwitch | 'emailNotifications' =>
  kindOf(type).obeys ?? 'emailNotifications';

/** Whether a mail goes with a notification of this kind. */
export const isMailed = (type: NoticeType): boolean => kindOf(type).mailed;

/** What mails may be switched off by, as people read it. */
export const TOPICS: Record<KindSwitch | 'emailNotifications', string> = {
  performanceAlerts: 'alertas de desempenho',
  testReminders: 'lembretes de testes',
  weeklyReports: 'relatórios da semana',
  achievementNotifications: 'conquistas',
  emailNotifications: 'todos os e-mails de avisos',
};

export interface ChildTold {
  childId: number;
  fullName: string;
  gender: Gender | null;
}

/** "A Maria", "O João", "Weza" where the gender is not known: how a sentence begins. */
export function called({ fullName, gender }: ChildTold): string {
  const name = firstName(fullName);
  if (!name) return 'A criança';
  return gender === 'feminino' ? `A ${name}` : gender === 'masculino' ? `O ${name}` : name;
}

/** "da Maria", "do João", "de Weza". */
export function ofChild({ fullName, gender }: ChildTold): string {
  const name = firstName(fullName);
  if (!name) return 'da criança';
  return gender === 'feminino' ? `da ${name}` : gender === 'masculino' ? `do ${name}` : `de ${name}`;
}

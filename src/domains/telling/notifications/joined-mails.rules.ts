import { momentInLuanda } from '../../../shared/calendar.ts';
import { KINDS, type NoticeType, topicOf } from './kinds.rules.ts';

/** First and last hour in Luanda in which delayed mails are sent. */
const [FIRST_HOUR, LAST_HOUR] = [6, 20];

/** A notification to be sent by mail. */
export interface WaitingMail {
  notificationId: number;
  type: NoticeType;
  /** Null if it concerns all children of the family. */
  childId: number | null;
  title: string;
  message: string;
  paragraphs: readonly string[] | null;
  actionLink: string;
  priority: 'low' | 'normal' | 'high';
  expiresAt: Date | null;
}

/**
 * Returns whether a kind goes into the one daily mail about a child. Notifications about payments, the account and corrected marks have
 * separate mails, sent at once.
 */
export function joinsMails(type: NoticeType): boolean {
  const { category } = KINDS[type];
  return (category === 'performance' || category === 'test_reminder') && type !== 'mark_corrected';
}

/** The notifications of one mail, and the children whose daily mail it uses. */
export interface DueMail {
  childIds: readonly number[];
  items: readonly WaitingMail[];
}

/**
 * Returns the mails that may be sent now, at most one for each child: a child's notifications if that child has had no mail today, the
 * family's if no child has, then in one mail with all the others.
 *
 * @param items in the order in which they were created.
 * @param children all children of the family.
 * @param mailedToday the children that had their mail today.
 */
export function mailsDue(
  items: readonly WaitingMail[],
  children: readonly number[],
  mailedToday: ReadonlySet<number>,
): DueMail[] {
  const ofFamily = items.some(({ childId }) => childId === null);
  if (ofFamily && children.every((id) => !mailedToday.has(id))) return [{ childIds: children, items }];
  return children
    .filter((id) => !mailedToday.has(id))
    .map((id) => ({ childIds: [id], items: items.filter(({ childId }) => childId === id) }))
    .filter((mail) => mail.items.length > 0);
}

/** Returns whether delayed mails may be sent at this hour: none are sent at night. */
export function isMailTime(now: Date): boolean {
  const hour = Number(momentInLuanda(now).slice(11, 13));
  return hour >= FIRST_HOUR && hour < LAST_HOUR;
}

/** The kind of a mail that joins several notifications; other mails have their notification's kind. */
export const JOINED = 'joined_news';

const URGENCY = { high: 0, normal: 1, low: 2 } as const;

/**
 * Builds one mail from several notifications: the most urgent comes first, the others follow with their titles.
 *
 * @param items one or more, in the order in which they were created.
 */
export function joinedMail(items: readonly WaitingMail[]) {
  const [first, ...others] = [...items].sort((one, other) => URGENCY[one.priority] - URGENCY[other.priority]) as [
    WaitingMail,
    ...WaitingMail[],
  ];
  const more = others.length === 0 ? '' : others.length === 1 ? ' e mais 1 aviso' : ` e mais ${others.length} avisos`;
  const topics = new Set(items.map(({ type }) => topicOf(type)));
  const ends = items.map(({ expiresAt }) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const uselessAt = Math.max(...ends);
  return {
    kind: others.length === 0 ? first.type : JOINED,
    topic: topics.size === 1 ? topicOf(first.type) : 'emailNotifications',
    subject: `${first.title}${more}`,
    content: {
      title: first.title,
      paragraphs: [
        ...(first.paragraphs ?? [first.message]),
        ...others.map(({ title, message }) => `${title}. ${message}`),
      ],
      actions: [
        { label: 'Ver na {{productName}}', path: first.actionLink },
        ...others
          .filter(({ actionLink }) => actionLink !== first.actionLink)
          .map(({ title, actionLink }) => ({ label: title, path: actionLink })),
      ],
    },
    ...(Number.isFinite(uselessAt) ? { uselessAt: new Date(uselessAt) } : {}),
  };
}

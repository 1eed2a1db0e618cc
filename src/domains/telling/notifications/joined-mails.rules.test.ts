import { expect, test } from 'vitest';
import { isMailTime, joinedMail, joinsMails, mailsDue, type WaitingMail } from './joined-mails.rules.ts';
import { KINDS, type NoticeType } from './kinds.rules.ts';

const item = (notificationId: number, childId: number | null, more: Partial<WaitingMail> = {}): WaitingMail => ({
  notificationId,
  type: 'result_ready',
  childId,
  title: `Aviso ${notificationId}`,
  message: 'Palavras.',
  paragraphs: null,
  actionLink: `/results/${notificationId}`,
  priority: 'normal',
  expiresAt: new Date('2026-12-01T00:00:00Z'),
  ...more,
});

test('mails about security, money and the welcome are sent alone; those about children are joined', () => {
  const alone = (Object.keys(KINDS) as NoticeType[]).filter((type) => !joinsMails(type));
  expect(alone.sort()).toEqual([
    'child_mode_left',
    'discount_earned',
    'mark_corrected',
    'news',
    'payment_confirmed',
    'payment_flagged',
    'payment_reversed',
    'plan_ended',
    'plan_ending',
    'plan_granted',
    'renewal_ready',
    'security',
    'welcome',
  ]);
});

test.each<[string, (number | null)[], number[], number[], [children: number[], items: number[]][]]>([
  ['nothing is waiting', [], [1], [], []],
  ['a child without a mail today gets one', [1], [1], [], [[[1], [1]]]],
  ['several notifications about one child are one mail', [1, 1, 1], [1], [], [[[1], [1, 2, 3]]]],
  ['a child that had its mail today gets no other', [1, 1], [1], [1], []],
  [
    'each child has a separate mail',
    [1, 2, 1],
    [1, 2],
    [],
    [
      [[1], [1, 3]],
      [[2], [2]],
    ],
  ],
  ['of two children the one without a mail today gets one', [1, 2], [1, 2], [1], [[[2], [2]]]],
  [
    'a notification about the family is joined with those about its children',
    [null, 1, 2],
    [1, 2],
    [],
    [
      [
        [1, 2],
        [1, 2, 3],
      ],
    ],
  ],
  ['a notification about the family waits until no child has had a mail today', [null, 2], [1, 2], [1], [[[2], [2]]]],
  ['a mail about the family counts as the mail of every child', [null], [1, 2], [], [[[1, 2], [1]]]],
  ['notifications about an erased child are not sent', [3], [1], [], []],
])('%s', (_, about, children, mailed, due) => {
  const items = about.map((childId, at) => item(at + 1, childId));
  expect(
    mailsDue(items, children, new Set(mailed)).map((mail) => [
      mail.childIds,
      mail.items.map(({ notificationId }) => notificationId),
    ]),
  ).toEqual(due);
});

test.each([
  ['2026-11-24T04:59:00Z', false],
  ['2026-11-24T05:00:00Z', true],
  ['2026-11-24T18:59:00Z', true],
  ['2026-11-24T19:00:00Z', false],
])('a mail that has to wait may be sent at %s: %s', (at, may) => expect(isMailTime(new Date(at))).toBe(may));

test('the most urgent notification comes first, the others follow with titles and links', () => {
  const joined = joinedMail([
    item(1, 1, { type: 'first_test', priority: 'low' }),
    item(2, 1, {
      type: 'low_score',
      priority: 'high',
      paragraphs: ['Um.', 'Dois.'],
      expiresAt: new Date('2026-12-09'),
    }),
    item(3, 1, { actionLink: '/results/2' }),
  ]);
  expect(joined).toEqual({
    kind: 'joined_news',
    topic: 'emailNotifications',
    subject: 'Aviso 2 e mais 2 avisos',
    content: {
      title: 'Aviso 2',
      paragraphs: ['Um.', 'Dois.', 'Aviso 3. Palavras.', 'Aviso 1. Palavras.'],
      actions: [
        { label: 'Ver na {{productName}}', path: '/results/2' },
        { label: 'Aviso 1', path: '/results/1' },
      ],
    },
    uselessAt: new Date('2026-12-09'),
  });
});

test('a single notification is not changed', () => {
  expect(joinedMail([item(1, 1)])).toMatchObject({
    kind: 'result_ready',
    topic: 'performanceAlerts',
    subject: 'Aviso 1',
    content: { title: 'Aviso 1', paragraphs: ['Palavras.'] },
  });
});

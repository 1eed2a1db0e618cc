import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { flag, idInPath, moment } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';

/** A notification of a parent or a teacher in the app. */
const notification = z.object({
  id: z.int(),
  userId: z.int(),
  childId: z.int().nullable(),
  title: z.string(),
  message: z.string(),
  /** The kind of event as a stable word: `result_ready`, `welcome`… */
  type: z.string(),
  category: z.enum(['performance', 'test_reminder', 'subscription', 'system']),
  isRead: z.boolean(),
  /** A path inside the app. */
  actionLink: z.string().nullable(),
  createdAt: moment,
  readAt: moment.nullable(),
  expiresAt: moment.nullable(),
  priority: z.enum(['high', 'normal', 'low']),
  metadata: z.record(z.string(), z.unknown()).nullable(),
});
export type Notification = z.output<typeof notification>;

const onOrOff = z.boolean('Indique se fica ligado ou desligado.');
const switches = {
  performanceAlerts: onOrOff,
  testReminders: onOrOff,
  weeklyReports: onOrOff,
  achievementNotifications: onOrOff,
  emailNotifications: onOrOff,
  pushNotifications: onOrOff,
};

/** A parent's notification settings. `id` and `updatedAt` are null until something is changed. */
const notificationSettings = z.object({
  id: z.int().nullable(),
  userId: z.int(),
  ...switches,
  updatedAt: moment.nullable(),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

export const notificationsContract = {
  'GET /api/notifications': {
    summary: 'List the caller’s notifications, newest first: unread ones or all, without expired ones',
    authz: { allow: ['parent', 'teacher'], owner: 'user', stepUp: EXEMPT.own },
    query: z.object({
      includeRead: flag.transform((value) => value === 'true'),
    }),
    output: z.array(notification),
  },
  'PATCH /api/notifications/:id/read': {
    summary: 'Mark a notification as read',
    authz: { allow: ['parent', 'teacher'], owner: 'notification', stepUp: EXEMPT.own },
    params: z.object({ id: idInPath }),
    output: notification,
  },
  'DELETE /api/notifications/:id': {
    summary: 'Delete a notification',
    authz: { allow: ['parent', 'teacher'], owner: 'notification', stepUp: EXEMPT.own },
    params: z.object({ id: idInPath }),
    output: z.null(),
    status: 204,
  },
  'GET /api/notifications/settings': {
    summary: 'Return the caller’s notification settings; everything is on by default',
    authz: { allow: ['parent'], owner: 'user' },
    output: notificationSettings,
  },
  'PUT /api/notifications/settings': {
    summary: 'Change the caller’s notification settings; fields left out stay unchanged',
    authz: { allow: ['parent'], owner: 'user' },
    body: z.object(switches).partial(),
    output: notificationSettings,
  },
} as const satisfies Contract;

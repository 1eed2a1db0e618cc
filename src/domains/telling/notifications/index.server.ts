import type { Feature } from '../../../server/feature.ts';
import { bindNotifications, notificationsWork } from './notifications.server.ts';
import { pushFigures, pushWork } from './push.server.ts';

export const notifications: Feature = {
  routes: bindNotifications,
  jobs: ({ db, config, log, brand }) => [...notificationsWork(db), ...pushWork(db, config, log, brand)],
  figures: pushFigures,
};

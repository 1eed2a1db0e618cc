import type { Frame } from '../../server/http.ts';
import { bindAudit } from '../operations/audit.server.ts';
import { bindDatabase } from '../operations/database.server.ts';
import { bindSettings } from '../operations/settings.server.ts';
import { bindOverview } from './overview.server.ts';
import { bindPaymentsPanel } from './payments.server.ts';
import { bindStatistics } from './statistics.server.ts';
import { bindAdminTests } from './tests.server.ts';
import { bindUsers } from './users.server.ts';

/** Everything that only administrators see and do. */
export function bindBackoffice(frame: Frame): void {
  bindOverview(frame);
  bindUsers(frame);
  bindPaymentsPanel(frame);
  bindAdminTests(frame);
  bindStatistics(frame);
  bindDatabase(frame);
  bindAudit(frame);
  bindSettings(frame);
}

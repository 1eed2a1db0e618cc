import type { Queryable } from '../../../server/db/db.ts';
import { readSetting, saveSetting } from '../../../server/db/settings.ts';
import { notFound, planRequired } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import { planInForce } from './plans.rules.ts';
import { type Webinar, webinarsContract } from './webinars.contract.ts';
import { webinarsToShow } from './webinars.rules.ts';
import { findBought } from './webinars.store.ts';

/** Key of the setting; its value is a list in the form of `webinarsInput`. */
const SETTING = 'plans.webinars';

/** Returns the webinars in the order in which an administrator last saved them; an empty list if none have been saved. */
export async function readWebinars(db: Queryable): Promise<Webinar[]> {
  return (await readSetting<Webinar[]>(db, SETTING)) ?? [];
}

/**
 * Replaces the list of webinars and writes it to the audit log, in the caller's transaction.
 *
 * @param webinars already validated by `webinarsInput`.
 */
export async function saveWebinars(
  transaction: Queryable,
  webinars: readonly Webinar[],
  by: { userId: number; address: string | null },
): Promise<void> {
  const before = await readWebinars(transaction);
  await saveSetting(transaction, SETTING, webinars);
  await audit(transaction, {
    userId: by.userId,
    action: 'settings.changed',
    subject: `setting ${SETTING}`,
    before: { webinars: before },
    after: { webinars },
    address: by.address,
  });
}

/** Binds the webinars for parents whose plan includes them. */
export function bindWebinars(frame: Frame): void {
  const { db } = frame;
  frame.bind(webinarsContract, {
    'GET /api/webinars': async (call) => {
      const bought = await findBought(db, call.caller.userId);
      if (!bought) throw notFound();
      if (!planInForce(bought, bought.now).allows.webinars)
        throw planRequired('webinars-premium', 'Os webinars fazem parte dos planos pagos.');
      return webinarsToShow(await readWebinars(db), bought.now);
    },
  });
}

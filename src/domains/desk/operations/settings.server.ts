import type { Database, Queryable } from '../../../server/db/db.ts';
import { type liveSettings, readLiveSettings, SETTING } from '../../../server/db/live-settings.ts';
import { saveSetting } from '../../../server/db/settings.ts';
import { conflict, notSignedIn } from '../../../server/http/errors.ts';
import type { Call, Frame } from '../../../server/http/http.ts';
import { consumeRateLimit } from '../../../server/http/rate-limits.ts';
import { queueMail } from '../../../server/mail/mail.ts';
import { hurryFailed } from '../../../server/mail/mail-sending.ts';
import { audit } from '../../../server/watch/audit.ts';
import type { AuditedField } from '../../../shared/audited.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { readTransferAccount, saveTransferAccount } from '../../money/payments/transfer-account.server.ts';
import { readWebinars, saveWebinars } from '../../money/plans/webinars.server.ts';
import { tellTransfersChanged } from '../../people/accounts/security-mail.server.ts';
import { byOf } from './files.server.ts';
import { settingsContract } from './settings.contract.ts';
import { findEmail, findMailState } from './settings.store.ts';

/** Limit on the test mails of one administrator. */
const MAIL_TESTS = { name: 'mail-test', hits: 10, seconds: 3600 } as const;

/** Sends a test mail to the caller, at most ten in an hour, and tries again what could not be sent before. */
async function sendMailTest(db: Database, call: Call<(typeof settingsContract)['POST /api/admin/settings/mail-test']>) {
  const { userId } = call.caller;
  await consumeRateLimit(db, MAIL_TESTS, String(userId));
  // Also for who gets no test: the mail that confirms their address may be among those that wait.
  await hurryFailed(db);
  const to = await db.transaction(async (transaction) => {
    const found = await findEmail(transaction, userId);
    if (!found) throw notSignedIn();
    if (!found.isVerified)
      throw conflict(
        'email-unverified',
        'Confirme primeiro o seu e-mail, em «A minha conta»: só depois lhe podemos escrever.',
      );
    await queueMail(transaction, {
      to: found.email,
      userId,
      kind: 'mail_test',
      subject: 'E-mail de teste',
      content: {
        title: 'Os e-mails chegam.',
        paragraphs: [
          'Este e-mail foi pedido no painel administrativo da {{productName}}, para ver se os e-mails saem e chegam.',
        ],
        actions: [{ label: 'Abrir o painel', path: '/admin?tab=settings' }],
      },
    });
    await audit(transaction, { ...byOf(call), action: 'settings.mail-tested', subject: 'mail' });
    return found.email;
  });
  return { to };
}

/** Returns all settings as the administration shows them. */
async function readSettings(frame: Frame) {
  const { db, config } = frame;
  const [{ notice, trimesters }, mail, webinars, transferAccount] = await Promise.all([
    readLiveSettings(db),
    findMailState(db),
    readWebinars(db),
    readTransferAccount(db),
  ]);
  return {
    brand: frame.brand(),
    defaults: config.brand,
    notice,
    trimesters: [...trimesters],
    transferAccount,
    gateway: { kind: config.paymentGateway },
    mail: { server: config.smtpUrl !== undefined, ...mail },
    webinars,
  };
}

/**
 * Saves a setting and writes the change to the audit log. The old value is read in the same transaction.
 *
 * @param differ returns what the audit log records of the change, given the settings before it.
 */
async function saveLiveSetting(
  db: Database,
  call: Pick<Call<Endpoint>, 'caller' | 'address'>,
  { key, value }: { key: (typeof SETTING)[keyof typeof SETTING]; value: unknown },
  differ: (now: ReturnType<typeof liveSettings>) => Record<'before' | 'after', Partial<Record<AuditedField, unknown>>>,
): Promise<void> {
  await db.transaction(async (transaction: Queryable) => {
    const changed = differ(await readLiveSettings(transaction));
    if (JSON.stringify(changed.before) === JSON.stringify(changed.after)) return;
    await saveSetting(transaction, key, value);
    await audit(transaction, { ...byOf(call), action: 'settings.changed', subject: `setting ${key}`, ...changed });
  });
  await readLiveSettings(db);
}

/** Binds the endpoints of the settings: names, notice, calendar, webinars, and the test mail. */
export function bindSettings(frame: Frame): void {
  const { db, config } = frame;
  const read = () => readSettings(frame);

  frame.bind(settingsContract, {
    'GET /api/admin/settings': read,

    'PUT /api/admin/settings/brand': async (call) => {
      const { productName, companyName, supportEmail } = call.body;
      const after = { productName, companyName, supportEmail };
      await saveLiveSetting(db, call, { key: SETTING.brand, value: after }, (now) => {
        const { productName, companyName, supportEmail } = { ...config.brand, ...now.brand };
        return { before: { productName, companyName, supportEmail }, after };
      });
      return read();
    },

    'PUT /api/admin/settings/notice': async (call) => {
      const { notice } = call.body;
      await saveLiveSetting(db, call, { key: SETTING.notice, value: notice }, (now) => ({
        before: { notice: now.notice },
        after: { notice },
      }));
      return read();
    },

    'PUT /api/admin/settings/calendar': async (call) => {
      const { trimesters } = call.body;
      await saveLiveSetting(db, call, { key: SETTING.trimesters, value: trimesters }, (now) => ({
        before: { trimesters: now.trimesters },
        after: { trimesters },
      }));
      return read();
    },

    'PUT /api/admin/settings/transfer-account': async (call) => {
      const by = byOf(call);
      await db.transaction(async (transaction) => {
        if (await saveTransferAccount(transaction, call.body, by)) await tellTransfersChanged(transaction, by.userId);
      });
      return read();
    },

    'PUT /api/admin/settings/webinars': async (call) => {
      await db.transaction((transaction) => saveWebinars(transaction, call.body.webinars, byOf(call)));
      return read();
    },

    'POST /api/admin/settings/mail-test': (call) => sendMailTest(db, call),
  });
}

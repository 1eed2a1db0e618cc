import { createECDH } from 'node:crypto';
import type { Brand, Config } from '../../../server/config.ts';
import type { Database } from '../../../server/db/db.ts';
import { insertSetting, readSetting } from '../../../server/db/settings.ts';
import { invalid } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import type { Figure } from '../../../server/watch/figures.ts';
import type { Log } from '../../../server/watch/log.ts';
import { INCOMPLETE, pushContract } from './push.contract.ts';
import { isPushService, outcomeOf } from './push.rules.ts';
import {
  countWaitingPushes,
  deleteOldestPushDevices,
  deletePush,
  deletePushDevice,
  deletePushDevices,
  insertPushDevice,
  isPushed,
  postponePush,
  takePush,
  type WaitingPush,
} from './push.store.ts';

/** The library is loaded with the first message. */
const library = () => import('web-push');

/** Maximum subscriptions of one person; the oldest are deleted. */
const MAX_DEVICES = 20;
/** Maximum concurrent messages, and maximum messages in one run. */
const AT_ONCE = 4;
const MOST = 400;
/** Milliseconds to wait for a push service. */
const PATIENCE_MS = 10_000;
/** Seconds that a push service keeps a message for a phone that is off: two days. */
const KEPT_SECONDS = 2 * 24 * 3600;

const VAPID = 'push-keys';

interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * Returns the keys that identify this installation to push services (VAPID, RFC 8292). Generated once and stored in the database for all
 * processes: with new keys every browser would have to subscribe again.
 */
export async function pushKeys(db: Database): Promise<VapidKeys> {
  const kept = await readSetting<VapidKeys>(db, VAPID);
  if (kept) return kept;
  const { default: webpush } = await library();
  await insertSetting(db, VAPID, webpush.generateVAPIDKeys());
  // Another process may have been first: use the stored keys.
  return (await readSetting<VapidKeys>(db, VAPID)) as VapidKeys;
}

/** Push subscriptions: each browser subscribes and unsubscribes itself. */
export function bindPush(frame: Frame): void {
  const { db, config } = frame;
  frame.bind(pushContract, {
    'GET /api/notifications/push': async (call) => {
      const [{ publicKey }, on] = await Promise.all([pushKeys(db), isPushed(db, call.caller.tokenHash)]);
      return { publicKey, on };
    },

    'POST /api/notifications/push': async (call) => {
      const { userId, tokenHash } = call.caller;
      const { endpoint, keys } = call.body;
      if (!isPushService(endpoint, config.pushServices))
        throw invalid({
          endpoint: 'Este navegador não serve para avisos. Continua a recebê-los no sino e por e-mail.',
        });
      if (!isKey(keys.p256dh)) throw invalid({ 'keys.p256dh': INCOMPLETE });
      await db.transaction(async (transaction) => {
        await deletePushDevices(transaction, tokenHash, endpoint);
        await insertPushDevice(transaction, { userId, sessionHash: tokenHash, endpoint, ...keys });
        await deleteOldestPushDevices(transaction, userId, MAX_DEVICES);
      });
      return null;
    },

    'DELETE /api/notifications/push': async (call) => {
      await deletePushDevices(db, call.caller.tokenHash, null);
      return null;
    },
  });
}

/** Returns whether the key is a point on the P-256 curve; messages cannot be encrypted with any other value. */
function isKey(p256dh: string): boolean {
  try {
    const one = createECDH('prime256v1');
    one.generateKeys();
    one.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Sends queued push messages. Safe to run concurrently: a message is claimed with one statement. Subscriptions that are gone are
 * deleted; a busy service is retried later.
 *
 * @returns how many were sent.
 */
export async function sendPushes(db: Database, config: Config, log: Log, brand: Brand): Promise<number> {
  const keys = await pushKeys(db);
  let [sent, taken] = [0, 0];
  const worker = async () => {
    for (; taken < MOST; ) {
      taken += 1;
      const message = await takePush(db);
      if (!message) return;
      if (await sendOne(db, message, keys, config, log, brand)) sent += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return sent;
}

async function sendOne(
  db: Database,
  message: WaitingPush,
  keys: VapidKeys,
  config: Config,
  log: Log,
  brand: Brand,
): Promise<boolean> {
  const { endpoint, p256dh, auth, body, path, notificationId, urgent } = message;
  let [status, retryAfter]: [number, string | null] = [0, null];
  if (!isPushService(endpoint, config.pushServices)) status = 410;
  else {
    const payload = JSON.stringify({ title: brand.productName, body, path, tag: String(notificationId) });
    const { default: webpush } = await library();
    const request = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: `mailto:${brand.supportEmail}`, ...keys },
      TTL: KEPT_SECONDS,
      urgency: urgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    });
    const { 'Content-Length': _length, ...headers } = request.headers as Record<string, string>;
    try {
      // These are the only requests that this server makes to addresses from users, limited to the listed services; redirects are
      // not followed.
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers,
        body: new Uint8Array(request.body),
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await answer.body?.cancel();
      status = answer.status;
      retryAfter = answer.headers.get('Retry-After');
    } catch {
      // The service was not reached, or did not reply in time.
    }
  }
  const outcome = outcomeOf(status, message.tries, retryAfter);
  if (outcome.what === 'again') await postponePush(db, message.id, outcome.seconds);
  else if (outcome.what === 'gone') await deletePushDevice(db, message.deviceId);
  else await deletePush(db, message.id);
  if (outcome.what !== 'sent')
    log.info({ event: `push-${outcome.what}`, device: message.deviceId, status }, 'a push message was not sent');
  return outcome.what === 'sent';
}

/** Returns the periodic jobs for push messages. */
export const pushWork = (db: Database, config: Config, log: Log, brand: () => Brand): Periodic[] => [
  { name: 'send-pushes', every: 5, work: () => sendPushes(db, config, log, brand()) },
];

export const pushFigures = (db: Database): Figure[] => [
  {
    name: 'push_messages_waiting',
    help: 'Messages that wait for browsers, counted up to 10,000',
    read: () => countWaitingPushes(db),
  },
];

import { createECDH } from 'node:crypto';
import webpush from 'web-push';
import type { Brand, Config } from '../../server/config.ts';
import type { Database } from '../../server/db.ts';
import { invalid } from '../../server/errors.ts';
import type { Figure } from '../../server/figures.ts';
import type { Frame } from '../../server/http.ts';
import type { Periodic } from '../../server/jobs.ts';
import type { Log } from '../../server/log.ts';
import { keepSettingOnce, readSetting } from '../../server/settings.ts';
import { pushContract } from './push.contract.ts';
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

/** Most browsers of one person; the oldest are forgotten. */
const MOST_DEVICES = 20;
/** Messages on their way at a time, and most in one turn. */
const AT_ONCE = 4;
const MOST = 400;
/** Milliseconds that a push service may take. */
const PATIENCE = 10_000;
/** Seconds that a push service keeps a message for a phone that is off: two days. */
const KEPT = 2 * 24 * 3600;

const VAPID = 'push-keys';

interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The keys by which push services know this installation (VAPID, RFC 8292). Made once and kept in the database, the
 * same for every process: with others every browser would have to subscribe anew.
 */
export async function pushKeys(db: Database): Promise<VapidKeys> {
  const kept = await readSetting<VapidKeys>(db, VAPID);
  if (kept) return kept;
  await keepSettingOnce(db, VAPID, webpush.generateVAPIDKeys());
  // Another process may have been first: what is kept holds.
  return (await readSetting<VapidKeys>(db, VAPID)) as VapidKeys;
}

/** Telling a person's browsers: subscribing and ceasing, each for the browser that asks. */
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
        throw invalid({ endpoint: 'Este navegador usa um serviço de avisos que não conhecemos.' });
      if (!isKey(keys.p256dh)) throw invalid({ 'keys.p256dh': 'A inscrição deste aparelho não está completa.' });
      await db.transaction(async (transaction) => {
        await deletePushDevices(transaction, tokenHash, endpoint);
        await insertPushDevice(transaction, { userId, sessionHash: tokenHash, endpoint, ...keys });
        await deleteOldestPushDevices(transaction, userId, MOST_DEVICES);
      });
      return null;
    },

    'DELETE /api/notifications/push': async (call) => {
      await deletePushDevices(db, call.caller.tokenHash, null);
      return null;
    },
  });
}

/** Whether it is a point of the curve that browsers use; anything else could not be encrypted for. */
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
 * Sends what waits for browsers. Safe in any number of processes at once: taking a message is one statement. A browser
 * that is gone is forgotten; a service that is busy is asked again later.
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
    const request = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: `mailto:${brand.supportEmail}`, ...keys },
      TTL: KEPT,
      urgency: urgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    });
    const { 'Content-Length': _length, ...headers } = request.headers as Record<string, string>;
    try {
      // The only address that this server visits of its own accord, and only at the services of its list; never
      // wherever one of them may point.
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers,
        body: new Uint8Array(request.body),
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE),
      });
      await answer.body?.cancel();
      status = answer.status;
      retryAfter = answer.headers.get('Retry-After');
    } catch {
      // Not reached, or too slow.
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

/** Periodic work for browsers that are told. */
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

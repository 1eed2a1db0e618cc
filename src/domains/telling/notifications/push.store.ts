import type { Queryable } from '../../../server/db/db.ts';

export interface PushDevice {
  userId: number;
  sessionHash: Buffer;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Deletes earlier subscriptions of this browser or session: each browser serves one person, in one session. */
export function deletePushDevices(
  transaction: Queryable,
  sessionHash: Buffer,
  endpoint: string | null,
): Promise<number> {
  return transaction.count('delete from push_devices where session_hash = $1 or endpoint = $2', [
    sessionHash,
    endpoint,
  ]);
}

export function insertPushDevice(transaction: Queryable, device: PushDevice): Promise<number> {
  return transaction.count(
    'insert into push_devices (user_id, session_hash, endpoint, p256dh, auth) values (:userId, :sessionHash, :endpoint, :p256dh, :auth) on conflict do nothing',
    device,
  );
}

/** Keeps the newest subscriptions of a person and deletes the others. */
export function deleteOldestPushDevices(transaction: Queryable, userId: number, most: number): Promise<number> {
  return transaction.count(
    'delete from push_devices where id in (select id from push_devices where user_id = $1 order by id desc offset $2)',
    [userId, most],
  );
}

export async function isPushed(db: Queryable, sessionHash: Buffer): Promise<boolean> {
  return (await db.rows('select 1 from push_devices where session_hash = $1', [sessionHash])).length > 0;
}

/** Queues one message for each of a person's browsers. */
export function insertPushMessages(
  transaction: Queryable,
  message: { userId: number; notificationId: number; topic: string; body: string; urgent: boolean },
): Promise<number> {
  return transaction.count(
    `insert into push_messages (device_id, notification_id, topic, body, urgent)
     select d.id, :notificationId, :topic, :body, :urgent from push_devices d join sessions s on s.token_hash = d.session_hash
     where d.user_id = :userId and s.expires_at > now()`,
    message,
  );
}

/** Deletes a person's queued messages: all, or one topic. */
export function deletePushMessages(transaction: Queryable, userId: number, topic: string | null): Promise<number> {
  return transaction.count(
    `delete from push_messages where device_id in (select id from push_devices where user_id = $1) and ($2::text is null or topic = $2)`,
    [userId, topic],
  );
}

export interface WaitingPush {
  id: number;
  deviceId: number;
  notificationId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  body: string;
  path: string | null;
  urgent: boolean;
  tries: number;
}

/**
 * Claims the message that has been due longest, for two minutes. Messages for a browser in child mode wait until the parent has it back:
 * what they say is for the parent. Whoever has the phone sees them on its locked screen.
 */
export function takePush(db: Queryable): Promise<WaitingPush | undefined> {
  return db.row<WaitingPush>(
    `update push_messages m set tries = m.tries + 1, next_try_at = now() + interval '2 minutes'
     from push_devices d, notifications n
     where d.id = m.device_id and n.id = m.notification_id
       and m.id = (
         select w.id from push_messages w join push_devices held on held.id = w.device_id
           join sessions s on s.token_hash = held.session_hash
         where w.next_try_at <= now() and s.only_children is null
         order by w.next_try_at, w.id limit 1 for update of w skip locked)
     returning m.id, d.id as device_id, n.id as notification_id, d.endpoint, d.p256dh, d.auth, m.body, n.action_link as path, m.urgent, m.tries`,
  );
}

export function postponePush(db: Queryable, id: number, seconds: number): Promise<number> {
  return db.count('update push_messages set next_try_at = now() + make_interval(secs => $2) where id = $1', [
    id,
    seconds,
  ]);
}

export function deletePush(db: Queryable, id: number): Promise<number> {
  return db.count('delete from push_messages where id = $1', [id]);
}

export function deletePushDevice(db: Queryable, id: number): Promise<number> {
  return db.count('delete from push_devices where id = $1', [id]);
}

/** Returns the number of queued messages, counted up to 10,000. */
export async function countWaitingPushes(db: Queryable): Promise<number> {
  const row = await db.row<{ n: number }>(
    'select count(*) as n from (select 1 from push_messages limit 10000) waiting',
  );
  return row?.n ?? 0;
}

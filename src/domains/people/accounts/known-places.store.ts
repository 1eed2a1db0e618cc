import type { Queryable } from '../../../server/db/db.ts';
import { KNOWN_DAYS } from './accounts.rules.ts';

/**
 * Returns whether a user has signed in with such a device and from this network before. True for an account without any recorded device or
 * network: it is new, or older than these records.
 */
export async function isFamiliar(db: Queryable, userId: number, device: string, network: string): Promise<boolean> {
  const row = await db.row<{ familiar: boolean }>(
    `select coalesce((select bool_or(device = $2) from known_devices
         where user_id = $1 and seen_at > now() - interval '${KNOWN_DAYS} days'), true)
       and coalesce((select bool_or(network = $3) from known_networks
         where user_id = $1 and seen_at > now() - interval '${KNOWN_DAYS} days'), true) as familiar`,
    [userId, device, network],
  );
  return row?.familiar ?? true;
}

/** Records the device and the network of a sign-in, at most once a day. */
export function upsertKnownPlace(db: Queryable, userId: number, device: string, network: string): Promise<number> {
  return db.count(
    `with known as (
       insert into known_devices (user_id, device) values ($1, $2)
       on conflict (user_id, device) do update set seen_at = now() where known_devices.seen_at < now() - interval '1 day'
     )
     insert into known_networks (user_id, network) values ($1, $3)
     on conflict (user_id, network) do update set seen_at = now() where known_networks.seen_at < now() - interval '1 day'`,
    [userId, device, network],
  );
}

export function deleteOldDevices(db: Queryable): Promise<number> {
  return db.count(`delete from known_devices where seen_at < now() - interval '${KNOWN_DAYS} days'`);
}

/** Returns whether an account has signed in from this network before. It takes the same work whether the account exists or not. */
export async function isKnownNetwork(db: Queryable, usernameKey: string, network: string): Promise<boolean> {
  const row = await db.row(
    `select 1 from known_networks k join users u on u.id = k.user_id
     where u.username_key = $1 and k.network = $2 and k.seen_at > now() - interval '${KNOWN_DAYS} days'`,
    [usernameKey, network],
  );
  return row !== undefined;
}

/** Returns whether an account has signed in in this browser. It takes the same work whether the account exists or not. */
export async function isBrowserOf(db: Queryable, usernameKey: string, tokenHash: Buffer): Promise<boolean> {
  const row = await db.row(
    `select 1 from known_browsers k join users u on u.id = k.user_id
     where u.username_key = $1 and k.token_hash = $2 and k.seen_at > now() - interval '${KNOWN_DAYS} days'`,
    [usernameKey, tokenHash],
  );
  return row !== undefined;
}

/** Returns whether anybody has signed in in this browser. */
export async function isKnownBrowser(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const row = await db.row(
    `select 1 from known_browsers where token_hash = $1 and seen_at > now() - interval '${KNOWN_DAYS} days' limit 1`,
    [tokenHash],
  );
  return row !== undefined;
}

/** Records a browser in which somebody signed in, or chose a new password. */
export function upsertKnownBrowser(db: Queryable, userId: number, tokenHash: Buffer): Promise<number> {
  return db.count(
    `insert into known_browsers (user_id, token_hash) values ($1, $2)
     on conflict (user_id, token_hash) do update set seen_at = now() where known_browsers.seen_at < now() - interval '1 day'`,
    [userId, tokenHash],
  );
}

export function deleteOldBrowsers(db: Queryable): Promise<number> {
  return db.count(`delete from known_browsers where seen_at < now() - interval '${KNOWN_DAYS} days'`);
}

export function deleteOldNetworks(db: Queryable): Promise<number> {
  return db.count(`delete from known_networks where seen_at < now() - interval '${KNOWN_DAYS} days'`);
}

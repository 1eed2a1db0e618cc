import type { Queryable } from '../../../server/db/db.ts';

/** Seconds after which a running request counts as interrupted if no process holds the advisory lock for backups. */
const INTERRUPTED_SECONDS = 60;

export interface BackupRequestRow {
  state: 'waiting' | 'running' | 'done' | 'failed';
  requestedAt: Date;
}

/** Requests a backup; has no effect while another request waits or runs. */
export const insertRequest = (db: Queryable, userId: number): Promise<number> =>
  db.count('insert into backup_requests (requested_by) values ($1) on conflict do nothing', [userId]);

export const findLastRequest = (db: Queryable): Promise<BackupRequestRow | undefined> =>
  db.row<BackupRequestRow>('select state, requested_at from backup_requests order by id desc limit 1');

/** Marks the waiting request as running. @returns it, or undefined if none waits. */
export const takeRequest = (db: Queryable): Promise<{ id: number; requestedBy: number | null } | undefined> =>
  db.row(
    `update backup_requests set state = 'running', started_at = now() where state = 'waiting'
     returning id, requested_by`,
  );

export const finishRequest = (db: Queryable, id: number, state: 'done' | 'failed'): Promise<number> =>
  db.count('update backup_requests set state = $2, finished_at = now() where id = $1', [id, state]);

/** Lets a request wait again, because another backup is being made. */
export const postponeRequest = (db: Queryable, id: number): Promise<number> =>
  db.count(`update backup_requests set state = 'waiting', started_at = null where id = $1`, [id]);

/** Marks a running request as failed if no process makes a backup any more. */
export const failInterrupted = (transaction: Queryable): Promise<number> =>
  transaction.count(
    `update backup_requests set state = 'failed', finished_at = now()
     where state = 'running' and started_at < now() - interval '${INTERRUPTED_SECONDS} seconds'
       and pg_try_advisory_xact_lock(hashtext('backup'))`,
  );

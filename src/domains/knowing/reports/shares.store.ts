import type { Queryable } from '../../../server/db/db.ts';
import { TIME } from '../progress/progress.store.ts';

interface ResultOfShare {
  fullName: string;
  discipline: string;
  theme: string;
  value: number;
  total: number;
  percentage: number;
}

export interface ShareRow extends ResultOfShare {
  attemptId: number;
  seed: Buffer;
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

const SHARE = `s.attempt_id, c.full_name, a.discipline, t.theme, a.correct_answers as value,
  a.correct_answers + a.incorrect_answers as total, a.total_score as percentage, s.seed, s.token_hash,
  s.created_at, s.expires_at`;
const FROM = `result_shares s join attempts a on a.id = s.attempt_id join children c on c.id = a.child_id join tests t on t.id = a.test_id`;
/** A link ends when it is withdrawn or expires, and when the child is archived or its erasure is asked for, which archives it. */
const OPEN = 's.withdrawn_at is null and s.expires_at > now() and c.active';

/** Finds a parent's valid links, newest first, of all attempts or of one. */
export function findShares(
  db: Queryable,
  filters: { userId: number; attemptId: number | null; limit: number; offset: number },
): Promise<ShareRow[]> {
  return db.rows<ShareRow>(
    `select ${SHARE} from ${FROM} where c.user_id = $1 and ($2::int is null or a.id = $2) and ${OPEN}
     order by s.created_at desc, s.id desc limit $3 offset $4`,
    [filters.userId, filters.attemptId, filters.limit, filters.offset],
  );
}

export async function countShares(db: Queryable, userId: number): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select count(*) as total from ${FROM} where c.user_id = $1 and ${OPEN}`,
    [userId],
  );
  return row?.total ?? 0;
}

/** Returns whether an attempt of this parent has been completed, and its child is not archived; undefined if it is not theirs. */
export function findShareable(
  db: Queryable,
  userId: number,
  attemptId: number,
): Promise<{ completed: boolean; active: boolean } | undefined> {
  return db.row<{ completed: boolean; active: boolean }>(
    'select a.completed and not a.interrupted as completed, c.active from attempts a join children c on c.id = a.child_id where a.id = $2 and c.user_id = $1',
    [userId, attemptId],
  );
}

/** Inserts a link of an attempt unless a valid one exists; replaces an expired one. */
export async function addShare(
  transaction: Queryable,
  share: { attemptId: number; tokenHash: Buffer; seed: Buffer; days: number },
): Promise<void> {
  await transaction.count(
    'update result_shares set withdrawn_at = now() where attempt_id = $1 and withdrawn_at is null and expires_at <= now()',
    [share.attemptId],
  );
  await transaction.count(
    `insert into result_shares (attempt_id, token_hash, seed, expires_at) values ($1, $2, $3, now() + make_interval(days => $4))
     on conflict (attempt_id) where withdrawn_at is null do nothing`,
    [share.attemptId, share.tokenHash, share.seed, share.days],
  );
}

export function withdrawShare(db: Queryable, attemptId: number): Promise<number> {
  return db.count('update result_shares set withdrawn_at = now() where attempt_id = $1 and withdrawn_at is null', [
    attemptId,
  ]);
}

export interface SharedRow extends ResultOfShare {
  pencil: boolean;
  time: number;
  /** Whether the link is valid: not expired, not withdrawn, its child not archived, and its family neither suspended nor marked for deletion. */
  open: boolean;
}

/** Returns the shared result of a link, or undefined when there never was such a link, or its result was erased. */
export function findShared(db: Queryable, tokenHash: Buffer): Promise<SharedRow | undefined> {
  return db.row<SharedRow>(
    `select c.full_name, a.discipline, t.theme, a.correct_answers as value, a.correct_answers + a.incorrect_answers as total,
       a.total_score as percentage, coalesce(a.effort = 'low', false) as pencil, ${TIME} as time,
       ${OPEN} and u.deletion_asked_at is null and u.suspended_at is null as open
     from ${FROM} join users u on u.id = c.user_id where s.token_hash = $1`,
    [tokenHash],
  );
}

/** Deletes links a year after they expired. */
export function forgetOldShares(db: Queryable): Promise<number> {
  return db.count(`delete from result_shares where expires_at < now() - interval '1 year'`);
}

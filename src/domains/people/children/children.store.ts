import type { Queryable } from '../../../server/db/db.ts';
import type { Child, ChildInput } from './children.contract.ts';

/** A child as the API returns it, but with its time of creation as a Date. */
export interface ChildRow extends Omit<Child, 'createdAt'> {
  createdAt: Date;
}

/** What a parent writes of a child, with what is derived from it to find the school and the province. */
export interface ChildFields extends ChildInput {
  schoolKey: string | null;
  province: string | null;
}

/** The columns of a `ChildRow` without times, of `children c`; the family's export reads the same ones. */
export const CHILD_FIELDS = `c.id, c.user_id, c.full_name, c.birth_date, c.gender,
  c.school_class, c.school, c.location, c.active, c.extended_time, c.cover`;
/** All columns of a `ChildRow`. */
export const CHILD = `${CHILD_FIELDS}, c.created_at`;

/** Locks the family against concurrent additions and counts its active children. */
export async function lockAndCountChildren(
  transaction: Queryable,
  userId: number,
): Promise<{ total: number; active: number }> {
  await transaction.row('select id from users where id = $1 for no key update', [userId]);
  const counts = await transaction.row<{ total: number; active: number }>(
    'select count(*) as total, count(*) filter (where active) as active from children where user_id = $1',
    [userId],
  );
  return counts ?? { total: 0, active: 0 };
}

/** SQL for the first day of the current month in Luanda, as a date. */
export const MONTH_IN_LUANDA = `(date_trunc('month', now(), 'Africa/Luanda') at time zone 'Africa/Luanda')::date`;

/** SQL for the largest number of active children that the family of a child `c` has had at the same time this month. */
export const MAX_AT_ONCE = `greatest(
  (select count(*) from children sibling where sibling.user_id = c.user_id and sibling.active),
  (select most from children_at_once o where o.user_id = c.user_id and o.month = ${MONTH_IN_LUANDA}))`;

/** SQL for the largest number of active children that the family of a child `c` has ever had at the same time. */
export const MAX_AT_ONCE_EVER = `greatest(
  (select count(*) from children sibling where sibling.user_id = c.user_id and sibling.active),
  (select greatest(o.ever, o.most) from children_at_once o where o.user_id = c.user_id))`;

/** Records the number of active children of the locked family, before a removal or after an addition. */
export function upsertMostAtOnce(transaction: Queryable, userId: number, active: number): Promise<number> {
  return transaction.count(
    `insert into children_at_once as o (user_id, month, most, ever) values ($1, ${MONTH_IN_LUANDA}, $2, $2)
     on conflict (user_id) do update set month = excluded.month, ever = greatest(o.ever, o.most, excluded.ever),
       most = case when o.month = excluded.month then greatest(o.most, excluded.most) else excluded.most end`,
    [userId, active],
  );
}

/** Adds a child to a family. */
export async function insertChild(
  transaction: Queryable,
  userId: number,
  child: ChildFields & { cover: number; clientId: string | null; consentVersion: string },
): Promise<ChildRow> {
  const row = await transaction.row<ChildRow>(
    `insert into children as c (user_id, full_name, birth_date, gender, school_class, school, school_key, location, province, extended_time, cover, client_id, consent_version)
     values (:userId, :fullName, :birthDate, :gender, :schoolClass, :school, :schoolKey, :location, :province, :extendedTime, :cover, :clientId, :consentVersion)
     returning ${CHILD}`,
    { ...child, userId },
  );
  return row as ChildRow;
}

/**
 * Changes a child of this parent. A field that is undefined is unchanged if the statement asks for it in `:sent`.
 *
 * @returns undefined if it is not theirs.
 */
export function updateChild(
  db: Queryable,
  userId: number,
  id: number,
  child: ChildFields,
): Promise<ChildRow | undefined> {
  const sent = Object.entries(child).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return db.row<ChildRow>(
    `update children c set full_name = :fullName, birth_date = :birthDate, gender = :gender, school_class = :schoolClass, school = :school,
       school_key = :schoolKey, location = :location, province = :province,
       extended_time = case when 'extendedTime' = any (:sent::text[]) then :extendedTime::smallint else c.extended_time end
     where c.id = :id and c.user_id = :userId returning ${CHILD}`,
    { ...child, id, userId, sent },
  );
}

/** Finds a child of this parent, or undefined if it is not theirs. */
export function findChild(db: Queryable, userId: number, id: number): Promise<ChildRow | undefined> {
  return db.row<ChildRow>(`select ${CHILD} from children c where c.id = $2 and c.user_id = $1`, [userId, id]);
}

/** Finds the child that an earlier try of the same call added. */
export function findChildOfClient(
  db: Queryable,
  userId: number,
  clientId: string,
): Promise<{ id: number } | undefined> {
  return db.row('select id from children where user_id = $1 and client_id = $2', [userId, clientId]);
}

/** Archives or restores a child of this parent; restoring also cancels its erasure. Undefined if it is not theirs. */
export function updateChildActive(
  db: Queryable,
  userId: number,
  id: number,
  active: boolean,
): Promise<ChildRow | undefined> {
  return db.row<ChildRow>(
    `update children c set active = $3, deletion_asked_at = case when not $3 then c.deletion_asked_at end
     where c.id = $2 and c.user_id = $1 returning ${CHILD}`,
    [userId, id, active],
  );
}

/**
 * Archives a child of this parent and schedules its erasure.
 *
 * @returns undefined if it is not theirs.
 */
export function markChildForDeletion(
  db: Queryable,
  userId: number,
  id: number,
): Promise<{ askedAt: Date } | undefined> {
  return db.row<{ askedAt: Date }>(
    `update children set active = false, deletion_asked_at = coalesce(deletion_asked_at, now())
     where id = $2 and user_id = $1 returning deletion_asked_at as asked_at`,
    [userId, id],
  );
}

/** Erases children whose grace period is over, with all their data. */
export function deleteMarkedChildren(
  db: Queryable,
  days: number,
  most: number,
): Promise<{ id: number; userId: number }[]> {
  return db.rows(
    `delete from children where id in (
       select id from children where deletion_asked_at < now() - make_interval(days => $1)
       order by deletion_asked_at limit $2 for update skip locked
     ) returning id, user_id`,
    [days, most],
  );
}

/**
 * Finds schools with this prefix entered by enough families that have finished a test, most frequent first, in the most frequent spelling.
 * Texts with digits, links or addresses are left out: other families read the suggestions, and a telephone number is not a school.
 */
export async function findSchools(db: Queryable, key: string, families: number, most: number): Promise<string[]> {
  // A key has only letters, digits and spaces, so it contains no `like` wildcards.
  const rows = await db.rows<{ school: string }>(
    `select mode() within group (order by school) as school from children
     where school_key like $1 || '%' and school !~* '[[:digit:]@]|://|www|[[:alpha:]]{2}[.][[:alpha:]]{2}'
       and exists (select from attempts a where a.child_id = children.id and a.completed) group by school_key having count(distinct user_id) >= $2
     order by count(distinct user_id) desc, school_key limit $3`,
    [key, families, most],
  );
  return rows.map(({ school }) => school);
}

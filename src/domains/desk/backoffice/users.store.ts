import type { Queryable } from '../../../server/db/db.ts';
import { DAYS_TO_CHANGE_ONES_MIND } from '../../../shared/durations.ts';
import type { PlanId } from '../../../shared/words.ts';

export interface AccountRow {
  id: number;
  username: string;
  fullName: string;
  email: string;
  emailVerified: boolean;
  phone: string | null;
  userRole: 'parent' | 'teacher' | 'admin';
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  createdAt: Date;
  lastLogin: Date | null;
  suspendedAt: Date | null;
  deletionAt: Date | null;
  resetForced: boolean;
  secondFactor: boolean;
  replacementAt: Date | null;
  children: number;
  sessions: number;
}

export interface AccountFilters {
  /** The sought words, and a pattern for `like` for each of them; see `FOUND` for where they may stand. */
  words: string[] | null;
  patterns: string[] | null;
  /** The number of one account. */
  id: number | null;
  /** The numbers of chosen accounts; null and undefined do not filter. */
  ids?: readonly number[] | null;
  role: string | null;
  suspended: boolean | null;
  plan: string | null;
}

const ACCOUNT = `u.id, u.username, u.full_name, u.email, u.email_verified_at is not null as email_verified, u.phone, u.user_role,
  u.subscription_type, u.subscription_end, u.created_at, u.last_login,
  u.suspended_at, u.deletion_asked_at + interval '${DAYS_TO_CHANGE_ONES_MIND} days' as deletion_at,
  u.reset_forced_at is not null as reset_forced,
  exists (select 1 from second_factors f where f.user_id = u.id and f.enabled_at is not null)
    or u.user_role <> 'parent' and exists (select 1 from passkeys p where p.user_id = u.id) as second_factor,
  (select r.due_at from factor_replacements r where r.user_id = u.id) as replacement_at,
  (select count(*) from children c where c.user_id = u.id)::int as children,
  (select count(*) from sessions s where s.user_id = u.id and s.expires_at > now())::int as sessions`;

/** The letters of the search key of accounts, for the names of children. */
const CHILD_KEY = `lower(translate(c.full_name,
  'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñý', 'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucny'))`;

/** The words of a child's name: separated by spaces, and the parts of a word with hyphens too. */
const CHILD_WORDS = `regexp_split_to_array(${CHILD_KEY}, '\\s+') || regexp_split_to_array(${CHILD_KEY}, '[\\s-]+')`;

/**
 * Each word is in the account's own name, username or address, in its telephone number, or is a whole word of the name of one of its children:
 * by parts of words, which may be single letters, an administrator could read the names of children that no list shows.
 */
const FOUND = `not exists (select 1 from unnest(:words::text[], :patterns::text[]) as sought(word, pattern) where not (u.search_key like pattern
  or regexp_replace(coalesce(u.phone, ''), '\\D', '', 'g') like pattern
  or exists (select 1 from children c where c.user_id = u.id and word = any(${CHILD_WORDS}))))`;

const FILTERED = `(:patterns::text[] is null or ${FOUND}) and (:role::text is null or u.user_role = :role)
  and (:suspended::boolean is null or (u.suspended_at is not null) = :suspended) and (:plan::text is null or u.subscription_type = :plan)
  and (:id::int is null or u.id = :id) and (:ids::int[] is null or u.id = any(:ids))`;

/**
 * Each order has its own statement text, so that each is planned separately. The rows are selected first, and their counts are computed
 * afterwards.
 */
const sorted = (order: string) =>
  `select ${ACCOUNT} from (select * from users u where ${FILTERED} order by ${order} limit :limit offset :offset) u order by ${order}`;
const SORTS = {
  'created asc': sorted('u.id'),
  'created desc': sorted('u.id desc'),
  // The search key begins with the name without accents and case: Álvaro is sorted under A.
  'name asc': sorted('u.search_key, u.id'),
  'name desc': sorted('u.search_key desc, u.id desc'),
  'last-login asc': sorted('u.last_login nulls first, u.id'),
  'last-login desc': sorted('u.last_login desc nulls last, u.id desc'),
} as const;
export type AccountSort = keyof typeof SORTS;

export function findAccounts(
  db: Queryable,
  filters: AccountFilters,
  sort: AccountSort,
  limit: number,
  offset: number,
): Promise<AccountRow[]> {
  return db.rows<AccountRow>(SORTS[sort], { ids: null, ...filters, limit, offset });
}

export async function countAccounts(db: Queryable, filters: AccountFilters): Promise<number> {
  const found = await db.row<{ count: number }>(`select count(*) as count from users u where ${FILTERED}`, {
    ids: null,
    ...filters,
  });
  return found?.count ?? 0;
}

export function findAccount(db: Queryable, id: number): Promise<AccountRow | undefined> {
  return db.row<AccountRow>(`select ${ACCOUNT} from users u where u.id = $1`, [id]);
}

import type { Queryable } from '../../../server/db/db.ts';

export interface AuditRow {
  id: number;
  at: Date;
  who: string | null;
  userId: number | null;
  action: string;
  subject: string;
  subjectName: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
}

export interface AuditFilters {
  kind: string | null;
  patterns: string[] | null;
  /** The number of the changed thing, whatever its kind. */
  id: number | null;
  /** The first and the last day, in Luanda's time zone. */
  from: string | null;
  to: string | null;
}

const FILTERED = `(:kind::text is null or split_part(l.action, '.', 1) in (:kind, :kind || 's'))
  and (:patterns::text[] is null or l.user_id in (select id from users where search_key like all(:patterns))
       or l.subject in (select 'user ' || id from users where search_key like all(:patterns) limit 1000))
  and (:from::date is null or l.at >= :from::date::timestamp at time zone 'Africa/Luanda')
  and (:to::date is null or l.at < (:to::date + 1)::timestamp at time zone 'Africa/Luanda')
  and (:id::int is null or split_part(l.subject, ' ', 2) = :id::int::text)`;

export function findAuditLines(
  db: Queryable,
  filters: AuditFilters,
  limit: number,
  offset: number,
): Promise<AuditRow[]> {
  return db.rows<AuditRow>(
    `select l.id, l.at, u.full_name as who, l.user_id, l.action, l.subject, s.username as subject_name, l.before, l.after, l.address
     from (select * from audit_log l where ${FILTERED} order by l.id desc limit :limit offset :offset) l
     left join users u on u.id = l.user_id
     left join users s on s.id = case when l.subject ~ '^user [0-9]{1,9}$' then substr(l.subject, 6)::int end
     order by l.id desc`,
    { ...filters, limit, offset },
  );
}

export async function countAuditLines(db: Queryable, filters: AuditFilters): Promise<number> {
  const found = await db.row<{ count: number }>(`select count(*) as count from audit_log l where ${FILTERED}`, filters);
  return found?.count ?? 0;
}

import type { Queryable } from '../../../server/db/db.ts';

export type Audience = 'all' | 'parents' | 'teachers';

export interface NewsRow {
  id: number;
  title: string;
  message: string;
  audience: Audience;
  createdAt: Date;
  done: boolean;
}

const NEWS = `id, title, message, audience, created_at, done_at is not null as done`;

export function findNews(db: Queryable, most: number): Promise<NewsRow[]> {
  return db.rows<NewsRow>(`select ${NEWS} from news order by id desc limit $1`, [most]);
}

/** Locks the publishing of news until the transaction ends. */
export const lockNews = (transaction: Queryable) => transaction.count(`select pg_advisory_xact_lock(hashtext('news'))`);

/** Returns whether the same text was published within a day: the form was probably sent twice. */
export async function wasToldToday(db: Queryable, title: string, message: string): Promise<boolean> {
  const row = await db.row(
    `select 1 from news where title = $1 and message = $2 and created_at > now() - interval '1 day'`,
    [title, message],
  );
  return row !== undefined;
}

export async function insertNews(
  db: Queryable,
  news: { title: string; message: string; audience: Audience; writtenBy: number },
): Promise<NewsRow> {
  const row = await db.row<NewsRow>(
    `insert into news (title, message, audience, written_by) values ($1, $2, $3, $4) returning ${NEWS}`,
    [news.title, news.message, news.audience, news.writtenBy],
  );
  return row as NewsRow;
}

/** Deletes a piece of news and every notification made of it. */
export async function deleteNews(transaction: Queryable, id: number): Promise<NewsRow | undefined> {
  const row = await transaction.row<NewsRow>(`delete from news where id = $1 returning ${NEWS}`, [id]);
  if (row)
    await transaction.count(`delete from notifications where type = 'news' and metadata ->> 'newsId' = $1`, [
      String(id),
    ]);
  return row;
}

/** Returns the oldest news that is not fully delivered, locked; a concurrent caller gets the next one. */
export function lockNewsToTell(
  transaction: Queryable,
): Promise<(NewsRow & { reached: number; now: Date }) | undefined> {
  return transaction.row(
    `select ${NEWS}, reached, now() as now from news where done_at is null order by id limit 1 for update skip locked`,
  );
}

/** The roles that an audience ($1) consists of. */
const ROLES = `case $1 when 'all' then array['parent', 'teacher'] when 'parents' then array['parent'] else array['teacher'] end`;

/** Counts the people who would get news now, and those of them who would get it by mail too. */
export async function countReaders(db: Queryable, audience: Audience): Promise<{ readers: number; mailed: number }> {
  const row = await db.row<{ readers: number; mailed: number }>(
    `select count(*)::int as readers,
       count(*) filter (where u.email_verified_at is not null and coalesce(s.email_notifications, true))::int as mailed
     from users u left join notification_settings s on s.user_id = u.id
     where u.user_role = any (${ROLES}) and u.deletion_asked_at is null and u.suspended_at is null`,
    [audience],
  );
  return row as { readers: number; mailed: number };
}

/** Returns the next recipients; nobody who registered after it was written. */
export async function findReaders(
  transaction: Queryable,
  news: { audience: Audience; createdAt: Date; reached: number },
  most: number,
): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(
    `select id from users where user_role = any (${ROLES}) and id > $2 and created_at <= $3 order by id limit $4`,
    [news.audience, news.reached, news.createdAt, most],
  );
  return rows.map(({ id }) => id);
}

/** Returns which of these accounts read notifications: administrators have no place for them. */
export async function findReadersAmong(transaction: Queryable, ids: readonly number[]): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(
    `select id from users where id = any($1::int[]) and user_role in ('parent', 'teacher') order by id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

export function updateReached(transaction: Queryable, id: number, reached: number, done: boolean): Promise<number> {
  return transaction.count(`update news set reached = $2, done_at = case when $3 then now() end where id = $1`, [
    id,
    reached,
    done,
  ]);
}

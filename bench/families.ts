import { createHash, randomBytes } from 'node:crypto';
import { hashToken } from '../src/server/config.ts';
import { type Database, openDatabase } from '../src/server/db/db.ts';
import { embeddedUrl } from '../src/server/db/embedded.ts';
import { type RunningApp, runningApp } from '../test/support/running-app.ts';

/** A family with one child. */
export interface Family {
  userId: number;
  childId: number;
}

/** A family that is signed in. */
export interface Taker extends Family {
  token: string;
}

/** The measured program, and a separate connection to its database. */
export interface Program {
  url: string;
  pid: number;
  postmaster: number;
  databaseUrl: string;
  db: Database;
  close(): Promise<void>;
}

export async function startApp(environment: Record<string, string> = {}): Promise<RunningApp> {
  const app = await runningApp(environment, 'built');
  try {
    await app.start();
    return app;
  } catch (error) {
    await app.dispose();
    throw error;
  }
}

/** Starts the app with its own database server. @param started `again`: on a database that an earlier start has filled. */
export async function startProgram(
  environment: Record<string, string> = {},
  started: 'first' | 'again' = 'first',
): Promise<Program> {
  const app = await startApp(environment);
  if (started === 'again') {
    app.signal('SIGTERM');
    await app.ended();
    await app.start();
  }
  const databaseUrl = embeddedUrl(`${app.dataDir}/postgres`);
  const db = openDatabase(databaseUrl, { connections: 2, statementTimeout: 3_600_000 });
  return {
    url: app.url,
    pid: app.pid(),
    postmaster: app.databasePid(),
    databaseUrl,
    db,
    async close() {
      await db.close();
      await app.dispose();
    },
  };
}

/** Inserts families directly into the database, because hashing passwords is not part of the measurement. */
export function makeFamilies(db: Database, wanted: number): Promise<Family[]> {
  const run = randomBytes(4).toString('hex');
  return db.rows<Family>(
    `with family as (
       insert into users (username, username_key, password_hash, email, full_name, subscription_type, subscription_end, terms_version)
       select 'medida-' || $1::text || '-' || n, 'medida-' || $1::text || '-' || n, 'none', 'medida-' || n || '@familia.example', 'Medida', 'family-plus',
         now() + interval '1 year', 'bench' from generate_series(1, $2::int) as n
       returning id, username
     ), child as (
       insert into children (user_id, full_name, school_class, cover, consent_version)
       select id, 'Maria', '4º Ano', 1, 'bench' from family returning id, user_id
     )
     select family.id as "userId", child.id as "childId" from family join child on child.user_id = family.id`,
    [run, wanted],
  );
}

/** Creates families that are signed in. */
export const makeTakers = async (db: Database, wanted: number): Promise<Taker[]> =>
  signIn(db, await makeFamilies(db, wanted));

/** Adds a session to each family, beside its existing ones. */
export async function signIn(db: Database, families: readonly Family[]): Promise<Taker[]> {
  const run = randomBytes(4).toString('hex');
  const takers = families.map((family) => ({
    ...family,
    token: createHash('sha256').update(`${run}-${family.userId}`).digest('base64url'),
  }));
  await db.count(
    `insert into sessions (token_hash, user_id, expires_at, device, address)
     select hash, id, now() + interval '1 day', 'bench', '127.0.0.1' from unnest($1::bytea[], $2::int[]) as given(hash, id)`,
    [takers.map(({ token }) => hashToken(token)), takers.map(({ userId }) => userId)],
  );
  return takers;
}

/** Returns the tests of ten questions that these children may take. */
export async function testsOfTen(db: Database): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select id from tests where active and version_id is not null and school_class = '4º Ano' and question_count = 10 order by id`,
  );
  if (rows.length === 0) throw new Error('no test of ten questions for the 4th class');
  return rows.map(({ id }) => id);
}

export const cookieOf = ({ token }: Taker): string => `sid=${token}`;

/**
 * Returns takers in turn, so that each child has a realistic number of attempts: the cost of a child with a thousand
 * attempts this month would distort the figures.
 */
export function inTurn<T>(all: readonly T[]): () => T {
  let next = 0;
  return () => {
    const one = all[next % all.length] as T;
    next += 1;
    return one;
  };
}

/** Signs in as a teacher and returns the session's cookie. */
export async function teacherOf({ db }: Program): Promise<string> {
  const [taker] = await makeTakers(db, 1);
  if (!taker) throw new Error('nobody was made');
  await db.count(`update users set user_role = 'teacher', is_teacher = true where id = $1`, [taker.userId]);
  return cookieOf(taker);
}

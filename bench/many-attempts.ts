import fs from 'node:fs';
import os from 'node:os';
import { refreshNorms } from '../src/domains/knowing/norms/norms.server.ts';
import { checkTests, replaceFigures } from '../src/domains/knowing/statistics/bank-statistics.store.ts';
import { type Database, openDatabase, type Transaction } from '../src/server/db/db.ts';
import { makeFamilies, type Program } from './families.ts';
import { count, table } from './report.ts';
import { DEVICE } from './sitting.ts';

/** A family of two children with twenty completed attempts each, the same at every size; only the number of other families differs. */
const PER_CHILD = 20;
export const PER_FAMILY = 2 * PER_CHILD;
/** Attempts, with their answers, that one transaction inserts. */
const PER_CHUNK = 20_000;
/**
 * Disk space in bytes that an attempt with ten answers needs while it is loaded, for tables, indexes and sorting; then the space of the
 * write-ahead log for the whole load.
 */
const BYTES_WHILE_LOADING = 2_500;
const LOG_BYTES = 5e9;
/** Concurrent connections that insert. More than the cores, because each sometimes waits for the disk. */
const SESSIONS = 3 * os.availableParallelism();

/**
 * Indexes whose entries arrive in random order. With millions of rows almost every entry would fetch another page, which would take longer
 * than all other work. They are therefore created at the end, with a fill factor of ln 2, which is how full pages are after random inserts
 * and splits.
 */
const SCATTERED = [
  'attempts_once_per_client',
  'attempts_one_valid',
  'attempts_of_child',
  'attempts_in_norms',
  'attempts_of_test',
];
const FILLED = 69;

/** Settings of a server that may be lost while it is loaded; reset afterwards. */
const WHILE_LOADING = {
  autovacuum: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  maintenance_work_mem: '1GB',
  work_mem: '256MB',
};

/**
 * Loads completed attempts with ten answers each, with all columns filled as a phone would. They are inserted in the order of their dates,
 * over half a year, so that the attempts of one family are far apart on disk. Constraints and triggers are switched off, because the
 * inserted rows are consistent by construction. Indexes that only grow at their end are kept during the load.
 */
export async function loadAttempts(
  { db, databaseUrl }: Program,
  attempts: number,
  say: (text: string) => void,
): Promise<void> {
  refuseWithoutRoom(attempts);
  for (const [name, value] of Object.entries(WHILE_LOADING)) await db.script(`alter system set ${name} = '${value}'`);
  await db.script('select pg_reload_conf()');
  const families = await makeFamilies(db, attempts / PER_FAMILY);
  const firstChild = await addSiblings(db);
  await db.script('analyze tests, test_versions, version_questions, children');
  const build = await dropScattered(db);
  const chunks = Array.from({ length: Math.ceil(attempts / PER_CHUNK) }, (_, index) => index * PER_CHUNK);
  let loaded = 0;
  let told = 0;
  const loading = openDatabase(databaseUrl, { connections: SESSIONS, statementTimeout: 3_600_000 });
  const session = async () => {
    for (let from = chunks.shift(); from !== undefined; from = chunks.shift()) {
      const to = Math.min(from + PER_CHUNK, attempts);
      const plan = { from, to, attempts, firstChild, children: 2 * families.length };
      await loading.transaction((transaction) => insertChunk(transaction, plan), 3_600_000);
      loaded += to - from;
      if (loaded - told < attempts / 20) continue;
      told = loaded;
      say(`${count(loaded)} of ${count(attempts)} attempts loaded`);
    }
  };
  try {
    await Promise.all(Array.from({ length: SESSIONS }, session));
  } finally {
    await loading.close();
  }
  await db.row(`select setval(pg_get_serial_sequence('attempts', 'id'), $1)`, [attempts]);
  await build();
  say('indexes are there');
  await addUp(db);
  await refreshNorms(db);
  say('averages are there');
  await db.script('vacuum (analyze, freeze)');
  await countBank(db);
  say('figures of the bank are there');
  await db.script('alter system reset all');
  await db.script('select pg_reload_conf()');
  await db.script('checkpoint');
}

function refuseWithoutRoom(attempts: number): void {
  const { bavail, bsize } = fs.statfsSync(os.tmpdir());
  const needed = LOG_BYTES + attempts * BYTES_WHILE_LOADING;
  if (bavail * bsize < needed) throw new Error(`${count(needed / 1e9)} GB must be free in ${os.tmpdir()}`);
}

/** @returns a function that creates the dropped indexes again. */
async function dropScattered(db: Database): Promise<() => Promise<void>> {
  const indexes = await db.rows<{ name: string; definition: string }>(
    'select name, pg_get_indexdef(name::regclass) as definition from unnest($1::text[]) as name',
    [SCATTERED],
  );
  for (const { name } of indexes) await db.script(`drop index ${name}`);
  return async () => {
    for (const { name, definition } of indexes) {
      await db.script(definition.replace(/ WHERE |$/, ` WITH (fillfactor = ${FILLED})$&`));
      await db.script(`alter index ${name} reset (fillfactor)`);
    }
  };
}

/** Tests of ten questions, and how many there are of the same class. */
const TESTS_OF_TEN = `(select t.*, row_number() over (partition by school_class order by id) - 1 as place, count(*) over (partition by school_class) as in_class
  from tests t where active and version_id is not null and question_count = 10)`;

/**
 * Gives each family a second child, and spreads the children over schools of thirty and over the classes that have tests for them.
 *
 * @returns the id of the first child; the ids of the others follow it.
 */
async function addSiblings(db: Database): Promise<number> {
  await db.count(
    `insert into children (user_id, full_name, school_class, cover, consent_version)
     select id, 'João', '4º Ano', 2, 'bench' from users where username like 'medida-%'`,
  );
  await db.count(
    `with class as (select array_agg(distinct school_class) as all_classes from ${TESTS_OF_TEN} test where in_class >= $1)
     update children c set school = 'Escola ' || id / 30, school_key = 'escola ' || id / 30, province = (array['Luanda', 'Huíla', 'Huambo'])[1 + id / 30 % 3],
       school_class = all_classes[1 + (hashint4(c.id) & 1048575) % cardinality(all_classes)] from class`,
    [PER_CHILD],
  );
  const found = await db.row<{ first: number }>('select min(id) as first from children');
  return found?.first ?? 1;
}

/**
 * Assigns attempt n to the child at index (n · 7919) mod (number of children). 7919 is a prime that divides none of the numbers of children
 * used, so the attempts visit all children once before any child gets a second attempt. A child takes the tests of its class in turn.
 */
async function insertChunk(
  transaction: Transaction,
  { from, to, attempts, firstChild, children }: Record<'from' | 'to' | 'attempts' | 'firstChild' | 'children', number>,
): Promise<void> {
  await transaction.count('set local session_replication_role = replica');
  await transaction.count(
    `with test as materialized (
       select t.*, (select array_agg(q.question_id order by q.position) from version_questions q where q.version_id = t.version_id) as question_ids
       from ${TESTS_OF_TEN} t
     ), turn as (
       select n + 1 as id, $4::int + n * 7919 % $5::int as child_id, n / $5::int as k,
         now() - interval '180 days 1 hour' + n * interval '180 days' / $3::int as began
       from generate_series($1::bigint, $2::bigint - 1) as n
     ), placed as materialized (
       -- Step by step: without figures of tables that have just been filled the planner would combine all children with all tests.
       select turn.*, c.school_class, (child_id + k) % class.in_class as place, (child_id * 7 + k * 3) % 11 as score
       from turn cross join lateral (select school_class from children where id = turn.child_id limit 1) c
         join (select distinct school_class, in_class from test) class on class.school_class = c.school_class
     )
     insert into attempts (id, child_id, test_id, version_id, discipline, school_class, client_id, device, time_limit, attempt_date, deadline_at, state,
       completed, finished_at, valid, total_score, points, points_possible, time_spent, correct_answers, incorrect_answers, effort, quick_answers,
       shown, away_times, away_ms)
     overriding system value
     select placed.id, child_id, test.id, version_id, discipline, school_class, gen_random_uuid(), $6, 900, began, began + interval '15 minutes', 'completed',
       true, began + interval '7 minutes', true, score * 10, score, 10, 420, score, 10 - score, 'full', 0, question_ids, 0, 0
     from placed join test using (school_class, place)
     order by placed.id`,
    [from, to, attempts, firstChild, children, DEVICE],
  );
  await transaction.count(
    `insert into answers (attempt_id, question_id, selected_answer, response_time, sequence, saved_at, first_shown_ms, first_tap_ms, last_tap_ms,
       visible_ms, changes)
     select a.id, q.question_id, case when (a.id * 7 + q.position * 13) % 11 < a.points then q.correct_answer
         else q.letters[1 + (a.id + q.position) % array_length(q.letters, 1)] end,
       12, 400 * q.position, a.attempt_date + q.position * interval '40 seconds', 40000 * (q.position - 1), 40000 * q.position - 2000,
       40000 * q.position - 1000, 39000, 0
     from attempts a join version_questions q on q.version_id = a.version_id where a.id > $1 and a.id <= $2 order by a.id, q.position`,
    [from, to],
  );
}

/** Stores the sums that completing attempts and the jobs would have stored. */
async function addUp(db: Database): Promise<void> {
  await db.count(
    `insert into performance_aggregations (child_id, school_year, trimester, school_class, discipline, tests_completed, score_sum, correct_sum,
       question_sum, total_time_spent, last_evaluation_date, average_score, average_correct_answers)
     select child_id, extract(year from attempt_date) - 1, 1 + extract(quarter from attempt_date)::int % 3, school_class, discipline, count(*),
       sum(total_score), sum(correct_answers), 10 * count(*), sum(time_spent), max(finished_at), round(sum(total_score)::numeric / count(*), 2),
       round(sum(correct_answers)::numeric / count(*), 2)
     from attempts group by 1, 2, 3, 4, 5`,
  );
}

/** Number of tests whose figures are stored by one statement. */
const TESTS_AT_ONCE = 10;

/**
 * Stores the figures of the bank as its job would, with four weak questions in each test. The job itself would count each answer, which
 * takes too long.
 */
async function countBank(db: Database): Promise<void> {
  const tests = await db.rows<{ id: number; versionId: number | null; attempts: number; points: number }>(
    `select t.id, t.version_id as "versionId", coalesce(a.attempts, 0) as attempts, coalesce(a.points, 0) as points
     from tests t left join (select test_id, count(*)::int as attempts, sum(points)::int as points from attempts where valid group by 1) a on a.test_id = t.id`,
  );
  const found = new Map(tests.map((test) => [test.id, test]));
  const questions = Map.groupBy(
    await db.rows<{ id: number; testId: number }>('select id, test_id as "testId" from questions where position <= 4'),
    ({ testId }) => testId,
  );
  const ids = [...found.keys()];
  for (let first = 0; first < ids.length; first += TESTS_AT_ONCE)
    for (const { testId, mark } of await checkTests(db, ids.slice(first, first + TESTS_AT_ONCE))) {
      const { versionId = null, attempts = 0, points = 0 } = found.get(testId) ?? {};
      const flagged = (questions.get(testId) ?? []).map(({ id }) => ({
        questionId: id,
        gravity: id % 8,
        flags: [{ kind: 'weak' as const }],
        attempts,
        correct: Math.round(points / 10),
        discrimination: 0.1,
      }));
      const levels = { few: 0, some: 0, enough: 10 };
      const sums = { asked: 10 * attempts, answered: 10 * attempts, correct: points };
      const figures = { ...sums, ...levels, flagged, errors: [] };
      await db.transaction((transaction) =>
        replaceFigures(transaction, { testId, mark, versionId, attempts, ...figures }),
      );
    }
}

/** Returns a table of the largest tables: bytes with indexes, in total and for each attempt and answer. */
export async function sizesOf(db: Database): Promise<string[]> {
  const rows = await db.rows<{ name: string; rows: number; heap: number; indexes: number }>(
    `select c.relname as name, c.reltuples::bigint as rows, pg_table_size(c.oid) as heap, pg_indexes_size(c.oid) as indexes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'
     order by pg_total_relation_size(c.oid) desc limit 6`,
  );
  const attempts = rows.find(({ name }) => name === 'attempts')?.rows ?? 0;
  const mb = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
  return table([
    ['table', 'rows', 'table, MB', 'indexes, MB', 'bytes a row', 'bytes an attempt'],
    ...rows.map(({ name, rows: there, heap, indexes }) => [
      `\`${name}\``,
      count(there),
      mb(heap),
      mb(indexes),
      there > 0 ? count((heap + indexes) / there) : '',
      count((heap + indexes) / attempts),
    ]),
  ]);
}

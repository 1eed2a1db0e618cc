import { refreshNorms } from '../src/features/norms/norms.server.ts';
import { median, percentile } from './cpu.ts';
import { cookieOf, makeTakers, type Program, startProgram, type Taker } from './families.ts';
import { type Connection, openConnection } from './http.ts';
import { count, type Options, type Section, table } from './report.ts';

/** A family of two children with twenty completed attempts each, the same at every size; only the number of other families differs. */
const PER_CHILD = 20;
const PER_FAMILY = 2 * PER_CHILD;

interface Populated {
  program: Program;
  attempts: number;
  answers: number;
  families: { taker: Taker; attemptId: number }[];
  connection: Connection;
}

/** Inserts completed attempts by SQL in the order of their dates, so that the rows of one family are far apart on disk. */
async function populate(program: Program, attempts: number, sample: number): Promise<Populated> {
  const { db } = program;
  const takers = await makeTakers(db, attempts / PER_FAMILY);
  await db.transaction(async (transaction) => {
    // The rows are consistent by construction; checking ten million foreign keys would take most of the time.
    await transaction.count('set local session_replication_role = replica');
    await transaction.count(
      `insert into children (user_id, full_name, school_class, cover, consent_version)
       select id, 'João', '4º Ano', 2, 'bench' from users where username like 'medida-%'`,
    );
    // Schools of thirty children, so that there are averages to compare with.
    await transaction.count(
      `update children set school = 'Escola ' || id / 30, school_key = 'escola ' || id / 30, province = (array['Luanda', 'Huíla', 'Huambo'])[1 + id / 30 % 3]`,
    );
    await transaction.count(
      `with test as (
         select *, row_number() over (order by id) - 1 as place, count(*) over () as all_tests from tests
         where active and version_id is not null and school_class = '4º Ano' and question_count = 10
       ), taken as (
         select child.id as child_id, test.id as test_id, version_id, test.discipline, test.school_class, k < all_tests as first,
           (child.id * 7 + k * 3) % 11 as score,
           now() - interval '1 hour' - make_interval(secs => (child.id * 7919 + k * 1299709) % 15552000) as began
         from children child cross join generate_series(0, $1::int - 1) as k join test on test.place = (child.id + k) % all_tests
       )
       insert into attempts (child_id, test_id, version_id, discipline, school_class, time_limit, attempt_date, deadline_at, state, completed,
         finished_at, valid, total_score, points, points_possible, time_spent, correct_answers, incorrect_answers)
       select child_id, test_id, version_id, discipline, school_class, 900, began, began + interval '15 minutes', 'completed', true,
         began + interval '7 minutes', first, score * 10, score, 10, 420, score, 10 - score
       from taken order by began`,
      [PER_CHILD],
    );
    await transaction.count(
      `insert into answers (attempt_id, question_id, selected_answer, response_time, sequence, saved_at)
       select a.id, q.question_id, q.letters[1 + (a.id + q.position) % array_length(q.letters, 1)], 12, q.position, a.attempt_date
       from attempts a join version_questions q on q.version_id = a.version_id order by a.id`,
    );
    await transaction.count(
      `insert into performance_aggregations (child_id, school_year, trimester, school_class, discipline, tests_completed, score_sum, correct_sum,
         question_sum, total_time_spent, last_evaluation_date, average_score, average_correct_answers)
       select child_id, extract(year from attempt_date) - 1, 1 + extract(quarter from attempt_date)::int % 3, school_class, discipline, count(*),
         sum(total_score), sum(correct_answers), 10 * count(*), sum(time_spent), max(finished_at), round(sum(total_score)::numeric / count(*), 2),
         round(sum(correct_answers)::numeric / count(*), 2)
       from attempts group by 1, 2, 3, 4, 5`,
    );
  });
  await refreshNorms(db);
  await db.script('vacuum analyze');
  await db.script('checkpoint');
  const chosen = Array.from(
    { length: sample },
    (_, index) => takers[Math.floor((index * takers.length) / sample)] as Taker,
  );
  const newest = await db.rows<{ childId: number; id: number }>(
    'select child_id as "childId", max(id) as id from attempts where child_id = any($1::int[]) group by 1',
    [chosen.map(({ childId }) => childId)],
  );
  const attemptOf = new Map(newest.map(({ childId, id }) => [childId, id]));
  const sizes = await db.row<{ attempts: number; answers: number }>(
    'select (select count(*) from attempts) as attempts, (select count(*) from answers) as answers',
  );
  return {
    program,
    attempts: sizes?.attempts ?? 0,
    answers: sizes?.answers ?? 0,
    families: chosen.map((taker) => ({ taker, attemptId: attemptOf.get(taker.childId) as number })),
    connection: openConnection(program.url),
  };
}

type Family = Populated['families'][number];
const READS: readonly [name: string, path: (family: Family) => string][] = [
  ['dashboard, the page', () => '/dashboard'],
  ['children: `/api/children`', () => '/api/children'],
  ['history: `/api/recent-tests?limit=20`', () => '/api/recent-tests?limit=20'],
  ['performance: `/api/children/performance`', () => '/api/children/performance?period=month'],
  ['report: `/api/children/:id/report`', ({ taker }) => `/api/children/${taker.childId}/report`],
  [
    'catalogue: `/api/tests?childId`',
    ({ taker }) => `/api/tests?childId=${taker.childId}&class=${encodeURIComponent('4º Ano')}`,
  ],
  ['result: `/api/attempts/:id`', ({ attemptId }) => `/api/attempts/${attemptId}`],
];

export async function measureScale({ long, say }: Options): Promise<Section> {
  const [few, many, slack] = long ? [10_000, 1_000_000, 1.2] : [2_000, 200_000, 1.5];
  const [rounds, calls] = long ? [5, 1_000] : [3, 200];
  const programs: Program[] = [];
  try {
    const sample = few / PER_FAMILY;
    const sizes: Populated[] = [];
    for (const attempts of [few, many]) {
      const program = await startProgram();
      programs.push(program);
      sizes.push(await populate(program, attempts, sample));
      say(`${count(attempts)} attempts are there`);
    }
    const [small, large] = sizes as [Populated, Populated];
    const ask = async ({ connection, families }: Populated, index: number, path: (family: Family) => string) => {
      const family = families[index % families.length] as Family;
      const reply = await connection.as(cookieOf(family.taker)).call('GET', path(family));
      if (reply.status !== 200) throw new Error(`${path(family)}: ${reply.status}`);
      return reply.took;
    };
    const rows: (string | number)[][] = [
      [
        'read',
        `p50 / p95 at ${count(small.attempts)}, ms`,
        `p50 / p95 at ${count(large.attempts)}, ms`,
        'ratio of p95',
      ],
    ];
    const targets: Section['targets'] = [];
    for (const [name, path] of READS) {
      const seen: Record<'small' | 'large', { p50: number; p95: number }[]> = { small: [], large: [] };
      // Warm-up: one pass over all families fills the caches of app and database.
      for (let index = 0; index < sample; index += 1) {
        await ask(small, index, path);
        await ask(large, index, path);
      }
      for (let round = 0; round < rounds; round += 1) {
        const times = { small: [] as number[], large: [] as number[] };
        for (let index = 0; index < calls; index += 1) {
          times.small.push(await ask(small, index, path));
          times.large.push(await ask(large, index, path));
        }
        for (const size of ['small', 'large'] as const)
          seen[size].push({ p50: percentile(times[size], 0.5), p95: percentile(times[size], 0.95) });
      }
      const middle = (size: 'small' | 'large', which: 'p50' | 'p95') => median(seen[size].map((one) => one[which]));
      const ratio = middle('large', 'p95') / middle('small', 'p95');
      const both = (size: 'small' | 'large') => `${middle(size, 'p50').toFixed(2)} / ${middle(size, 'p95').toFixed(2)}`;
      rows.push([name, both('small'), both('large'), ratio.toFixed(2)]);
      targets.push({
        what: `${name.replace(/:? `.*/, '')}, p95 with ${count(large.attempts / small.attempts)} times the attempts`,
        wanted: `≤ ${slack} ×`,
        measured: `${ratio.toFixed(2)} ×`,
        met: Number(ratio.toFixed(2)) <= slack,
      });
    }
    for (const { connection } of sizes) connection.close();
    return {
      title: 'Scale',
      lines: [
        `${count(small.attempts)} completed attempts (${count(small.answers)} answers) against ${count(large.attempts)} (${count(large.answers)}), each in a database of its own, every family with two children and ${PER_FAMILY} attempts. One call at a time, small and large in turn, over ${sample} families; medians of ${rounds} rounds of ${calls} calls.${long ? '' : ' The full run compares 10,000 with 1,000,000 (10,000,000 answers).'}`,
        '',
        ...table(rows),
      ],
      targets,
    };
  } finally {
    for (const program of programs) await program.close();
  }
}

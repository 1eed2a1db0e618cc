import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { rebuildEvidence } from '../src/domains/knowing/knowledge/knowledge.store.ts';
import type { Database } from '../src/server/db/db.ts';
import { median, percentile } from './cpu.ts';
import { cookieOf, type Family, type Program, signIn, startProgram, type Taker, teacherOf } from './families.ts';
import { type Connection, openConnection } from './http.ts';
import { loadAttempts, PER_FAMILY, sizesOf } from './many-attempts.ts';
import { count, type Options, type Section, table, worstOf } from './report.ts';

interface Populated {
  program: Program;
  attempts: number;
  answers: number;
  families: { taker: Taker; schoolClass: string; attemptId: number }[];
  teacher: string;
  connection: Connection;
}

/** Starts a program whose database has this number of attempts. @param keep folder in which the data set is kept for later runs. */
async function populated(
  attempts: number,
  sample: number,
  { say, keep }: Pick<Options, 'say' | 'keep'>,
): Promise<Populated> {
  if (keep) mkdirSync(keep, { recursive: true });
  const program = await startProgram(keep ? { DATA_DIR: path.resolve(keep) } : {});
  try {
    const { db } = program;
    const before = await db.row<{ attempts: number }>('select count(*) as attempts from attempts');
    if (before?.attempts !== attempts) await loadAttempts(program, attempts, say);
    const all = await db.rows<Family>(
      `select user_id as "userId", min(id) as "childId" from children c where exists (select 1 from attempts a where a.child_id = c.id)
       group by user_id order by user_id`,
    );
    const takers = await signIn(
      db,
      Array.from({ length: sample }, (_, index) => all[Math.floor((index * all.length) / sample)] as Family),
    );
    await rememberKnowledge(db, takers);
    const newest = await db.rows<{ childId: number; id: number; schoolClass: string }>(
      `select child_id as "childId", max(a.id) as id, c.school_class as "schoolClass" from attempts a join children c on c.id = child_id
       where child_id = any($1::int[]) group by 1, 3`,
      [takers.map(({ childId }) => childId)],
    );
    const ofChild = new Map(newest.map((one) => [one.childId, one]));
    const there = await db.row<{ answers: number }>('select count(*) as answers from answers');
    return {
      program,
      attempts,
      answers: there?.answers ?? 0,
      families: takers.map((taker) => {
        const { id: attemptId = 0, schoolClass = '' } = ofChild.get(taker.childId) ?? {};
        return { taker, attemptId, schoolClass };
      }),
      teacher: await teacherOf(program),
      connection: openConnection(program.url),
    };
  } catch (error) {
    await program.close();
    throw error;
  }
}

/** Stores the evidence of these families' children, as completing their attempts would have done. */
async function rememberKnowledge(db: Database, takers: readonly Taker[]): Promise<void> {
  const children = await db.rows<{ id: number }>('select id from children where user_id = any($1::int[])', [
    takers.map(({ userId }) => userId),
  ]);
  await db.transaction((transaction) =>
    rebuildEvidence(
      transaction,
      children.map(({ id }) => id),
    ),
  );
}

type Asker = Populated['families'][number];
/** The calls of a family and of a teacher. */
const READS: readonly [name: string, path: (asker: Asker) => string, who?: 'teacher'][] = [
  ['dashboard, the page', () => '/dashboard'],
  ['children: `/api/children`', () => '/api/children'],
  ['history: `/api/recent-tests?limit=20`', () => '/api/recent-tests?limit=20'],
  ['performance: `/api/children/performance`', () => '/api/children/performance?period=month'],
  ['report: `/api/children/:id/report`', ({ taker }) => `/api/children/${taker.childId}/report`],
  [
    'catalogue: `/api/tests?childId`',
    ({ taker, schoolClass }) => `/api/tests?childId=${taker.childId}&class=${encodeURIComponent(schoolClass)}`,
  ],
  ['result: `/api/attempts/:id`', ({ attemptId }) => `/api/attempts/${attemptId}`],
  ['bank statistics: `/api/teacher/statistics`', () => '/api/teacher/statistics', 'teacher'],
  ['questions that need attention', () => '/api/teacher/statistics/questions?limit=25', 'teacher'],
];

/**
 * For each call, the median milliseconds over the rounds, and the number of 8 KB blocks that the database needed and did not have in its
 * own cache.
 */
interface Measured {
  p50: number;
  p95: number;
  blocks: number;
  missed: number;
}

async function blocksOf({ program }: Populated): Promise<{ hit: number; read: number }> {
  const row = await program.db.row<{ hit: number; read: number }>(
    'select sum(blks_hit) as hit, sum(blks_read) as read from pg_stat_database where datname = current_database()',
  );
  return row ?? { hit: 0, read: 0 };
}

/** Measures one read on all sizes in turn. */
async function measure(
  sizes: readonly Populated[],
  [, path, who]: (typeof READS)[number],
  { rounds, calls }: { rounds: number; calls: number },
): Promise<Measured[]> {
  const ask = async ({ connection, families, teacher }: Populated, index: number) => {
    const asker = families[index % families.length] as Asker;
    const reply = await connection.as(who ? teacher : cookieOf(asker.taker)).call('GET', path(asker));
    if (reply.status !== 200) throw new Error(`${path(asker)}: ${reply.status}`);
    return reply.took;
  };
  // Warm-up: one pass over all families fills the caches of app and database.
  for (let index = 0; index < (sizes[0]?.families.length ?? 0); index += 1)
    for (const size of sizes) await ask(size, index);
  const before = await Promise.all(sizes.map(blocksOf));
  const seen = sizes.map(() => [] as { p50: number; p95: number }[]);
  for (let round = 0; round < rounds; round += 1) {
    const times = sizes.map(() => [] as number[]);
    for (let index = 0; index < calls; index += 1)
      for (const [place, size] of sizes.entries()) times[place]?.push(await ask(size, index));
    for (const [place, took] of times.entries())
      seen[place]?.push({ p50: percentile(took, 0.5), p95: percentile(took, 0.95) });
  }
  const after = await Promise.all(sizes.map(blocksOf));
  return seen.map((one, place) => {
    const hit = (after[place]?.hit ?? 0) - (before[place]?.hit ?? 0);
    const missed = (after[place]?.read ?? 0) - (before[place]?.read ?? 0);
    return {
      p50: median(one.map(({ p50 }) => p50)),
      p95: median(one.map(({ p95 }) => p95)),
      blocks: (hit + missed) / (rounds * calls),
      missed: missed / (rounds * calls),
    };
  });
}

/** Measures what families and teachers read, with few and with many attempts of other families. */
export async function measureScale({ long, say, attempts, keep }: Options): Promise<Section> {
  const [few, many, slack] = long ? [10_000, attempts ?? 1_000_000, 1.2] : [2_000, attempts ?? 200_000, 1.5];
  const plan = long ? { rounds: 5, calls: 1_000 } : { rounds: 3, calls: 200 };
  const sizes: Populated[] = [];
  try {
    for (const wanted of [few, many]) {
      const kept = wanted === many && keep ? { keep } : {};
      sizes.push(await populated(wanted, few / PER_FAMILY, { say, ...kept }));
      say(`${count(wanted)} attempts are there`);
    }
    const [small, large] = sizes as [Populated, Populated];
    const rows: (string | number)[][] = [
      [
        'read',
        `p50/p95 at ${count(small.attempts)}, ms`,
        `p50/p95 at ${count(large.attempts)}, ms`,
        'ratio of p95',
        'blocks a call',
        'of them not cached',
      ],
    ];
    const ratios: [read: string, ratio: number][] = [];
    for (const read of READS) {
      const [before, after] = (await measure(sizes, read, plan)) as [Measured, Measured];
      const [name] = read;
      const ratio = after.p95 / before.p95;
      const both = ({ p50, p95 }: Measured) => `${p50.toFixed(2)}/${p95.toFixed(2)}`;
      const blocks = (pick: 'blocks' | 'missed') => `${before[pick].toFixed(1)}→${after[pick].toFixed(1)}`;
      rows.push([name, both(before), both(after), ratio.toFixed(2), blocks('blocks'), blocks('missed')]);
      say(`${name}: ${ratio.toFixed(2)} ×`);
      ratios.push([name.replace(/:? `.*/, ''), ratio]);
    }
    return {
      title: 'Scale',
      lines: [
        `${count(small.attempts)} completed attempts (${count(small.answers)} answers) against ${count(large.attempts)} (${count(large.answers)}), each in a database of its own with 128 MB of cache, every family with two children and ${PER_FAMILY} attempts. One call at a time, small and large in turn, over ${small.families.length} families; medians of ${plan.rounds} rounds of ${plan.calls} calls. Blocks are of 8 KB.`,
        '',
        ...table(rows),
        `Sizes of the largest tables at ${count(large.attempts)} attempts:`,
        '',
        ...(await sizesOf(large.program.db)),
      ],
      targets: [
        worstOf(`reads with ${count(large.attempts / small.attempts)} times the attempts, p95`, ratios, slack, '×', 2),
      ],
    };
  } finally {
    for (const { connection, program } of sizes) {
      connection.close();
      await program.close();
    }
  }
}

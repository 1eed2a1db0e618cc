import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../src/server/db/db.ts';
import { databaseCpu, endedChildrenCpu, ownCpu } from './cpu.ts';
import type { Program, Taker } from './families.ts';

/** CPU milliseconds of the plain statements for each attempt. */
export interface PlainFigures {
  perSecond: number;
  driverCpu: number;
  databaseCpu: number;
}

/** Runs the plain statements against the program's database for about so many milliseconds. */
export interface PlainStatements {
  /** The client that sends the statements, as the report's table names it. */
  readonly driver: string;
  run(concurrency: number, milliseconds: number): Promise<PlainFigures>;
}

/** One attempt, each statement committed by itself; `:child` and `:attempt` are its variables. */
interface Script {
  begin: string;
  rest: readonly string[];
}

/**
 * Thirteen statements that write and read the rows of an attempt without checking anything: one insert of the attempt, ten of answers, one
 * update at its end, one read of its answers. They include no sessions, permissions, deadlines, averages or messages.
 *
 * The attempts do not count for any child, so that a child can take the test again and again.
 */
export function scriptOf(test: PlainTest): Script {
  return {
    begin: `insert into attempts (child_id, test_id, version_id, discipline, school_class, time_limit, deadline_at)
      values (:child, ${test.id}, ${test.versionId}, '${test.discipline}', '${test.schoolClass}', 900, now() + interval '15 minutes') returning id as attempt`,
    rest: [
      ...test.questions.map(
        (question, index) =>
          `insert into answers (attempt_id, question_id, selected_answer, response_time, sequence) values (:attempt, ${question}, 'A', 12, ${index + 1})`,
      ),
      `update attempts set state = 'completed', completed = true, finished_at = now(), time_spent = 120, total_score = 30, points = 3, points_possible = 10,
        correct_answers = 3, incorrect_answers = 7 where id = :attempt`,
      'select a.*, w.question_id, w.selected_answer from attempts a join answers w on w.attempt_id = a.id where a.id = :attempt',
    ],
  };
}

export interface PlainTest {
  id: number;
  versionId: number;
  discipline: string;
  schoolClass: string;
  questions: number[];
}

export async function testOf(db: Database, testId: number): Promise<PlainTest> {
  const test = await db.row<PlainTest>(
    `select t.id, t.version_id as "versionId", replace(t.discipline, '''', '''''') as discipline, t.school_class as "schoolClass",
       array_agg(q.question_id order by q.position) as questions
     from tests t join version_questions q on q.version_id = t.version_id where t.id = $1 group by t.id`,
    [testId],
  );
  if (!test) throw new Error('no test');
  return test;
}

const hasPgbench = (): boolean => {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** @param children at least one for each caller, none of them used by another load: a child can have only one open attempt. */
export async function plainStatements(
  program: Program,
  testId: number,
  children: readonly Taker[],
): Promise<PlainStatements> {
  const script = scriptOf(await testOf(program.db, testId));
  const ids = children.map(({ childId }) => childId);
  const measured = async (driverCpu: () => number, work: () => Promise<number> | number): Promise<PlainFigures> => {
    const before = { driver: driverCpu(), database: databaseCpu(program.postmaster) };
    const since = performance.now();
    const attempts = await work();
    return {
      perSecond: (attempts * 1000) / (performance.now() - since),
      driverCpu: (driverCpu() - before.driver) / attempts,
      databaseCpu: (databaseCpu(program.postmaster) - before.database) / attempts,
    };
  };
  if (hasPgbench()) {
    return {
      driver: 'pgbench',
      run: (concurrency, milliseconds) =>
        measured(endedChildrenCpu, () => runPgbench(program.databaseUrl, script, ids, concurrency, milliseconds)),
    };
  }
  return {
    driver: 'a loop of the driver',
    run: (concurrency, milliseconds) =>
      measured(ownCpu, () => runLoop(program.databaseUrl, script, ids, concurrency, milliseconds)),
  };
}

function runPgbench(
  databaseUrl: string,
  script: Script,
  children: readonly number[],
  concurrency: number,
  milliseconds: number,
): number {
  const first = Math.min(...children);
  if (Math.max(...children) - first !== children.length - 1) throw new Error('the children are not numbered in a row');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-pgbench-'));
  const file = path.join(folder, 'attempt.sql');
  const oneLine = (text: string) => text.replace(/\s+/g, ' ');
  fs.writeFileSync(
    file,
    [
      `\\set child ${first} + :client_id`,
      `${oneLine(script.begin)} \\gset`,
      ...script.rest.map((text) => `${oneLine(text)};`),
      '',
    ].join('\n'),
  );
  try {
    const output = execFileSync(
      'pgbench',
      [
        ...['--no-vacuum', '--protocol=prepared', `--file=${file}`, `--client=${concurrency}`, '--jobs=1'],
        `--time=${Math.max(1, Math.round(milliseconds / 1000))}`,
        databaseUrl,
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const attempts = Number(/transactions actually processed: (\d+)/.exec(output)?.[1]);
    if (!attempts) throw new Error(`pgbench: ${output}`);
    return attempts;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function runLoop(
  databaseUrl: string,
  script: Script,
  children: readonly number[],
  concurrency: number,
  milliseconds: number,
): Promise<number> {
  const db = openDatabase(databaseUrl, { connections: concurrency });
  const begin = script.begin.replace(':child', '$1');
  const rest = script.rest.map((text) => text.replace(':attempt', '$1'));
  let attempts = 0;
  try {
    const since = performance.now();
    await Promise.all(
      children.slice(0, concurrency).map(async (child) => {
        while (performance.now() < since + milliseconds) {
          const attempt = await db.row<{ attempt: number }>(begin, [child]);
          for (const text of rest) await db.rows(text, [attempt?.attempt]);
          attempts += 1;
        }
      }),
    );
    return attempts;
  } finally {
    await db.close();
  }
}

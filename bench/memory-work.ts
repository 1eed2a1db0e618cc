import { writeFile } from '../src/domains/bank/question-formats/writing.server.ts';
import { mostDuring, residentMb } from './cpu.ts';
import { exam } from './exam.ts';
import { cookieOf, inTurn, makeTakers, type Program, startProgram, teacherOf, testsOfTen } from './families.ts';
import { aTest, draft, ROWS, upload } from './import.ts';
import { atMost, pause, type Target } from './report.ts';

/** Maximum MB of a process, idle and at work. */
const IDLE_LIMIT = 130;
const WORK_LIMIT = 250;
/** Seconds after a start that count as idle. */
const SETTLED_SECONDS = 60;
const PDFS = 200;

/**
 * Measures the largest resident size: idle, under 32 callers, importing, and generating documents, one after another in one process, which
 * was started on a database with content.
 */
export async function measureWork(seconds: number): Promise<{ lines: string[]; targets: Target[] }> {
  const program = await startProgram({ DEMO: '1' }, 'again');
  try {
    return await measure(program, seconds);
  } finally {
    await program.close();
  }
}

async function measure(program: Program, seconds: number): Promise<{ lines: string[]; targets: Target[] }> {
  await pause(SETTLED_SECONDS * 1000);
  const idle = residentMb(program.pid);
  const takers = await makeTakers(program.db, 2_000);
  const tests = await testsOfTen(program.db);
  const callers = await mostDuring(program.pid, async () => {
    await exam(program, { concurrency: 32, milliseconds: seconds * 1000, nextTaker: inTurn(takers), tests });
  });
  const importing = await mostDuring(program.pid, async () => {
    const teacher = await teacherOf(program);
    const drafts = Array.from({ length: ROWS }, (_, row) => draft(row));
    for (const format of ['csv', 'excel', 'moodle'] as const) {
      const file = await writeFile(format, drafts, { headers: true, about: null });
      const testId = await aTest(program, teacher, `Memória ${format}`);
      for (const dryRun of [true, false])
        await upload(program, teacher, testId, { bytes: file.bytes, name: `medida.${file.ending}` }, dryRun);
    }
  });
  const drawing = await mostDuring(program.pid, async () => {
    for (const taker of takers.slice(0, PDFS)) {
      const reply = await fetch(`${program.url}/api/children/${taker.childId}/report/pdf`, {
        headers: { cookie: cookieOf(taker) },
      });
      await reply.arrayBuffer();
      if (reply.status !== 200) throw new Error(`no report: ${reply.status}`);
    }
  });
  const rows: [what: string, mb: number, limit: number][] = [
    [`idle, ${SETTLED_SECONDS} s after a start`, idle, IDLE_LIMIT],
    ['32 callers', callers, WORK_LIMIT],
    [`previewing and importing ${ROWS} rows (CSV, Excel, Moodle XML)`, importing, WORK_LIMIT],
    [`drawing ${PDFS} reports as PDF`, drawing, WORK_LIMIT],
  ];
  return {
    lines: [
      "The targets are of the app's largest resident size, each kind of work in turn in one process on a database with content.",
      '',
    ],
    targets: rows.map(([what, mb, limit]) => atMost(`memory, ${what}`, mb, limit, 'MB', 0)),
  };
}

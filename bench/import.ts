import type { Draft } from '../src/domains/bank/question-formats/files.rules.ts';
import { writeFile } from '../src/domains/bank/question-formats/writing.server.ts';
import type { TwoWayFormat } from '../src/shared/questions/question-formats.ts';
import { median, mostDuring, percentile } from './cpu.ts';
import { inTurn, makeTakers, type Program, startProgram, teacherOf, testsOfTen } from './families.ts';
import { openConnection } from './http.ts';
import { CHILDREN, THINK, whileChildrenAnswer } from './meanwhile.ts';
import { count, ms, type Options, pause, type Section, seconds, table, worstOf } from './report.ts';

/** The maximum number of rows of a file. */
export const ROWS = 5_000;
/** Maximum ratio of the time until the preview of all rows is there to that until they are stored. */
const PREVIEW_RATIO = 0.7;
/** Maximum MB of the program while it makes a preview. */
const PREVIEW_MB = 250;
/** Maximum ratio of the 95th percentile of a family's response times during the import to that without an import. */
const RATIO = 2;

/** Files in the formats that teachers use most. */
const FILES: readonly (readonly [format: TwoWayFormat, name: string])[] = [
  ['csv', 'CSV'],
  ['excel', 'Excel'],
  ['moodle', 'Moodle XML'],
];

/** Returns a question like those of the bank; every fourth has formulas. */
export function draft(row: number): Draft {
  const formula = row % 4 === 0;
  const shown = (number: number) => (formula ? `$\\frac{${number}}{${2 + (row % 7)}}$` : String(number));
  return {
    statement: `A Marta comprou ${row + 2} laranjas no mercado do Kinaxixi e deu metade à avó. Quanto é ${shown(row)} mais ${shown(3)}?`,
    passage: null,
    alternatives: [3, 1, 2, 4].map((more) => shown(row + more)),
    correct: 0,
    explanation: `Junta-se ${shown(3)} a ${shown(row)}: conta-se para a frente a partir do maior, e obtém-se ${shown(row + 3)}.`,
    weight: 1,
    skillCategory: 'Aplicação',
    objective: null,
  };
}

/** Imports a file with the maximum number of rows while children answer. */
export async function measureImport({ long, say }: Options): Promise<Section> {
  const rounds = long ? 6 : 2;
  const program = await startProgram({}, 'again');
  try {
    const takers = inTurn(await makeTakers(program.db, 400));
    const tests = await testsOfTen(program.db);
    const teacher = await teacherOf(program);
    const drafts = Array.from({ length: ROWS }, (_, row) => draft(row));
    const rows: string[][] = [];
    const ratios: Record<'answers' | 'previews' | 'sizes', [format: string, measured: number][]> = {
      answers: [],
      previews: [],
      sizes: [],
    };
    // Warm-up: a program that has just started is still compiling its code.
    await whileChildrenAnswer(program, takers, tests, () => pause(3_000));
    for (const [format, name] of FILES) {
      const file = await writeFile(format, drafts, { headers: true, about: null });
      const times: Times = { verdict: [], stored: [], idle: [], busy: [], sizes: [] };
      for (let round = 0; round < rounds; round += 1) {
        const testId = await aTest(program, teacher, `${name} ${round}`);
        let took = 0;
        let most = 0;
        const send = async (dryRun: boolean, into: number[]) => {
          const since = performance.now();
          await upload(program, teacher, testId, { bytes: file.bytes, name: `medida.${file.ending}` }, dryRun);
          into.push(performance.now() - since);
          took += performance.now() - since;
        };
        times.busy.push(
          ...(await whileChildrenAnswer(program, takers, tests, async () => {
            most = await mostDuring(program.pid, () => send(true, times.verdict));
            await send(false, times.stored);
          })),
        );
        times.sizes.push(most);
        // Measures answers for the same duration without an import, on the same machine.
        times.idle.push(...(await whileChildrenAnswer(program, takers, tests, () => pause(Math.max(took, 3_000)))));
      }
      say(`${name}: ${seconds(median(times.stored))} s`);
      rows.push(rowOf(name, file.bytes.length, times));
      ratios.answers.push([name, percentile(times.busy, 0.95) / percentile(times.idle, 0.95)]);
      ratios.previews.push([name, median(times.verdict) / median(times.stored)]);
      ratios.sizes.push([name, Math.max(...times.sizes)]);
    }
    return {
      title: 'Import of questions',
      lines: [
        `A file of ${count(ROWS)} rows, a quarter of them with formulas: first the verdict on each row with the question as a child will see it, then all of it stored. Meanwhile ${CHILDREN} children take tests, an answer each every ${THINK} ms; idle is the same without an import, in turn. Medians of ${rounds} rounds.`,
        '',
        ...table([
          [
            'file',
            'KB',
            'preview, s',
            'preview, MB',
            'stored, s',
            'answer idle p50/p95, ms',
            'answer during it p50/p95, ms',
            'ratio of p95',
          ],
          ...rows,
        ]),
      ],
      targets: [
        worstOf('an answer during an import, p95 beside idle', ratios.answers, RATIO, '×', 2),
        worstOf('a preview of an import, beside storing it', ratios.previews, PREVIEW_RATIO, '×', 2),
        worstOf('memory during a preview of an import', ratios.sizes, PREVIEW_MB, 'MB', 0),
      ],
    };
  } finally {
    await program.close();
  }
}

/** Measurements of one format: milliseconds, and the peak memory of the process during each preview, in MB. */
type Times = Record<'verdict' | 'stored' | 'idle' | 'busy' | 'sizes', number[]>;

function rowOf(name: string, bytes: number, { verdict, stored, idle, busy, sizes }: Times): string[] {
  const both = (times: readonly number[]) => `${ms(percentile(times, 0.5))}/${ms(percentile(times, 0.95))}`;
  return [
    name,
    (bytes / 1000).toFixed(0),
    seconds(median(verdict)),
    Math.max(...sizes).toFixed(0),
    seconds(median(stored)),
    both(idle),
    both(busy),
    (percentile(busy, 0.95) / percentile(idle, 0.95)).toFixed(2),
  ];
}

/** @returns the id of a new test of a teacher. */
export async function aTest({ url }: Pick<Program, 'url'>, cookie: string, theme: string): Promise<number> {
  const connection = openConnection(url).as(cookie);
  const made = await connection.call('POST', '/api/teacher/tests', {
    discipline: 'Matemática',
    theme: `Medida ${theme}`,
    schoolClass: '6º Ano',
    difficultyLevel: 'Básico',
    evaluationType: 'Diagnóstico',
    draft: true,
  });
  connection.close();
  if (made.status >= 300) throw new Error(`no test: ${made.status}`);
  return (made.json() as { id: number }).id;
}

export async function upload(
  { url }: Pick<Program, 'url'>,
  cookie: string,
  testId: number,
  file: { bytes: Uint8Array; name: string },
  dryRun: boolean,
): Promise<void> {
  const form = new FormData();
  form.set('dryRun', String(dryRun));
  form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  const reply = await fetch(`${url}/api/teacher/tests/${testId}/import`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  const { counts, message } = (await reply.json()) as { counts?: { created: number }; message?: string };
  if (counts?.created !== ROWS) throw new Error(`${file.name}: ${reply.status} ${message ?? JSON.stringify(counts)}`);
}

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Layout, Letter } from '../src/domains/sitting/paper/layout.rules.ts';
import { lookForCodes } from '../src/domains/sitting/paper/photo.server.ts';
import { readSheet } from '../src/domains/sitting/paper/reading.rules.ts';
import { takePhotograph } from '../test/support/sheets/photograph.ts';
import { percentile } from './cpu.ts';
import { phonePhoto } from './paper-phone.ts';
import { makePhoto } from './paper-photos.ts';
import { atMost, count, type Options, type Section, table } from './report.ts';

/** The seed of the photographs; `PAPER_SEED` sets another. The thresholds of the reading were chosen on seeds 1 and 5. */
const SEED = Number(process.env.PAPER_SEED ?? 2);

const WANTED = { asked: 15, refused: 3, milliseconds: 800, megabytes: 150 };

/** A photograph of a sheet, and what was drawn on the sheet. */
export interface KnownPhoto {
  jpeg: Buffer;
  layout: Layout;
  code: string;
  rows: readonly { kind: string; letter: Letter | null }[];
  /** Shape of the paper; sheets of bench/paper-photos.ts are at most crumpled. */
  surface?: string;
}

/** Result of reading many photographs. */
export interface Tally {
  /** Photographs, and those refused, by the shape of the paper. */
  photos: Record<string, number>;
  refused: Record<string, number>;
  /** Why photographs were refused. */
  faults: Record<string, number>;
  /** Rows, and those asked about, by what was drawn in them. */
  rows: Record<string, number>;
  asked: Record<string, number>;
  /** Rows with a crossed-out and remade mark whose proposal was the remade one. */
  proposed: number;
  /** Rows that were read as certain but differ from what was drawn. */
  wrong: string[];
  /** CPU milliseconds per photograph, decoding included. */
  cpu: number[];
}

export const emptyTally = (): Tally => ({
  photos: {},
  refused: {},
  faults: {},
  rows: {},
  asked: {},
  proposed: 0,
  wrong: [],
  cpu: [],
});

/** Rows about which the parent must be asked, whatever is read in them: nothing counts, or only the child knows what does. */
const NEVER_SURE: ReadonlySet<string> = new Set(['double', 'crossed', 'remade', 'cancelled']);
/** Rows with a mark that was crossed out and made again. */
const REMADE: ReadonlySet<string> = new Set(['crossed', 'remade']);
/** Marks that a child may be expected to make. */
export const ORDINARY = ['filled', 'cross', 'tick'] as const;

const add = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1;
};
export const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

/** Reads one generated photograph and adds its result. */
export async function judge(tally: Tally, photo: KnownPhoto, name: string): Promise<void> {
  const before = process.cpuUsage();
  const { grey, codes } = await lookForCodes(photo.jpeg);
  const code = codes.find(({ text }) => text === photo.code);
  const read = code ? readSheet(grey, code.corners, photo.layout) : ({ fault: 'code' } as const);
  const { user, system } = process.cpuUsage(before);
  tally.cpu.push((user + system) / 1_000);
  const surface = photo.surface ?? 'crumpled';
  add(tally.photos, surface);
  if (read.fault !== undefined) {
    add(tally.refused, surface);
    add(tally.faults, read.fault);
    return;
  }
  read.rows.forEach((row, index) => {
    const truth = photo.rows[index];
    if (!truth) return;
    const { kind, letter } = truth;
    add(tally.rows, kind);
    if (!row.sure) {
      add(tally.asked, kind);
      if (REMADE.has(kind) && row.letter === letter) tally.proposed += 1;
    } else if (row.letter !== letter || NEVER_SURE.has(kind))
      tally.wrong.push(`${name}, row ${row.number} (${kind}): ${row.letter} for ${letter}`);
  });
}

/** The photograph generators. They share only the printed sheet. */
const GENERATORS = {
  camera: (seed: number, number: number, questions: number): Promise<KnownPhoto> => makePhoto(seed, number, questions),
  space: (seed: number, number: number, questions: number): Promise<KnownPhoto> =>
    takePhotograph(seed, number, questions),
  phone: (seed: number, number: number, questions: number): Promise<KnownPhoto> => phonePhoto(seed, number, questions),
};
const LAYOUTS = [10, 30] as const;

export async function measurePaper({ long, say }: Options): Promise<Section> {
  // As many rows of each layout.
  const photos = { 10: long ? 180 : 45, 30: long ? 60 : 15 };
  const results = Object.entries(GENERATORS).flatMap(([generator, make]) =>
    LAYOUTS.map((questions) => ({ generator, make, questions, tally: emptyTally() })),
  );
  let largest: Buffer = Buffer.alloc(0);
  for (let number = 0; number < Math.max(...Object.values(photos)); number += 1) {
    for (const { generator, make, questions, tally } of results) {
      if (number >= photos[questions]) continue;
      const photo = await make(SEED, number, questions);
      if (photo.jpeg.length > largest.length) largest = photo.jpeg;
      await judge(tally, photo, `${generator} ${questions}, photograph ${number}`);
    }
    if (number % 10 === 9) {
      const rows = results.reduce((sum, { tally }) => sum + sumOf(tally.rows), 0);
      const wrong = results.reduce((sum, { tally }) => sum + tally.wrong.length, 0);
      say(`${number + 1} photographs of each kind: ${rows} rows, ${wrong} wrong`);
    }
  }
  return sectionOf(results, memoryFor(largest));
}

const share = (part: number, all: number) => (100 * part) / Math.max(1, all);
const even = (counts: Record<string, number>) => (counts.flat ?? 0) + (counts.crumpled ?? 0);
const bent = (counts: Record<string, number>) => (counts.curled ?? 0) + (counts.folded ?? 0);
const askedOf = ({ asked, rows }: Tally, kinds: readonly string[]) =>
  share(
    kinds.reduce((sum, kind) => sum + (asked[kind] ?? 0), 0),
    kinds.reduce((sum, kind) => sum + (rows[kind] ?? 0), 0),
  );

function sectionOf(
  results: readonly { generator: string; questions: number; tally: Tally }[],
  megabytes: number,
): Section {
  const wrong = results.flatMap(({ tally }) => tally.wrong);
  const cpu = results.flatMap(({ tally }) => tally.cpu);
  const percent = (value: number) => `${value.toFixed(1)} %`;
  const line = ({ generator, questions, tally }: (typeof results)[number]) => {
    const remade = [...REMADE].reduce((sum, kind) => sum + (tally.rows[kind] ?? 0), 0);
    return [
      `${generator}, ${questions} questions`,
      count(sumOf(tally.photos)),
      count(sumOf(tally.rows)),
      tally.wrong.length,
      percent(share(even(tally.refused), even(tally.photos))),
      bent(tally.photos) > 0 ? percent(share(bent(tally.refused), bent(tally.photos))) : '–',
      ...ORDINARY.map((kind) => percent(askedOf(tally, [kind]))),
      percent(share(tally.proposed, remade)),
    ];
  };
  return {
    title: 'Sheets of paper',
    lines: [
      `Photographs made by three generators (\`bench/paper-photos.ts\`, \`test/support/sheets\` and \`bench/paper-phone.ts\`), seed ${SEED}; docs/paper.md describes them.`,
      '',
      ...table([
        [
          'generator, layout',
          'photographs',
          'rows',
          'wrong',
          'refused, flat or crumpled',
          'refused, curled or folded',
          ...ORDINARY.map((kind) => `asked: ${kind}`),
          'remade mark proposed',
        ],
        ...results.map(line),
      ]),
      `Processor time for one photograph: p50 ${percentile(cpu, 0.5).toFixed(0)} ms, p95 ${percentile(cpu, 0.95).toFixed(0)} ms.`,
      '',
      ...wrong.map((one) => `- wrong: ${one}`),
    ],
    targets: [
      atMost('paper: rows wrong without being asked about', wrong.length, 0, 'rows'),
      ...results.flatMap(({ generator, questions, tally }) => [
        atMost(
          `paper: flat or crumpled sheets refused, ${generator}, ${questions} questions`,
          share(even(tally.refused), even(tally.photos)),
          WANTED.refused,
          '%',
          1,
        ),
        atMost(
          `paper: ordinary marks asked about, ${generator}, ${questions} questions`,
          askedOf(tally, ORDINARY),
          WANTED.asked,
          '%',
          1,
        ),
      ]),
      atMost('paper: one photograph, processor time p95', percentile(cpu, 0.95), WANTED.milliseconds, 'ms'),
      atMost('paper: one photograph, memory', megabytes, WANTED.megabytes, 'MB'),
    ],
  };
}

/** Returns the megabytes that reading one photograph adds to a separate process, at its peak. */
export function memoryFor(jpeg: Buffer): number {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'paper-')), 'photo.jpg');
  fs.writeFileSync(file, jpeg);
  const script = `
    import fs from 'node:fs';
    const { lookForCodes } = await import(${JSON.stringify(new URL('../src/domains/sitting/paper/photo.server.ts', import.meta.url).href)});
    const { readSheet } = await import(${JSON.stringify(new URL('../src/domains/sitting/paper/reading.rules.ts', import.meta.url).href)});
    const { layoutOf } = await import(${JSON.stringify(new URL('../src/domains/sitting/paper/layout.rules.ts', import.meta.url).href)});
    // Linux reports the peak memory of this process alone; maxRSS would start from its parent's.
    const highest = () => Number(/VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]);
    const before = highest();
    const { grey, codes: [code] } = await lookForCodes(fs.readFileSync(${JSON.stringify(file)}));
    if (code) readSheet(grey, code.corners, layoutOf(Array(10).fill(4)));
    console.log((highest() - before) / 1024);`;
  try {
    return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
  } finally {
    fs.rmSync(path.dirname(file), { recursive: true });
  }
}

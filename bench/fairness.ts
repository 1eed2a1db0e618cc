import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { percentile } from './cpu.ts';
import type { Flood } from './fairness-flood.ts';
import { inTurn, makeTakers, type Program, startProgram, testsOfTen } from './families.ts';
import { CHILDREN, THINK, whileChildrenAnswer } from './meanwhile.ts';
import { randomFrom } from './paper-sheets.ts';
import { ms, type Options, pause, type Section, table, worstOf } from './report.ts';

/** Maximum ratio of the 95th percentile of other families' response times during a flood to that without one. */
const RATIO = 2;
/** Calls that the flooding family has in hand at the same time. */
const AT_ONCE = 16;
const PASSWORD = 'segredo-da-medida-1';

/** Registers the flooding family; its plan pays for its PDF files. */
async function floodingFamily({ url, db }: Program): Promise<{ cookie: string; childId: number }> {
  const username = `inunda${randomUUID().slice(0, 8)}`;
  const person = { username, fullName: 'Família Medida', email: `${username}@familia.example` };
  const registered = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, password: PASSWORD, confirmPassword: PASSWORD }),
  });
  if (registered.status !== 201) throw new Error(`not registered: ${registered.status}`);
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { id } = (await registered.json()) as { id: number };
  await db.count(
    `update users set subscription_type = 'family-plus', subscription_end = now() + interval '1 year' where id = $1`,
    [id],
  );
  const child = await db.row<{ id: number }>(
    `insert into children (user_id, full_name, school_class, cover, consent_version) values ($1, 'Maria', '4º Ano', 1, 'bench') returning id`,
    [id],
  );
  return { cookie, childId: (child as { id: number }).id };
}

/** Returns each flood, by its name. */
async function floods(
  { url }: Program,
  cookie: string,
  childId: number,
): Promise<[string, Omit<Flood, 'milliseconds'>][]> {
  const random = randomFrom(7);
  const noise = Buffer.from(Uint8Array.from({ length: 1_600 * 1_200 }, () => random() * 256));
  const photo = await sharp(noise, { raw: { width: 1_600, height: 1_200, channels: 1 } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const by = { url, cookie, atOnce: AT_ONCE };
  const pin = JSON.stringify({ pin: '8374', password: PASSWORD });
  return [
    ['photographs of noise', { ...by, method: 'POST', path: '/api/paper/scans', body: new Uint8Array(photo) }],
    ['PDF files', { ...by, method: 'GET', path: `/api/children/${childId}/report/pdf` }],
    ['password hashes', { ...by, method: 'PUT', path: '/api/account/pin', body: pin }],
  ];
}

/** Floods the server. @returns how often it replied with each status. */
const flood = (what: Flood): Promise<[number, number][]> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./fairness-flood.ts', import.meta.url), { workerData: what });
    thread.once('message', resolve).once('error', reject);
  });

/** Measures how long other families wait for an answer while one family floods the server with heavy calls. */
export async function measureFairness({ long, say }: Options): Promise<Section> {
  const milliseconds = long ? 15_000 : 5_000;
  const rounds = long ? 4 : 2;
  const program = await startProgram();
  try {
    const takers = inTurn(await makeTakers(program.db, 400));
    const tests = await testsOfTen(program.db);
    const rows: string[][] = [];
    const ratios: [flood: string, ratio: number][] = [];
    await whileChildrenAnswer(program, takers, tests, () => pause(3_000));
    const { cookie, childId } = await floodingFamily(program);
    for (const [name, what] of await floods(program, cookie, childId)) {
      const [idle, busy]: [number[], number[]] = [[], []];
      const statuses = new Map<number, number>();
      for (let round = 0; round < rounds; round += 1) {
        idle.push(...(await whileChildrenAnswer(program, takers, tests, () => pause(milliseconds))));
        // The limit of 60 files an hour would end the flood after some seconds.
        await program.db.count(`delete from rate_limits where key like 'pdf:%'`);
        const flooding = async () => {
          for (const [status, times] of await flood({ ...what, milliseconds }))
            statuses.set(status, (statuses.get(status) ?? 0) + times);
        };
        busy.push(...(await whileChildrenAnswer(program, takers, tests, flooding)));
      }
      const [before, during] = [percentile(idle, 0.95), percentile(busy, 0.95)];
      const told = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
      say(`${name}: ${ms(before)} and ${ms(during)} ms, ${told}`);
      rows.push([
        name,
        told,
        `${ms(percentile(idle, 0.5))}/${ms(before)}`,
        `${ms(percentile(busy, 0.5))}/${ms(during)}`,
        (during / before).toFixed(2),
      ]);
      ratios.push([name, during / before]);
    }
    return {
      title: 'Fairness between families',
      lines: [
        `One family keeps ${AT_ONCE} heavy calls in hand; ${CHILDREN} children of other families take tests meanwhile, an answer each every ${THINK} ms. Idle is the same without a flood, in turn, ${rounds} rounds of ${milliseconds / 1000} seconds of each.`,
        '',
        ...table([
          ['flood', 'replies to it', 'answer idle p50/p95, ms', 'answer during it p50/p95, ms', 'ratio of p95'],
          ...rows,
        ]),
      ],
      targets: [worstOf('an answer while one family floods, p95 beside idle', ratios, RATIO, '×', 2)],
    };
  } finally {
    await program.close();
  }
}

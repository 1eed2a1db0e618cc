import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { percentile } from './cpu.ts';
import { inTurn, makeTakers, type Program, startProgram, testsOfTen } from './families.ts';
import { CHILDREN, THINK, whileChildrenAnswer } from './meanwhile.ts';
import { randomFrom } from './paper-sheets.ts';
import { atMost, ms, type Options, pause, type Section, type Target, table } from './report.ts';

/** Maximum ratio of the 95th percentile of other families' response times during a flood to that without one. */
const RATIO = 2;
/** Calls that the flooding family has in hand at the same time. */
const AT_ONCE = 16;
const PASSWORD = 'segredo-da-medida-1';

/** One call of the flood. */
type FloodCall = () => Promise<number>;

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

/** Returns the calls of each flood, by its name. */
async function floods(program: Program): Promise<[string, FloodCall][]> {
  const { cookie, childId } = await floodingFamily(program);
  const { url, db } = program;
  const random = randomFrom(7);
  const noise = Buffer.from(Uint8Array.from({ length: 1_600 * 1_200 }, () => random() * 256));
  const photo = await sharp(noise, { raw: { width: 1_600, height: 1_200, channels: 1 } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const send = async (method: string, path: string, body?: string | FormData, type?: string) => {
    const reply = await fetch(url + path, {
      method,
      headers: { cookie, ...(type ? { 'content-type': type } : {}) },
      ...(body === undefined ? {} : { body }),
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  let drawn = 0;
  return [
    [
      'photographs of noise',
      () => {
        const form = new FormData();
        form.append('photo', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'foto.jpg');
        return send('POST', '/api/paper/scans', form);
      },
    ],
    [
      'PDF files',
      async () => {
        const status = await send('GET', `/api/children/${childId}/report/pdf`);
        if (status === 200) drawn += 1;
        // The limit of 60 files an hour would end the flood after some seconds.
        if (status === 200 && drawn % 50 === 0) await db.count(`delete from rate_limits where key like 'pdf:%'`);
        return status;
      },
    ],
    [
      'password hashes',
      () => send('PUT', '/api/account/pin', JSON.stringify({ pin: '8374', password: PASSWORD }), 'application/json'),
    ],
  ];
}

/** Measures how long other families wait for an answer while one family floods the server with heavy calls. */
export async function measureFairness({ long, say }: Options): Promise<Section> {
  const milliseconds = long ? 15_000 : 5_000;
  const rounds = long ? 4 : 2;
  const program = await startProgram();
  try {
    const takers = inTurn(await makeTakers(program.db, 400));
    const tests = await testsOfTen(program.db);
    const rows: string[][] = [];
    const targets: Target[] = [];
    await whileChildrenAnswer(program, takers, tests, () => pause(3_000));
    for (const [name, call] of await floods(program)) {
      const [idle, busy]: [number[], number[]] = [[], []];
      const statuses = new Map<number, number>();
      for (let round = 0; round < rounds; round += 1) {
        idle.push(...(await whileChildrenAnswer(program, takers, tests, () => pause(milliseconds))));
        const flood = async () => {
          const until = performance.now() + milliseconds;
          const caller = async () => {
            while (performance.now() < until) {
              const status = await call();
              statuses.set(status, (statuses.get(status) ?? 0) + 1);
              // A refused caller that does not wait would measure this process, not the server.
              if (status === 429 || status === 503) await pause(50);
            }
          };
          await Promise.all(Array.from({ length: AT_ONCE }, caller));
        };
        busy.push(...(await whileChildrenAnswer(program, takers, tests, flood)));
      }
      const [before, during] = [percentile(idle, 0.95), percentile(busy, 0.95)];
      const told = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
      say(`${name}: ${ms(before)} and ${ms(during)} ms, ${told}`);
      rows.push([
        name,
        told,
        `${ms(percentile(idle, 0.5))} / ${ms(before)}`,
        `${ms(percentile(busy, 0.5))} / ${ms(during)}`,
        (during / before).toFixed(2),
      ]);
      targets.push(
        atMost(`an answer while one family floods with ${name}, p95 beside idle`, during / before, RATIO, '×', 2),
      );
    }
    return {
      title: 'Fairness between families',
      lines: [
        `One family keeps ${AT_ONCE} heavy calls in hand; ${CHILDREN} children of other families take tests meanwhile, an answer each every ${THINK} ms and what it takes. Idle is the same without a flood, in turn, ${rounds} rounds of ${milliseconds / 1000} seconds of each.`,
        '',
        ...table([
          ['flood', 'replies to it', 'answer idle p50 / p95, ms', 'answer during it p50 / p95, ms', 'ratio of p95'],
          ...rows,
        ]),
      ],
      targets,
    };
  } finally {
    await program.close();
  }
}

// Compares the processor time of written and chosen answers: `npm run bench -- written`.
import { appCpu, databaseCpu, median } from './cpu.ts';
import { cookieOf, makeTakers, type Program, startProgram, type Taker } from './families.ts';
import { type Connection, openConnection } from './http.ts';
import { atMost, ms, type Options, type Section, table } from './report.ts';
import { LETTERS, type Sitting, start } from './sitting.ts';

/** An answer in writing may not cost more than one by choice. */
const RATIO = 1;

interface Asked extends Sitting {
  questions: { id: number; asks?: { way: string } }[];
}

/** Returns a test of Matemática with written and chosen questions. */
async function mixedTest({ db }: Program): Promise<number> {
  const row = await db.row<{ id: number }>(
    `select t.id from tests t join version_questions q on q.version_id = t.version_id
     where t.active and t.discipline = 'Matemática' and t.school_class = '4º Ano' and t.question_count = 10
     group by t.id having count(*) filter (where q.content like '%:number') = 6 order by t.id limit 1`,
    [],
  );
  if (!row) throw new Error('no test with six written questions');
  return row.id;
}

async function answers(connection: Connection, { id, questions }: Asked, isWritten: boolean, calls: number) {
  const asked = questions.filter(({ asks }) => (asks !== undefined) === isWritten);
  for (let turn = 0; turn < calls; turn += 1) {
    const reply = await connection.call('POST', '/api/answers', {
      attemptId: id,
      questionId: asked[turn % asked.length]?.id,
      selectedAnswer: isWritten ? String(10 + (turn % 900)) : LETTERS[turn % 4],
      responseTime: 12,
      sequence: turn + 1,
      answeredAt: new Date().toISOString(),
    });
    if (reply.status !== 200) throw new Error(`an answer: ${reply.status}`);
  }
}

/** Answers by choice and in writing in turn, in one run. */
export async function measureWritten({ long, say }: Options): Promise<Section> {
  const [rounds, calls] = long ? [20, 500] : [10, 200];
  const program = await startProgram();
  try {
    const [taker] = (await makeTakers(program.db, 1)) as [Taker];
    const connection = openConnection(program.url).as(cookieOf(taker));
    const sitting = (await start(connection, taker, await mixedTest(program))).json() as Asked;
    await program.db.count(`update attempts set deadline_at = now() + interval '1 day' where id = $1`, [sitting.id]);
    const costs = { chosen: [] as Cost[], written: [] as Cost[] };
    const cpu = () => ({ app: appCpu(program.pid), database: databaseCpu(program.postmaster) });
    const measure = async (isWritten: boolean) => {
      const before = cpu();
      await answers(connection, sitting, isWritten, calls);
      const after = cpu();
      return { app: (after.app - before.app) / calls, database: (after.database - before.database) / calls };
    };
    // The first round of each warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const order = round % 2 === 0 ? [false, true] : [true, false];
      for (const isWritten of order) {
        const cost = await measure(isWritten);
        if (round > 0) costs[isWritten ? 'written' : 'chosen'].push(cost);
      }
    }
    say('answers by choice and in writing');
    connection.close();
    return told(costs, calls);
  } finally {
    await program.close();
  }
}

interface Cost {
  app: number;
  database: number;
}

function told(costs: Record<'chosen' | 'written', Cost[]>, calls: number): Section {
  const of = (list: readonly Cost[], part: (cost: Cost) => number) => median(list.map(part));
  const row = (name: string, list: readonly Cost[]) => [
    name,
    ms(of(list, ({ app }) => app)),
    ms(of(list, ({ database }) => database)),
    ms(of(list, ({ app, database }) => app + database)),
  ];
  const whole = (list: readonly Cost[]) => of(list, ({ app, database }) => app + database);
  return {
    title: 'Written answers',
    lines: [
      `CPU of an answer to a question of one test, by choice and in writing in turn, ${costs.chosen.length} rounds of ${calls} answers of each; medians of the rounds.`,
      '',
      ...table([
        ['answer', 'app, ms', 'database, ms', 'both, ms'],
        row('by choice', costs.chosen),
        row('in writing', costs.written),
      ]),
    ],
    targets: [
      atMost(
        'CPU of an answer in writing beside one by choice',
        whole(costs.written) / whole(costs.chosen),
        RATIO,
        '×',
        2,
      ),
    ],
  };
}

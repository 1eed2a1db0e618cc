import { percentile } from './cpu.ts';
import { type Program, startProgram, teacherOf } from './families.ts';
import { type Connection, openConnection } from './http.ts';
import { count, type Options, type Section, table, worstOf } from './report.ts';

const SIZES = [500, 50_000] as const;
const PER_TEST = 10;
/** Maximum p95 of any kind of read of the larger bank, as a multiple of that of its first page. */
const SLOWEST_RATIO = 3;

/** Fills the bank with exactly this number of questions, ten per test. They are the questions of the content with changed text. */
async function fill({ db }: Program, questions: number): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.count('set local session_replication_role = replica');
    await transaction.count(
      `insert into tests (discipline, theme, theme_key, school_class, description, difficulty_level, question_count)
       select (array['Matemática', 'Português', 'Ciências', 'História', 'Geografia', 'Inglês'])[1 + n % 6], 'Medida ' || n, 'medida ' || n,
         (1 + n % 6) || 'º Ano', 'medida', 'Básico', 10 from generate_series(1, $1::int) as n`,
      [questions / PER_TEST],
    );
    await transaction.count(
      `with source as (select *, row_number() over (order by id) - 1 as place, count(*) over () as sources from questions),
         target as (select id, row_number() over (order by id) - 1 as place from tests where theme_key like 'medida %')
       insert into questions (test_id, position, statement, passage, alternatives, correct_answer, explanation, skill_category, objective, rendered)
       select target.id, 1 + k, source.statement || ' (' || target.place || ')', source.passage, source.alternatives, source.correct_answer,
         source.explanation, source.skill_category, source.objective, source.rendered
       from target cross join generate_series(0, 9) as k join source on source.place = (target.place * 10 + k) % sources`,
    );
    await transaction.count(
      `delete from questions q using tests t where t.id = q.test_id and t.theme_key not like 'medida %'`,
    );
  });
  // Inserts the figures that the periodic job would store if every test had been taken: requests read these figures and never compute them.
  await db.count(
    `with figures as (
       insert into bank_figures (test_id, version_id, mark, attempts, asked, answered, correct, questions_enough, flagged)
       select id, version_id, '', 200, 2000, 1900, 1200, question_count, 4 from tests where theme_key like 'medida %' returning test_id
     )
     insert into flagged_questions (question_id, test_id, gravity, flags, attempts, correct, discrimination)
     select q.id, q.test_id, q.id % 8, '[{"kind": "weak"}]', 200, 120, 0.1 from questions q join figures using (test_id) where q.position <= 4`,
  );
  await db.script('vacuum analyze');
}

const READS: readonly (readonly [name: string, query: (index: number) => string, path?: string])[] = [
  ['first page', () => ''],
  ['a page anywhere', (index) => `&page=${1 + ((index * 7919) % 1_000_000_000)}`],
  [
    'by discipline and class',
    () => `&discipline=${encodeURIComponent('Matemática')}&class=${encodeURIComponent('4º Ano')}`,
  ],
  ['by category', () => `&category=${encodeURIComponent('Aplicação')}`],
  ['a rare word', (index) => `&search=${index * 37}`],
  ['a common word', (index) => `&search=${['quanto', 'qual', 'frac', 'uma'][index % 4]}`],
  [
    'two words and a filter',
    () => `&search=${encodeURIComponent('quant laranj')}&category=${encodeURIComponent('Aplicação')}`,
  ],
  ['the beginning of a word', (index) => `&search=${['a', 'me', 'frac', 'tri'][index % 4]}`],
  [
    'a dozen single letters',
    (index) => `&search=${encodeURIComponent(['a b c d e f g h i j k l', 'e o a q'][index % 2] as string)}`,
  ],
  [
    'letters with accents',
    (index) => `&search=${encodeURIComponent(['ângulo', 'à', 'FRAÇÃO', 'ó'][index % 4] as string)}`,
  ],
  ['signs only', (index) => `&search=${encodeURIComponent(['%', '_', "'", '\\\\ :* & |'][index % 4] as string)}`],
  ['two hundred letters that nobody wrote', (index) => `&search=${'xyz'.repeat(66)}${index % 10}`],
  ['its figures', () => '', '/api/teacher/statistics'],
  ['what needs attention, first page', () => '', '/api/teacher/statistics/questions'],
  [
    'what needs attention, by class',
    () => `&class=${encodeURIComponent('4º Ano')}`,
    '/api/teacher/statistics/questions',
  ],
];

/** Measures searching and paging in the teachers' bank, small and large. */
export async function measureBank({ long, say }: Options): Promise<Section> {
  const calls = long ? 400 : 100;
  const measured: Record<string, { p50: number; p95: number }>[] = [];
  for (const size of SIZES) {
    const program = await startProgram();
    try {
      await fill(program, size);
      say(`${count(size)} questions are there`);
      const connection = openConnection(program.url).as(await teacherOf(program));
      measured.push(await ask(connection, size, calls));
      connection.close();
    } finally {
      await program.close();
    }
  }
  const [small = {}, large = {}] = measured;
  const both = ({ p50, p95 }: { p50: number; p95: number }) => `${p50.toFixed(1)}/${p95.toFixed(1)}`;
  return {
    title: 'Bank of questions',
    lines: [
      `\`GET /api/teacher/questions\`, 25 rows a page with the true total, and the bank’s figures (\`/api/teacher/statistics\`), ${calls} calls of each kind, one at a time.`,
      '',
      ...table([
        ['read', `p50/p95 at ${count(SIZES[0])}, ms`, `p50/p95 at ${count(SIZES[1])}, ms`],
        ...READS.map(([name]) => [name, both(small[name] as never), both(large[name] as never)]),
      ]),
    ],
    targets: [
      worstOf(
        `search and pages of ${count(SIZES[1])} questions, p95 beside that of the first page`,
        READS.map(([name]) => [name, (large[name]?.p95 ?? 0) / (large['first page']?.p95 ?? 1)] as const),
        SLOWEST_RATIO,
        '×',
        2,
      ),
    ],
  };
}

async function ask(connection: Connection, size: number, calls: number) {
  const pages = Math.ceil(size / 25);
  const times: Record<string, { p50: number; p95: number }> = {};
  for (const [name, query, path = '/api/teacher/questions'] of READS) {
    const took: number[] = [];
    for (let index = 0; index <= calls; index += 1) {
      const asked = query(index).replace(/page=(\d+)/, (_, page: string) => `page=${1 + (Number(page) % pages)}`);
      const reply = await connection.call('GET', `${path}?limit=25${asked}`);
      if (reply.status !== 200) throw new Error(`${asked}: ${reply.status}`);
      if (index > 0) took.push(reply.took);
    }
    times[name] = { p50: percentile(took, 0.5), p95: percentile(took, 0.95) };
  }
  return times;
}

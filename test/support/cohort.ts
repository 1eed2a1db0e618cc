import { randomBytes } from 'node:crypto';
import { schoolKey } from '../../src/domains/people/children/children.rules.ts';
import { hashToken } from '../../src/server/config.ts';
import type { Database } from '../../src/server/db/db.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import type { Discipline, TestClass } from '../../src/shared/words.ts';
import type { TestApp, Visitor } from './app.ts';
import { aTest } from './builders.ts';

/** One generated attempt, from which a test computes the expected figures. */
export interface MadeAttempt {
  testId: number;
  discipline: Discipline;
  schoolClass: TestClass;
  theme: string;
  correct: number;
  total: number;
  /** Whole percent. */
  score: number;
  startedAt: Date;
  finishedAt: Date;
  timeSpent: number;
  timeLimit: 900 | 1800;
  late: boolean;
  /** Completed, the child's first of this test, not late, standard time. */
  valid: boolean;
}

export interface MadeChild {
  id: number;
  userId: number;
  school: string | null;
  province: string | null;
  schoolClass: TestClass;
  active: boolean;
  /** The share of questions that this child knows at the beginning. */
  ability: number;
  attempts: MadeAttempt[];
}

export interface CohortWanted {
  /** Names of schools by province; null for a child without one. */
  places?: { province: string | null; school: string | null }[];
  /** Number of children in each place. */
  children?: number;
  disciplines?: Discipline[];
  schoolClass?: TestClass;
  /** Number of tests of each discipline, with ten questions each. */
  tests?: number;
  /** Number of days over which the attempts are spread, until yesterday. */
  days?: number;
  /** Whether every child is in a separate family and has valid attempts only: none repeated, late, with extended time, or archived. */
  plain?: boolean;
  seed?: number;
}

const PROVINCES = ['Luanda', 'Benguela', 'Huíla', 'Huambo'];
const QUESTIONS = 10;

/** Twelve schools in four provinces. */
export const TWELVE_SCHOOLS = PROVINCES.flatMap((province) =>
  [1, 2, 3].map((number) => ({ province, school: `Escola ${province} n.º ${number}` })),
);

/**
 * Inserts families with a term of attempts of varied ability, and returns the expected values: for tests and measurements, never used by
 * the program. Families have one to three children, all at one school. The sums that the program stores are not created: a test computes
 * them with the program's own functions.
 */
export async function aCohort(db: Database, wanted: CohortWanted = {}): Promise<MadeChild[]> {
  const { places = TWELVE_SCHOOLS, children: perPlace = 30, schoolClass = '6º Ano', tests = 3, days = 84 } = wanted;
  const disciplines = wanted.disciplines ?? (['Matemática', 'Português'] as const);
  const chance = sequence(wanted.seed ?? 7);
  const bank: { id: number; discipline: Discipline; theme: string }[] = [];
  for (const discipline of disciplines) {
    for (let number = 1; number <= tests; number += 1) {
      const theme = `${discipline} ${number} ${randomBytes(3).toString('hex')}`;
      const keys = Array.from({ length: QUESTIONS }, () => 'A');
      bank.push({ id: (await aTest(db, { discipline, schoolClass, theme, keys })).id, discipline, theme });
    }
  }
  const run = randomBytes(4).toString('hex');
  const made: (MadeChild & { family: number; extended: boolean })[] = [];
  let family = 0;
  for (const place of places) {
    for (let left = 0, count = 0; count < perPlace; count += 1, left -= 1) {
      if (left <= 0) {
        family += 1;
        left = wanted.plain ? 1 : 1 + Math.floor(chance() * 3);
      }
      const ability = 0.25 + 0.6 * ((chance() + chance() + chance()) / 3);
      const extended = !wanted.plain && chance() < 0.08;
      made.push({
        id: 0,
        userId: 0,
        family,
        ...place,
        schoolClass,
        active: wanted.plain || chance() > 0.05,
        ability,
        extended,
        attempts: [],
      });
    }
  }
  for (const child of made) {
    const times = bank.flatMap((test) => {
      const repeats = !wanted.plain && chance() < 0.15;
      return repeats ? [test, test] : [test];
    });
    const seen = new Set<number>();
    // Attempts are created in order of time, so that the first of each test is known.
    for (const [turn, test] of shuffled(times, chance).entries()) {
      const began = Date.now() - DAY_MS * (1 + (days * (times.length - turn - chance())) / times.length);
      const startedAt = new Date(Math.round(began));
      const knows = child.ability + (0.12 * turn) / times.length;
      const correct = Array.from({ length: QUESTIONS }, () => chance() < knows).filter(Boolean).length;
      const late = !wanted.plain && chance() < 0.04;
      const timeLimit = child.extended ? 1800 : 900;
      const timeSpent = 200 + Math.floor(chance() * 600);
      child.attempts.push({
        testId: test.id,
        discipline: test.discipline,
        schoolClass,
        theme: test.theme,
        correct,
        total: QUESTIONS,
        score: correct * (100 / QUESTIONS),
        startedAt,
        finishedAt: new Date(startedAt.getTime() + timeSpent * 1000),
        timeSpent,
        timeLimit,
        late,
        valid: !late && timeLimit === 900 && !seen.has(test.id),
      });
      seen.add(test.id);
    }
  }
  await write(db, made, run);
  return made;
}

async function write(
  db: Database,
  made: (MadeChild & { family: number; extended: boolean })[],
  run: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const families = Math.max(...made.map(({ family }) => family));
    const users = await transaction.rows<{ id: number; family: number }>(
      `with made as (
         insert into users (username, username_key, password_hash, email, full_name, subscription_type, subscription_end, terms_version)
         select 'coorte-' || $1::text || '-' || n, 'coorte-' || $1::text || '-' || n, 'none', 'coorte@familia.example', 'Família ' || n,
           'family-plus', now() + interval '1 year', 'test' from generate_series(1, $2::int) as n returning id, username
       ) select id, split_part(username, '-', 3)::int as family from made`,
      [run, families],
    );
    const userOf = new Map(users.map(({ id, family }) => [family, id]));
    for (const child of made) child.userId = userOf.get(child.family) as number;
    const children = await transaction.rows<{ id: number }>(
      `insert into children (user_id, full_name, school_class, school, school_key, location, province, active, extended_time, cover, consent_version)
       select user_id, 'Filho ' || place, class, school, school_key, province, province, active, extended, 1, 'test'
       from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::int[]) with ordinality
         as given(user_id, class, school, school_key, province, active, extended, place)
       order by place returning id`,
      [
        made.map(({ userId }) => userId),
        made.map(({ schoolClass }) => schoolClass),
        made.map(({ school }) => school),
        made.map(({ school }) => schoolKey(school)),
        made.map(({ province }) => province),
        made.map(({ active }) => active),
        made.map(({ extended }) => (extended ? 30 : null)),
      ],
    );
    for (const [index, child] of made.entries()) child.id = (children[index] as { id: number }).id;
    const all = made.flatMap((child) => child.attempts.map((attempt) => ({ ...attempt, childId: child.id })));
    await transaction.count(
      `with taken as (
         insert into attempts (child_id, test_id, version_id, discipline, school_class, time_limit, attempt_date, deadline_at, state, completed, finished_at,
           late, valid, total_score, points, points_possible, time_spent, correct_answers, incorrect_answers)
         select child_id, t.id, t.version_id, t.discipline, t.school_class, time_limit, began, began + make_interval(secs => time_limit), 'completed', true,
           ended, late, valid, score, correct, total, spent, correct, total - correct
         from unnest($1::int[], $2::int[], $3::int[], $4::timestamptz[], $5::timestamptz[], $6::boolean[], $7::boolean[], $8::int[], $9::int[], $10::int[], $11::int[])
             as given(child_id, test_id, time_limit, began, ended, late, valid, score, correct, total, spent)
           join tests t on t.id = given.test_id
         returning id, version_id, correct_answers, attempt_date
       )
       insert into answers (attempt_id, question_id, selected_answer, response_time, saved_at)
       select taken.id, q.question_id, case when q.position <= taken.correct_answers then q.correct_answer else 'B' end, 20, taken.attempt_date
       from taken join version_questions q on q.version_id = taken.version_id`,
      [
        all.map(({ childId }) => childId),
        all.map(({ testId }) => testId),
        all.map(({ timeLimit }) => timeLimit),
        all.map(({ startedAt }) => startedAt),
        all.map(({ finishedAt }) => finishedAt),
        all.map(({ late }) => late),
        all.map(({ valid }) => valid),
        all.map(({ score }) => score),
        all.map(({ correct }) => correct),
        all.map(({ total }) => total),
        all.map(({ timeSpent }) => timeSpent),
      ],
    );
  });
}

/** Returns a child's mark in a discipline as it enters averages: the rounded mean of its valid attempts, or undefined without one. */
export function markOf(child: MadeChild, discipline: Discipline): number | undefined {
  const valid = child.attempts.filter((attempt) => attempt.valid && attempt.discipline === discipline);
  if (valid.length === 0) return undefined;
  const sum = valid.reduce((whole, { score }) => whole + score, 0);
  return Math.floor((2 * sum + valid.length) / (2 * valid.length));
}

/** Returns the mean in whole percent, halves rounded up. */
export function meanOf(marks: readonly number[]): number {
  return Math.floor((2 * marks.reduce((sum, mark) => sum + mark, 0) + marks.length) / (2 * marks.length));
}

/** Signs a generated family in, without a password. */
export async function signedIn(app: TestApp, userId: number): Promise<Visitor> {
  const token = randomBytes(32).toString('base64url');
  await app.db.count(
    `insert into sessions (token_hash, user_id, expires_at, device, address) values ($1, $2, now() + interval '1 day', 'test', '127.0.0.1')`,
    [hashToken(token), userId],
  );
  return app.visitor(`sid=${token}`);
}

function shuffled<T>(all: readonly T[], chance: () => number): T[] {
  return all
    .map((one) => ({ one, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Returns a generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

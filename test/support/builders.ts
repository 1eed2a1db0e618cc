import type { LooseAnswering } from '../../src/domains/bank/answering/answering.contract.ts';
import { normalizeAnswering } from '../../src/domains/bank/answering/answering.rules.ts';
import { freeForm } from '../../src/domains/bank/test-bank/forms.rules.ts';
import { withLetters } from '../../src/domains/bank/test-bank/question.rules.ts';
import { freezeTest } from '../../src/domains/bank/test-bank/tests.server.ts';
import { findForms } from '../../src/domains/bank/test-bank/tests.store.ts';
import { createUser, setSubscription } from '../../src/domains/people/accounts/accounts.server.ts';
import { updateEmailVerified } from '../../src/domains/people/accounts/accounts.store.ts';
import { ANSWER_GRACE_SECONDS, PROVISIONAL_SECONDS } from '../../src/domains/sitting/attempts/attempts.rules.ts';
import type { Database, Queryable } from '../../src/server/db/db.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import type { Discipline, PlanId, TestClass, TestKind } from '../../src/shared/words.ts';
import { themeKeyOf } from '../../src/shared/words.ts';
import type { TestApp, Visitor } from './app.ts';

/** A word in every field that must stay secret until completion; the leak test searches for it everywhere. */
export const KEY_SENTINEL = 'sentinela-da-chave';

let count = 0;
const next = () => {
  count += 1;
  return `${process.pid}${count}`;
};

export const PASSWORD = 'segredo-da-familia';

export interface Parent extends Visitor {
  id: number;
  username: string;
}

/** Returns a signed-in parent with a verified address, on the free plan by default. */
export async function aParent(
  app: TestApp,
  options: { plan?: PlanId; fullName?: string; planEnds?: Date; emailVerified?: boolean } = {},
): Promise<Parent> {
  const visitor = app.visitor();
  const fullName = options.fullName ?? 'Teresa Domingos';
  const register = () => {
    const username = `familia${next()}`;
    const email = `${username}@familia.example`;
    const body = { username, fullName, email, password: PASSWORD, confirmPassword: PASSWORD };
    return visitor.post('/api/register', body).then((answer) => ({ ...answer, username }));
  };
  let registered = await register();
  // Passwords of one network are hashed one by one, which takes longer than a call may on a busy machine. The account may be there all the same.
  for (let tries = 0; registered.status === 503 && tries < 20; tries += 1) registered = await register();
  const { username } = registered;
  if (registered.status !== 201) throw new Error(`registration failed: ${registered.text}`);
  if (options.emailVerified !== false) await updateEmailVerified(app.db, registered.body.id);
  if (options.plan && options.plan !== 'free') {
    await setSubscription(
      app.db,
      registered.body.id,
      options.plan,
      options.planEnds ?? new Date(Date.now() + 200 * DAY_MS),
    );
  }
  return Object.assign(visitor, { id: registered.body.id as number, username });
}

/** Returns a signed-in user with another role. */
export async function aUser(app: TestApp, role: 'teacher' | 'admin'): Promise<Parent> {
  const username = `${role}${next()}`;
  await createUser(app.db, {
    username,
    password: PASSWORD,
    fullName: 'Domingas Cassoma',
    email: `${username}@escola.example`,
    role,
  });
  const visitor = app.visitor();
  const signedIn = await visitor.post('/api/login', { username, password: PASSWORD });
  return Object.assign(visitor, { id: signedIn.body.id as number, username });
}

/** Returns an administrator with the second factor enabled and a fresh confirmation. */
export async function anAdmin(app: TestApp): Promise<Parent> {
  const admin = await aUser(app, 'admin');
  await confirmWithoutCode(app.db, admin.id);
  return admin;
}

/** Returns a teacher with the second factor enabled and a fresh confirmation. */
export async function aConfirmedTeacher(app: TestApp): Promise<Parent> {
  const teacher = await aUser(app, 'teacher');
  await confirmWithoutCode(app.db, teacher.id);
  return teacher;
}

/** Enables the second factor of a user, and records a fresh confirmation in all their sessions, without a code. */
export async function confirmWithoutCode(db: Database, userId: number): Promise<void> {
  await db.count(
    `insert into second_factors (user_id, secret, enabled_at) values ($1, 'x', now())
     on conflict (user_id) do update set enabled_at = now()`,
    [userId],
  );
  await db.count('update sessions set confirmed_at = now() where user_id = $1', [userId]);
}

export async function aChild(
  parent: Visitor,
  fields: Record<string, unknown> = {},
): Promise<{ id: number; fullName: string }> {
  const added = await parent.post('/api/children', { fullName: 'Maria Domingos', schoolClass: '4º Ano', ...fields });
  if (added.status !== 201) throw new Error(`child not added: ${added.text}`);
  return added.body;
}

/** Adds a child registered a year ago, so that the server accepts older dates of what its phone sends. */
export async function aChildOfLastYear(
  db: Queryable,
  parent: Visitor,
  fields: Record<string, unknown> = {},
): Promise<{ id: number; fullName: string }> {
  const child = await aChild(parent, fields);
  await db.count(`update children set created_at = now() - interval '1 year' where id = $1`, [child.id]);
  return child;
}

/** Inserts an objective into the curriculum and returns it; its text is its code by default. */
export async function anObjective(
  db: Queryable,
  wanted: { code: string; text?: string; discipline?: Discipline; schoolClass?: TestClass },
): Promise<{ id: number; themeId: number }> {
  const { code, text = code, discipline = 'Educação Física', schoolClass = '9º Ano' } = wanted;
  const found = await db.row<{ id: number; themeId: number }>(
    `with plan as (
       insert into curriculum_plans (discipline, school_class) values ($1, $2)
       on conflict (school_class, discipline) do update set discipline = excluded.discipline returning id
     ), theme as (
       insert into curriculum_themes (plan_id, code, position, theme)
       select id, $3 || ' (tema)', 20000 + nextval(pg_get_serial_sequence('curriculum_themes', 'id')), $4 from plan
       on conflict (code) do update set code = excluded.code returning id
     )
     insert into curriculum_objectives (theme_id, code, position, text) select id, $3, 1, $4 from theme
     on conflict (code) do update set code = excluded.code returning id, theme_id as "themeId"`,
    [discipline, schoolClass, code, text],
  );
  return found as { id: number; themeId: number };
}

export interface TestWanted {
  discipline?: Discipline;
  schoolClass?: TestClass;
  theme?: string;
  /** By default the first free letter. */
  form?: string;
  active?: boolean;
  /** The right letter of each question; the number of letters is the number of questions. */
  keys?: string[];
  weights?: number[];
  kind?: TestKind;
  /** In minutes; 15 by default. */
  duration?: number;
  /** Code of the objective that all questions measure; their statements then differ from those of every other test. */
  objective?: string;
  /** Whether the statements differ from those of every other test. */
  ownWords?: boolean;
}

export interface BuiltTest {
  id: number;
  questions: { id: number; correctAnswer: string }[];
}

/** Inserts a test into the bank, with four alternatives a question and without shuffling. Secret fields contain the sentinel. */
export async function aTest(db: Database, wanted: TestWanted = {}): Promise<BuiltTest> {
  const keys = wanted.keys ?? ['A', 'B', 'C', 'D'];
  const theme = wanted.theme ?? `Frações ${next()}`;
  const themeKey = themeKeyOf(theme);
  const { discipline = 'Matemática', schoolClass = '4º Ano' } = wanted;
  return db.transaction(async (transaction) => {
    const taken = await findForms(transaction, { discipline, schoolClass, themeKey }, null);
    const test = await transaction.row<{ id: number }>(
      `insert into tests (discipline, theme, theme_key, school_class, form, description, difficulty_level, active, duration, kind) values ($1, $2, $3, $4, $5, 'Um teste', 'Básico', $6, $7, $8) returning id`,
      [
        discipline,
        theme,
        themeKey,
        schoolClass,
        freeForm(taken, wanted.form),
        wanted.active ?? true,
        wanted.duration ?? 15,
        wanted.kind ?? 'theme',
      ],
    );
    const testId = (test as { id: number }).id;
    const { objective = KEY_SENTINEL } = wanted;
    await anObjective(
      transaction,
      wanted.objective ? { code: objective, discipline, schoolClass } : { code: objective },
    );
    const once = wanted.objective || wanted.ownWords ? ` Prova ${next()}.` : '';
    const questions: { id: number; correctAnswer: string }[] = [];
    for (const [index, key] of keys.entries()) {
      const question = await transaction.row<{ id: number }>(
        `insert into questions (test_id, position, statement, alternatives, correct_answer, explanation, weight, skill_category, objective)
         values ($1, $2, $3, $4, $5, $6, $7, 'Aplicação', $8) returning id`,
        [
          testId,
          index + 1,
          `Quanto são ${index} laranjas mais uma?${once}`,
          JSON.stringify(['A) duas', 'B) uma', 'C) três', 'D) quatro']),
          key,
          `${KEY_SENTINEL}: porque sim.`,
          wanted.weights?.[index] ?? 1,
          objective,
        ],
      );
      questions.push({ id: (question as { id: number }).id, correctAnswer: key });
    }
    await freezeTest(transaction, testId);
    return { id: testId, questions };
  });
}

/** A question that is answered in writing; A is right if it names no other. */
export interface WrittenWanted {
  answering: LooseAnswering;
  /** Without letters; empty if the question has none. */
  alternatives: readonly string[];
  correctAnswer?: string;
}

/** Changes the first questions of a test into ones that are answered in writing, and freezes it. */
export async function askInWriting(db: Database, testId: number, wanted: readonly WrittenWanted[]): Promise<void> {
  await db.transaction(async (transaction) => {
    for (const [index, { answering, alternatives, correctAnswer = 'A' }] of wanted.entries()) {
      const lettered = withLetters(alternatives);
      await transaction.count(
        'update questions set alternatives = $3, correct_answer = $4, answering = $5 where test_id = $1 and position = $2',
        [
          testId,
          index + 1,
          JSON.stringify(lettered),
          correctAnswer,
          normalizeAnswering(answering, { alternatives: lettered, correctAnswer }),
        ],
      );
    }
    await freezeTest(transaction, testId);
  });
}

/** An open attempt, with functions to continue it. */
export interface Sitting {
  id: number;
  test: BuiltTest;
  childId: number;
  answer(index: number, letter: string, more?: Record<string, unknown>): ReturnType<Visitor['post']>;
  complete(): ReturnType<Visitor['put']>;
}

export async function aChildMidTest(
  app: TestApp,
  parent: Visitor,
  wanted: TestWanted & { childId?: number; inWriting?: readonly WrittenWanted[] } = {},
): Promise<Sitting> {
  const childId = wanted.childId ?? (await aChild(parent)).id;
  const test = await aTest(app.db, wanted);
  if (wanted.inWriting) await askInWriting(app.db, test.id, wanted.inWriting);
  const started = await parent.post('/api/attempts', { childId, testId: test.id, order: 'own' });
  if (started.status !== 201) throw new Error(`attempt not started: ${started.text}`);
  const { id } = started.body;
  return {
    id,
    test,
    childId,
    answer: (index, letter, more = {}) =>
      parent.post('/api/answers', {
        attemptId: id,
        questionId: test.questions[index]?.id,
        selectedAnswer: letter,
        ...more,
      }),
    complete: () => parent.put(`/api/attempts/${id}`, { completed: true }),
  };
}

const withoutItsLetter = (alternative: string) => alternative.slice(3);

/**
 * Takes a test with the calls of the product's specification alone: reads the test, starts an attempt, answers each question with the
 * letter that it was shown, completes, and reads the result.
 *
 * @param rightText the right alternative of a question, without its letter. Every third question is answered with another one.
 * @returns the number of questions, and of those in which the server understood another alternative than the client chose.
 */
export async function playAsSpecified(
  parent: Visitor,
  childId: number,
  testId: number,
  rightText: (questionId: number) => string,
): Promise<{ questions: number; mistaken: number }> {
  const { questions } = (await parent.get(`/api/tests/${testId}`)).body as {
    questions: { id: number; alternatives: string }[];
  };
  const { id: attemptId } = (await parent.post('/api/attempts', { childId, testId, device: 'telemóvel' })).body;
  const chosen = questions.map(({ id, alternatives }, place) => {
    const options = JSON.parse(alternatives) as string[];
    const wantsRight = place % 3 < 2;
    const option = options.find((text) => (withoutItsLetter(text) === rightText(id)) === wantsRight) as string;
    return { id, option, isRight: wantsRight };
  });
  for (const { id, option } of chosen) {
    const selectedAnswer = option.slice(0, 1);
    await parent.post('/api/answers', { attemptId, questionId: id, selectedAnswer, responseTime: 20 });
  }
  await parent.put(`/api/attempts/${attemptId}`, {
    totalScore: 0,
    timeSpent: 200,
    correctAnswers: 0,
    incorrectAnswers: 0,
    completed: true,
  });
  const { answers, test } = (await parent.get(`/api/attempts/${attemptId}`)).body as {
    answers: { questionId: number; selectedAnswer: string; isCorrect: boolean }[];
    test: { questions: { id: number; alternatives: string; correctAnswer: string }[] };
  };
  const mistaken = chosen.filter(({ id, option, isRight }) => {
    const stored = answers.find(({ questionId }) => questionId === id);
    const reviewed = test.questions.find((question) => question.id === id);
    const options = JSON.parse(reviewed?.alternatives ?? '[]') as string[];
    const understood = options.find((text) => text.startsWith(`${stored?.selectedAnswer})`));
    const key = options.find((text) => text.startsWith(`${reviewed?.correctAnswer})`)) ?? '';
    return understood !== option || stored?.isCorrect !== isRight || withoutItsLetter(key) !== rightText(id);
  });
  return { questions: questions.length, mistaken: mistaken.length };
}

/** Moves an attempt into the past, as if it had been started that many seconds earlier. */
export async function ageAttempt(db: Database, attemptId: number, seconds: number): Promise<void> {
  await db.count(
    'update attempts set attempt_date = attempt_date - make_interval(secs => $2), deadline_at = deadline_at - make_interval(secs => $2) where id = $1',
    [attemptId, seconds],
  );
}

/** Moves an open attempt into the past, so that its deadline was that many seconds ago. */
export async function pastDeadline(db: Database, attemptId: number, seconds: number): Promise<void> {
  await db.count(
    `update attempts set attempt_date = attempt_date - (deadline_at - now()) - make_interval(secs => $2), deadline_at = now() - make_interval(secs => $2)
     where id = $1`,
    [attemptId, seconds],
  );
}

/** Moves an open attempt into the past, so that its answers are no longer accepted. */
export const pastGrace = (db: Database, attemptId: number): Promise<void> =>
  pastDeadline(db, attemptId, ANSWER_GRACE_SECONDS + 1);

/** Moves an open attempt into the past, so that even answers given in time are no longer accepted. */
export const pastProvisional = (db: Database, attemptId: number): Promise<void> =>
  pastDeadline(db, attemptId, ANSWER_GRACE_SECONDS + PROVISIONAL_SECONDS + 1);

/** Seconds that an attempt has taken at least when it is completed. */
const USUAL_SECONDS = 300;

/** Moves the start of an open attempt back, as if its answers had taken some minutes; its deadline stays. */
export async function takeTheirTime(db: Queryable, attemptId: number): Promise<void> {
  await db.count(
    `update attempts set attempt_date = attempt_date - interval '${USUAL_SECONDS} seconds'
     where id = $1 and state = 'open' and attempt_date > now() - interval '${USUAL_SECONDS} seconds'`,
    [attemptId],
  );
}

/** Moves an open diagnostic back by the time that a child takes for its question, because a test answers faster than a child can read. */
export async function takeTheirTimeForQuestion(db: Queryable, diagnosticId: number): Promise<void> {
  for (const update of [
    `update diagnostics set started_at = started_at - interval '20 seconds' where id = $1`,
    `update diagnostic_questions set answered_at = answered_at - interval '20 seconds' where diagnostic_id = $1`,
  ])
    await db.count(update, [diagnosticId]);
}

/**
 * Creates tests of a discipline with forty different questions in each of the classes, enough for diagnostics. The key is always B, and the
 * author's difficulties range from 1 to 5.
 */
export async function aBank(db: Database, discipline: Discipline, classes: readonly TestClass[]): Promise<void> {
  for (const schoolClass of classes) {
    for (const letter of 'PQRS') {
      const code = `${letter}${next()}`;
      await anObjective(db, { code, discipline, schoolClass });
      const built = await aTest(db, { discipline, schoolClass, keys: [...'BBBBBBBBBB'] });
      await db.count(
        `update questions set objective = $2, statement = statement || ' Vez ' || $2 || ' ' || position, difficulty = 1 + position % 5 where test_id = $1`,
        [built.id, code],
      );
      await db.transaction((transaction) => freezeTest(transaction, built.id));
    }
  }
}

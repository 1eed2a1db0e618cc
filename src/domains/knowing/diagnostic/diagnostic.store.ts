import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline } from '../../../shared/words.ts';
import { OBJECTIVE_NOW } from '../../bank/curriculum/joined.store.ts';
import { WITHOUT_WAY } from '../../bank/test-bank/tests.store.ts';
import { DIAGNOSTIC } from './diagnostic.rules.ts';

/**
 * Lets changes to a child's diagnostics happen one after the other.
 *
 * @param userId the parent who owns the child; the child of another is not locked. Null if the caller has checked the owner, or is the server.
 */
export async function lockChild(transaction: Queryable, childId: number, userId: number | null): Promise<void> {
  await transaction.row(
    'select id from children where id = $1 and ($2::int is null or user_id = $2) for no key update',
    [childId, userId],
  );
}

export interface DiagnosticRow {
  id: number;
  childId: number;
  discipline: Discipline;
  schoolClass: string;
  startedAt: Date;
  deadlineAt: Date;
  state: 'open' | 'finished' | 'abandoned';
  finishedAt: Date | null;
  effort: 'full' | 'some' | 'low' | null;
  ability: number | null;
  standardError: number | null;
  place: number | null;
  placeLow: number | null;
  placeHigh: number | null;
  level: string | null;
  /** What was known when it began, from ordinary tests; null: only the class. */
  priorAbility: number | null;
  priorSd: number | null;
  startHere: { code: string; name: string; schoolClass: string; answers: number; right: number }[] | null;
  answered: number;
  now: Date;
}

const COLUMNS = `d.id, d.child_id, d.discipline, d.school_class, d.started_at,
  d.deadline_at, d.state, d.finished_at, d.effort, d.ability, d.standard_error,
  d.place, d.place_low, d.place_high, d.level, d.prior_ability, d.prior_sd, d.start_here,
  (select count(*) from diagnostic_questions q where q.diagnostic_id = d.id and q.answered_at is not null) as answered, now() as now`;

/** Returns a child's diagnostics, newest first. */
export function findDiagnostics(db: Queryable, childId: number): Promise<DiagnosticRow[]> {
  return db.rows<DiagnosticRow>(
    `select ${COLUMNS} from diagnostics d where d.child_id = $1 order by d.started_at desc, d.id desc`,
    [childId],
  );
}

/** Returns a diagnostic, or undefined if it is not this parent's. */
export function findDiagnostic(db: Queryable, userId: number, id: number): Promise<DiagnosticRow | undefined> {
  return db.row<DiagnosticRow>(
    `select ${COLUMNS} from diagnostics d join children c on c.id = d.child_id where d.id = $2 and c.user_id = $1`,
    [userId, id],
  );
}

/** Returns the same, locked for this transaction: answers to one diagnostic are processed in turn. */
export async function lockDiagnostic(transaction: Queryable, id: number): Promise<DiagnosticRow | undefined> {
  // Two statements, so that the second sees what was committed before the lock was granted.
  await transaction.row('select id from diagnostics where id = $1 for update', [id]);
  return transaction.row<DiagnosticRow>(`select ${COLUMNS} from diagnostics d where d.id = $1`, [id]);
}

/** Returns the child of a diagnostic. */
export async function findChildOfDiagnostic(db: Queryable, id: number): Promise<number | undefined> {
  return (await db.row<{ childId: number }>('select child_id from diagnostics where id = $1', [id]))?.childId;
}

export function insertDiagnostic(
  transaction: Queryable,
  of: Pick<DiagnosticRow, 'childId' | 'discipline' | 'schoolClass' | 'priorAbility' | 'priorSd'> & { seconds: number },
): Promise<{ id: number } | undefined> {
  return transaction.row(
    `insert into diagnostics (child_id, discipline, school_class, deadline_at, prior_ability, prior_sd)
     values (:childId, :discipline, :schoolClass, now() + make_interval(secs => :seconds), :priorAbility, :priorSd) returning id`,
    of,
  );
}

export interface AskedQuestion {
  position: number;
  versionId: number;
  questionId: number;
  content: string;
  schoolClass: string;
  objective: string | null;
  difficulty: number;
  guessing: number;
  answeredAt: Date | null;
  /** A letter, or `OTHER`; null for «Ainda não aprendi». */
  selectedAnswer: string | null;
  /** What was written; null if an alternative was chosen. */
  written: string | null;
  isRight: boolean | null;
  visibleMs: number | null;
}

/** Returns the answered questions of a diagnostic that measure an objective of the curriculum, with its theme. */
export function findAskedThemes(
  db: Queryable,
  id: number,
): Promise<
  { code: string; name: string; schoolClass: string; difficulty: number; guessing: number; isRight: boolean }[]
> {
  return db.rows(
    `select t.code, t.theme as name, p.school_class, q.difficulty, q.guessing, coalesce(q.is_right, false) as is_right
     from diagnostic_questions q join curriculum_objectives o on o.code = ${OBJECTIVE_NOW('q.objective', 'null')} join curriculum_themes t on t.id = o.theme_id
       join curriculum_plans p on p.id = t.plan_id
     where q.diagnostic_id = $1 and q.answered_at is not null order by q.position`,
    [id],
  );
}

/** Returns the questions asked so far, in order; the last one may be unanswered. */
export function findAsked(db: Queryable, diagnosticId: number): Promise<AskedQuestion[]> {
  return db.rows<AskedQuestion>(
    `select position, version_id, question_id, content, school_class, objective,
       difficulty, guessing, answered_at, selected_answer, written, is_right, visible_ms
     from diagnostic_questions where diagnostic_id = $1 order by position`,
    [diagnosticId],
  );
}

export function insertAsked(
  transaction: Queryable,
  diagnosticId: number,
  asked: Pick<
    AskedQuestion,
    'position' | 'versionId' | 'questionId' | 'content' | 'schoolClass' | 'objective' | 'difficulty' | 'guessing'
  >,
): Promise<number> {
  return transaction.count(
    `insert into diagnostic_questions (diagnostic_id, position, version_id, question_id, content, school_class, objective, difficulty, guessing)
     values (:diagnosticId, :position, :versionId, :questionId, :content, :schoolClass, :objective, :difficulty, :guessing)`,
    { ...asked, diagnosticId },
  );
}

/** Stores the answer to the unanswered question. */
export function recordAnswer(
  transaction: Queryable,
  diagnosticId: number,
  answer: Pick<AskedQuestion, 'position' | 'selectedAnswer' | 'written' | 'visibleMs'> & { isRight: boolean },
): Promise<number> {
  return transaction.count(
    `update diagnostic_questions set answered_at = now(), selected_answer = :selectedAnswer, is_right = :isRight, visible_ms = :visibleMs, written = :written
     where diagnostic_id = :diagnosticId and position = :position and answered_at is null`,
    { ...answer, diagnosticId },
  );
}

/** Locks the children who were asked a question, in the order of their ids, so that none of their diagnostics is answered or ends meanwhile. */
export function lockChildrenAsked(transaction: Queryable, questionId: number): Promise<{ id: number }[]> {
  return transaction.rows(
    `select id from children where id in (
       select d.child_id from diagnostics d join diagnostic_questions q on q.diagnostic_id = d.id where q.question_id = $1)
     order by id for no key update`,
    [questionId],
  );
}

/** Finds the versions in which diagnostics asked a question. */
export function findVersionsOfAsked(db: Queryable, questionId: number): Promise<{ versionId: number }[]> {
  return db.rows('select distinct version_id from diagnostic_questions where question_id = $1 order by version_id', [
    questionId,
  ]);
}

/** Moves a question from one version to another, wherever it was asked. @returns each with its answer, if it has one. */
export function moveAsked(
  transaction: Queryable,
  questionId: number,
  from: number,
  to: number,
): Promise<
  (Pick<AskedQuestion, 'position' | 'content' | 'selectedAnswer' | 'written' | 'answeredAt'> & {
    diagnosticId: number;
    childId: number;
  })[]
> {
  return transaction.rows(
    `with moved as (
       update diagnostic_questions set version_id = $3 where question_id = $1 and version_id = $2
       returning diagnostic_id, position, content, selected_answer, written, answered_at
     )
     select m.diagnostic_id, d.child_id, m.position, m.content, m.selected_answer, m.written, m.answered_at
     from moved m join diagnostics d on d.id = m.diagnostic_id`,
    [questionId, from, to],
  );
}

/** Sets the letters of answers by a corrected key, and whether they are right. */
export function updateMarked(
  transaction: Queryable,
  answers: readonly { diagnosticId: number; position: number; letter: string; isRight: boolean }[],
): Promise<number> {
  return transaction.count(
    `update diagnostic_questions q set selected_answer = a.letter, is_right = a."isRight"
     from jsonb_to_recordset($1::jsonb) as a("diagnosticId" int, position smallint, letter text, "isRight" boolean)
     where q.diagnostic_id = a."diagnosticId" and q.position = a.position`,
    [JSON.stringify(answers)],
  );
}

/** Ends a diagnostic without a result. */
export function abandonDiagnostic(transaction: Queryable, id: number): Promise<number> {
  return transaction.count(
    `update diagnostics set state = 'abandoned', finished_at = now() where id = $1 and state = 'open'`,
    [id],
  );
}

export interface Outcome {
  ability: number;
  standardError: number;
  place: number;
  low: number;
  high: number;
  level: string | null;
  effort: 'full' | 'some' | 'low';
  startHere: NonNullable<DiagnosticRow['startHere']>;
}

/** Ends a diagnostic with its result and deletes the unanswered question. */
export async function finishDiagnostic(transaction: Queryable, id: number, outcome: Outcome): Promise<void> {
  await transaction.count('delete from diagnostic_questions where diagnostic_id = $1 and answered_at is null', [id]);
  await transaction.count(
    `update diagnostics set state = 'finished', finished_at = now(), ability = :ability, standard_error = :standardError, place = :place, place_low = :low, place_high = :high,
       level = :level, effort = :effort, start_here = :startHere where id = :id and state = 'open'`,
    { ...outcome, id, startHere: JSON.stringify(outcome.startHere) },
  );
}

/** Finds open diagnostics whose time, and the grace after it, is over. */
export function findOverdue(db: Queryable, most: number): Promise<{ id: number }[]> {
  return db.rows(
    `select id from diagnostics where state = 'open' and deadline_at < now() - interval '${DIAGNOSTIC.GRACE_MINUTES} minutes'
     order by deadline_at limit $1`,
    [most],
  );
}

/**
 * Locks a discipline and class until this transaction ends, so that concurrent choices of questions do not change the counts of
 * `findUses`.
 */
export async function lockExposure(transaction: Queryable, discipline: string, schoolClass: string): Promise<void> {
  await transaction.row(`select pg_advisory_xact_lock(hashtext('diagnostic'), hashtext($1))`, [
    `${discipline} ${schoolClass}`,
  ]);
}

/** Returns how often each question was asked in the last diagnostics of a discipline and class, and how many those are. */
export async function findUses(
  db: Queryable,
  discipline: string,
  schoolClass: string,
): Promise<{ sessions: number; uses: Map<string, number> }> {
  const rows = await db.rows<{ content: string | null; uses: number; sessions: number }>(
    `with lately as (
       select id from diagnostics where discipline = $1 and school_class = $2 order by id desc limit ${DIAGNOSTIC.EXPOSURE_WINDOW}
     )
     select q.content, count(*) as uses, (select count(*) from lately) as sessions
     from lately l left join diagnostic_questions q on q.diagnostic_id = l.id group by q.content`,
    [discipline, schoolClass],
  );
  return {
    sessions: rows[0]?.sessions ?? 0,
    uses: new Map(rows.flatMap(({ content, uses }) => (content === null ? [] : [[content, uses] as const]))),
  };
}

/** Returns what a child has seen, in whichever way it was asked: in tests at any time, and in recent diagnostics. */
export async function findSeen(db: Queryable, childId: number, discipline: string): Promise<Set<string>> {
  const rows = await db.rows<{ content: string }>(
    `select ${WITHOUT_WAY('q.content')} as content from attempts a join version_questions q on q.version_id = a.version_id where a.child_id = $1 and a.discipline = $2
     union
     select ${WITHOUT_WAY('q.content')} from diagnostics d join diagnostic_questions q on q.diagnostic_id = d.id
     where d.child_id = $1 and d.discipline = $2 and d.started_at > now() - interval '${DIAGNOSTIC.REST_DAYS} days'`,
    [childId, discipline],
  );
  return new Set(rows.map(({ content }) => content));
}

/** Returns a child of a demo account that has no diagnostic yet. */
export function findDemoChild(
  db: Queryable,
  username: string,
  fullName: string,
): Promise<{ id: number; schoolClass: string } | undefined> {
  return db.row(
    `select c.id, c.school_class from children c join users u on u.id = c.user_id
     where u.username = $1 and c.full_name = $2 and not exists (select 1 from diagnostics d where d.child_id = c.id)`,
    [username, fullName],
  );
}

/** Moves a diagnostic into the past, by seconds. For demonstrations. */
export async function moveToPast(transaction: Queryable, id: number, seconds: number, minutes: number): Promise<void> {
  await transaction.count(
    `update diagnostic_questions set asked_at = asked_at - make_interval(secs => $2), answered_at = answered_at - make_interval(secs => $2)
     where diagnostic_id = $1`,
    [id, seconds],
  );
  await transaction.count(
    `update diagnostics set started_at = started_at - make_interval(secs => $2), deadline_at = deadline_at - make_interval(secs => $2),
       finished_at = finished_at - make_interval(secs => $2) + make_interval(mins => $3) where id = $1`,
    [id, seconds, minutes],
  );
}

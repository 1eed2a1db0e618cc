import type { Queryable } from '../../../server/db/db.ts';
import type { AttemptState } from './attempts.contract.ts';
import { ANSWER_GRACE_SECONDS, PROVISIONAL_SECONDS } from './attempts.rules.ts';

export interface GivenAnswer {
  questionId: number;
  /** A letter, or `OTHER` for what was written and equals no alternative. */
  selectedAnswer: string;
  /** What was written; null or absent if an alternative was chosen. */
  written?: string | null;
  /** Milliseconds on screen, or the seconds that older devices send instead; null if the device sent neither. */
  visibleMs: number | null;
  /** When it was first chosen, in milliseconds since the start; null or absent if the device sent nothing. */
  firstTapMs?: number | null;
}

/**
 * SQL that joins to attempts `a` their questions `q`, each with its `selected_answer` and what was `written`, null where there is none. Because an outer join in it
 * refers to `a`, PostgreSQL does not merge the subquery with the rest of a statement: questions and answers are read attempt by attempt. A
 * plain join read all answers of all children when there were less than a million.
 */
export const ASKED = `cross join lateral (
    select q.*, w.selected_answer, w.written from version_questions q left join answers w on w.attempt_id = a.id and w.question_id = q.question_id
    where q.version_id = a.version_id
  ) q`;

/**
 * SQL condition for the questions `q` of completed attempts `a` with an answer (`ASKED`) that the family gets to see with their right answers: of an
 * interrupted attempt only the answered ones, because the test can be taken again. The others are still new to the child.
 */
export const UNCOVERED = '(not a.interrupted or q.selected_answer is not null)';

/** An answer that the server saved while it was given. */
export interface StoredAnswer extends GivenAnswer {
  written: string | null;
  firstTapMs: number | null;
  savedAt: Date;
}

export function findAnswers(db: Queryable, attemptId: number): Promise<StoredAnswer[]> {
  return db.rows<StoredAnswer>(
    `select question_id, selected_answer, written, first_tap_ms,
       coalesce(nullif(visible_ms, 0), nullif(response_time, 0) * 1000) as visible_ms, saved_at
     from answers where attempt_id = $1`,
    [attemptId],
  );
}

/** How a child worked on a question, in milliseconds since the start of the attempt; null where the device sent nothing. */
export interface AnswerTiming {
  firstShownMs: number | null;
  firstTapMs: number | null;
  lastTapMs: number | null;
  /** Time on a visible screen, over all visits. */
  visibleMs: number | null;
  changes: number | null;
}

export interface AnswerToSave {
  timing?: AnswerTiming;
  tokenHash: Buffer;
  attemptId: number;
  questionId: number;
  /** The choice as a letter, in case it is one, and the choice as it was sent, in case it is the option's text. */
  letter: string;
  option: string;
  /** What was written, in its one spelling. `letter` is then the verdict on it by the question of this version; null or absent for a choice. */
  written?: { text: string; versionId: number } | null;
  responseTime: number | null;
  sequence: number | null;
  answeredAt: Date | null;
}

export interface SavedAnswer {
  now: Date;
  /** Role of the signed-in caller; null when nobody is signed in. */
  role: 'parent' | 'teacher' | 'admin' | null;
  /** Whether the session was handed over to children; it can then access only their attempts. */
  inChildMode: boolean;
  /** Null if the attempt does not exist or belongs to another family. */
  state: AttemptState | null;
  deadlineAt: Date | null;
  /** Whether the attempt's frozen test has this question, and which of its letters was chosen. */
  hasQuestion: boolean;
  letter: string | null;
  /** What is stored now, a letter or what was written, which may be a newer choice; null if nothing was saved. */
  stored: string | null;
  /** The same, if the same choice was stored before: the reply to it was lost. */
  repeated: string | null;
}

/**
 * A device's sequence counts tenths of a second since the start by the server's clock. One that is further ahead than the grace period is
 * reduced to it: otherwise a wrong clock or a forged number would block every later choice for the question.
 */
const BOUNDED_SEQUENCE = (sequence: string) => `case when ${sequence} is not null then least(${sequence},
  floor(extract(epoch from least(now(), a.deadline_at) - a.attempt_date) * 10)::int + ${ANSWER_GRACE_SECONDS * 10}) end`;

/**
 * How an existing answer is updated: the newer choice wins. The row is written in either case, so that `returning` contains the stored
 * letter even if a concurrent statement, which this one cannot see, has just written it.
 */
const IS_NEWER = 'answers.sequence is null or excluded.sequence is null or excluded.sequence >= answers.sequence';
const KEEP_NEWER = `on conflict (attempt_id, question_id) do update set
  selected_answer = case when ${IS_NEWER} then excluded.selected_answer else answers.selected_answer end,
  written = case when ${IS_NEWER} then excluded.written else answers.written end,
  response_time = case when ${IS_NEWER} then excluded.response_time else answers.response_time end,
  sequence = case when ${IS_NEWER} then excluded.sequence else answers.sequence end,
  saved_at = case when ${IS_NEWER} then now() else answers.saved_at end,
  first_shown_ms = least(answers.first_shown_ms, excluded.first_shown_ms), first_tap_ms = least(answers.first_tap_ms, excluded.first_tap_ms),
  last_tap_ms = greatest(answers.last_tap_ms, excluded.last_tap_ms), visible_ms = greatest(answers.visible_ms, excluded.visible_ms),
  changes = greatest(answers.changes, excluded.changes)`;

const TIMING = 'first_shown_ms, first_tap_ms, last_tap_ms, visible_ms, changes';
const timingOf = (
  json: string,
) => `(${json} ->> 'firstShownMs')::int, (${json} ->> 'firstTapMs')::int, (${json} ->> 'lastTapMs')::int,
  (${json} ->> 'visibleMs')::int, (${json} ->> 'changes')::smallint`;

/**
 * SQL for the chosen letter: the choice itself, or the letter of the option with this text. The verdict on what was written is taken as it
 * is, if the attempt still has the version by which it was made.
 */
const letterOf = (letter: string, option: string, version: string) => `case
  when ${version} is not null then case when ${version} = q.version_id then ${letter} end
  when ${letter} = any (q.letters) then ${letter}
  else (select o.letter from unnest(q.letters, q.options) as o(letter, words) where o.words = ${option} limit 1) end`;

/** The text is built only once, because a new string of this length would have to be hashed and compared for each answer. */
const UPSERT_IN_TIME = `with permitted as (
   select given.place - 1 as place, given.response_time, given.timing, given.written, found.*
   -- The subqueries hide the lengths of the arrays. If the planner knew them, it would make a new plan at every execution,
   -- which takes twice as long as executing the statement.
   from unnest((select :tokenHashes::bytea[]), (select :attemptIds::int[]), (select :questionIds::int[]), (select :letters::text[]),
         (select :options::text[]), (select :responseTimes::int[]), (select :sequences::int[]), (select :timings::jsonb[]),
         (select :writtenTexts::text[]), (select :versionIds::int[])) with ordinality
       as given(token_hash, attempt_id, question_id, letter, option, response_time, sequence, timing, written, version_id, place)
     cross join lateral (
       select a.id, q.question_id, ${letterOf('given.letter', 'given.option', 'given.version_id')} as letter,
         ${BOUNDED_SEQUENCE('given.sequence')} as sequence
       from sessions s join users u on u.id = s.user_id join children c on c.user_id = u.id join attempts a on a.child_id = c.id
         join version_questions q on q.version_id = a.version_id
       where s.token_hash = given.token_hash and s.expires_at > now() and u.user_role = 'parent' and u.suspended_at is null
         and (s.only_children is null or c.id = any (s.only_children))
         and a.id = given.attempt_id and q.question_id = given.question_id
         -- The expression prevents the use of the partial indexes of open attempts: they look cheapest when a plan is made
         -- while few attempts are open, and every answer would then read all open attempts.
         and coalesce(a.state, '') = 'open' and now() <= a.deadline_at + interval '${ANSWER_GRACE_SECONDS} seconds'
       for key share of a skip locked) found
 ), saved as (
   insert into answers (attempt_id, question_id, selected_answer, written, response_time, sequence, ${TIMING})
   select id, question_id, letter, written, response_time, sequence, ${timingOf('timing')} from permitted where letter is not null
   -- Rows are written in a fixed order, so that two statements with the same rows cannot deadlock.
   order by id, question_id
   ${KEEP_NEWER}
   returning attempt_id, question_id, coalesce(written, selected_answer) as stored
 )
 select permitted.place, saved.stored
 from permitted join saved on saved.attempt_id = permitted.id and saved.question_id = permitted.question_id`;

/**
 * Saves answers that are in time, as nearly all are, with one statement for all that arrived together. For each, the statement checks the
 * session, the owner of the attempt, whether the attempt is open, and whether the question and the option belong to its frozen test, and
 * writes the row. The key share lock on the attempt makes a completion wait for answers under way, and lets later answers see the
 * completion; an attempt that is being completed is skipped instead of waited for.
 *
 * @param answers at most one for each question of an attempt.
 * @returns the stored letters, or what was written, by index in `answers`. For those that were not saved, `upsertAnswer` saves them or says why they cannot be
 * saved.
 */
export async function upsertAnswersInTime(
  db: Queryable,
  answers: readonly AnswerToSave[],
): Promise<Map<number, string>> {
  const each = <T>(pick: (answer: AnswerToSave) => T): T[] => answers.map(pick);
  const rows = await db.rows<{ place: number; stored: string }>(UPSERT_IN_TIME, {
    tokenHashes: each(({ tokenHash }) => tokenHash),
    attemptIds: each(({ attemptId }) => attemptId),
    questionIds: each(({ questionId }) => questionId),
    letters: each(({ letter }) => letter),
    options: each(({ option }) => option),
    responseTimes: each(({ responseTime }) => responseTime),
    sequences: each(({ sequence }) => sequence),
    timings: each(({ timing }) => timing ?? null),
    writtenTexts: each(({ written }) => written?.text ?? null),
    versionIds: each(({ written }) => written?.versionId ?? null),
  });
  return new Map(rows.map(({ place, stored }) => [place, stored]));
}

/**
 * Saves one answer, even a late one, or says why it cannot be saved. The statement checks the session, the owner of the attempt, whether
 * the attempt is still open, and whether the question and the option belong to its frozen test, and writes the row. The key share lock on
 * the attempt makes a completion wait for answers under way, and lets later answers see the completion.
 */
export async function upsertAnswer(db: Queryable, answer: AnswerToSave): Promise<SavedAnswer> {
  const row = await db.row<SavedAnswer>(
    `with caller as (
       select s.user_id, u.user_role as role, s.only_children from sessions s join users u on u.id = s.user_id
       where s.token_hash = :tokenHash and s.expires_at > now() and u.suspended_at is null
     ), attempt as (
       select a.id, a.state, a.deadline_at, a.version_id, ${BOUNDED_SEQUENCE(':sequence::int')} as sequence from attempts a join children c on c.id = a.child_id
       where a.id = :attemptId and c.user_id = (select user_id from caller where role = 'parent')
         and exists (select 1 from caller where only_children is null or c.id = any (only_children))
       for key share of a
     ), question as (
       select q.question_id, ${letterOf(':letter::text', ':option', ':versionId::int')} as letter
       from version_questions q join attempt on q.version_id = attempt.version_id where q.question_id = :questionId
     ), permitted as (
       select attempt.id, attempt.sequence, question.question_id, question.letter,
         not (attempt.state = 'open' and now() <= attempt.deadline_at + interval '${ANSWER_GRACE_SECONDS} seconds') as late
       from attempt, question
       where question.letter is not null and (
         (attempt.state = 'open' and now() <= attempt.deadline_at + interval '${ANSWER_GRACE_SECONDS} seconds')
         or (attempt.state in ('open', 'provisional') and :answeredAt::timestamptz <= attempt.deadline_at
             and now() <= attempt.deadline_at + interval '${PROVISIONAL_SECONDS + ANSWER_GRACE_SECONDS} seconds'))
     ), saved as (
       insert into answers (attempt_id, question_id, selected_answer, written, response_time, sequence, ${TIMING})
       select id, question_id, letter, :text, :responseTime, sequence, ${timingOf(':timing::jsonb')} from permitted
       ${KEEP_NEWER}
       returning coalesce(written, selected_answer) as stored
     ), marked as (
       update attempts set late = true, state = 'provisional', finished_at = attempts.deadline_at
       from permitted where attempts.id = permitted.id and permitted.late and not (attempts.late and attempts.state = 'provisional')
     )
     select now() as now, (select role from caller) as role,
       exists (select 1 from caller where only_children is not null) as in_child_mode, attempt.state, attempt.deadline_at,
       exists (select 1 from question) as has_question, (select letter from question) as letter, (select stored from saved) as stored,
       (select coalesce(w.written, w.selected_answer) from answers w, question where w.attempt_id = attempt.id and w.question_id = question.question_id
          and w.selected_answer = question.letter and w.written is not distinct from :text and w.sequence = attempt.sequence) as repeated
     from (select 1) as always left join attempt on true`,
    {
      ...answer,
      timing: answer.timing ?? null,
      text: answer.written?.text ?? null,
      versionId: answer.written?.versionId ?? null,
    },
  );
  return row as SavedAnswer;
}

/** Sets the letters of what was written in answers to one question, where a corrected question understands it otherwise. */
export function updateWrittenLetters(
  transaction: Queryable,
  questionId: number,
  letters: readonly { attemptId: number; letter: string }[],
): Promise<number> {
  return transaction.count(
    `update answers w set selected_answer = g.letter from unnest($2::int[], $3::text[]) as g(attempt_id, letter)
     where w.attempt_id = g.attempt_id and w.question_id = $1 and w.written is not null and w.selected_answer <> g.letter`,
    [questionId, letters.map(({ attemptId }) => attemptId), letters.map(({ letter }) => letter)],
  );
}

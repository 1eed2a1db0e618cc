import type { Queryable } from '../../server/db.ts';
import type { AttemptRow } from './attempts.store.ts';

export function findAnswers(
  db: Queryable,
  attemptId: number,
): Promise<{ questionId: number; selectedAnswer: string }[]> {
  return db.rows(
    'select question_id as "questionId", selected_answer as "selectedAnswer" from answers where attempt_id = $1',
    [attemptId],
  );
}

export interface AnswerToSave {
  tokenHash: Buffer;
  attemptId: number;
  questionId: number;
  /** The choice as a letter, in case it is one, and as it came, in case it is the option's text. */
  letter: string;
  option: string;
  responseTime: number | null;
  sequence: number | null;
  answeredAt: Date | null;
}

export interface SavedAnswer {
  now: Date;
  /** Role of the signed-in caller; null when nobody is signed in. */
  role: 'parent' | 'teacher' | 'admin' | null;
  /** Null when the attempt does not exist or is another family's. */
  state: AttemptRow['state'] | null;
  deadlineAt: Date | null;
  /** Whether the attempt's frozen test has this question, and which of its letters was meant. */
  hasQuestion: boolean;
  letter: string | null;
  saved: boolean;
}

/** The letter that was meant: the choice itself, or that of the option with these words. */
const letterOf = (letter: string, option: string) => `case when ${letter} = any (q.letters) then ${letter}
  else (select o.letter from unnest(q.letters, q.options) as o(letter, words) where o.words = ${option} limit 1) end`;

/**
 * Saves answers that come in time, as nearly all do, in one statement for all that arrived together: of each the session,
 * whose attempt it is, whether it is open, whether the question and the option belong to its frozen test, and the row
 * itself. The key share lock on the attempt makes a completion wait for answers under way, and makes answers that come after
 * it see it; an attempt that is being completed is left out instead of being waited for.
 *
 * @param answers at most one for each question of an attempt.
 * @returns the places of those that are saved; `upsertAnswer` saves the others all the same or says why not.
 */
export async function upsertAnswersInTime(db: Queryable, answers: readonly AnswerToSave[]): Promise<Set<number>> {
  const each = <T>(pick: (answer: AnswerToSave) => T): T[] => answers.map(pick);
  const rows = await db.rows<{ place: number }>(
    `with permitted as (
       select given.place - 1 as place, given.response_time, given.sequence, found.*
       from unnest($1::bytea[], $2::int[], $3::int[], $4::text[], $5::text[], $6::int[], $7::int[]) with ordinality
           as given(token_hash, attempt_id, question_id, letter, option, response_time, sequence, place)
         cross join lateral (
           select a.id, q.question_id, ${letterOf('given.letter', 'given.option')} as letter
           from sessions s join users u on u.id = s.user_id join children c on c.user_id = u.id join attempts a on a.child_id = c.id
             join version_questions q on q.version_id = a.version_id
           where s.token_hash = given.token_hash and s.expires_at > now() and u.user_role = 'parent' and u.suspended_at is null
             and a.id = given.attempt_id and q.question_id = given.question_id
             and a.state = 'open' and now() <= a.deadline_at + interval '60 seconds'
           for key share of a skip locked) found
     ), saved as (
       insert into answers (attempt_id, question_id, selected_answer, response_time, sequence)
       select id, question_id, letter, response_time, sequence from permitted where letter is not null
       -- In one order for everyone: two statements with the same rows must not wait for each other.
       order by id, question_id
       on conflict (attempt_id, question_id) do update
         set selected_answer = excluded.selected_answer, response_time = excluded.response_time, sequence = excluded.sequence, saved_at = now()
         where answers.sequence is null or excluded.sequence is null or excluded.sequence >= answers.sequence
     )
     select place from permitted where letter is not null`,
    [
      each(({ tokenHash }) => tokenHash),
      each(({ attemptId }) => attemptId),
      each(({ questionId }) => questionId),
      each(({ letter }) => letter),
      each(({ option }) => option),
      each(({ responseTime }) => responseTime),
      each(({ sequence }) => sequence),
    ],
  );
  return new Set(rows.map(({ place }) => place));
}

/**
 * Saves an answer in one statement, also one that comes late, or says why it cannot be saved: the session, whose attempt it is, whether it is still open, whether the question and
 * the option belong to its frozen test, and the row itself. The key share lock on the attempt makes a completion wait for
 * answers under way, and makes answers that come after it see it.
 */
export async function upsertAnswer(db: Queryable, answer: AnswerToSave): Promise<SavedAnswer> {
  const row = await db.row<SavedAnswer>(
    `with caller as (
       select s.user_id, u.user_role as role from sessions s join users u on u.id = s.user_id
       where s.token_hash = $1 and s.expires_at > now() and u.suspended_at is null
     ), attempt as (
       select a.id, a.state, a.deadline_at, a.version_id from attempts a join children c on c.id = a.child_id
       where a.id = $2 and c.user_id = (select user_id from caller where role = 'parent')
       for key share of a
     ), question as (
       select q.question_id, ${letterOf('$4::text', '$5')} as letter
       from version_questions q join attempt on q.version_id = attempt.version_id where q.question_id = $3
     ), permitted as (
       select attempt.id, question.question_id, question.letter,
         not (attempt.state = 'open' and now() <= attempt.deadline_at + interval '60 seconds') as late
       from attempt, question
       where question.letter is not null and (
         (attempt.state = 'open' and now() <= attempt.deadline_at + interval '60 seconds')
         or (attempt.state in ('open', 'provisional') and $8::timestamptz <= attempt.deadline_at
             and now() <= attempt.deadline_at + interval '24 hours 60 seconds'))
     ), saved as (
       insert into answers (attempt_id, question_id, selected_answer, response_time, sequence)
       select id, question_id, letter, $6, $7 from permitted
       on conflict (attempt_id, question_id) do update
         set selected_answer = excluded.selected_answer, response_time = excluded.response_time, sequence = excluded.sequence, saved_at = now()
         where answers.sequence is null or excluded.sequence is null or excluded.sequence >= answers.sequence
     ), marked as (
       update attempts set late = true, state = 'provisional', finished_at = attempts.deadline_at
       from permitted where attempts.id = permitted.id and permitted.late and not (attempts.late and attempts.state = 'provisional')
     )
     select now() as now, (select role from caller) as role, attempt.state, attempt.deadline_at as "deadlineAt",
       exists (select 1 from question) as "hasQuestion", (select letter from question) as letter, exists (select 1 from permitted) as saved
     from (select 1) as always left join attempt on true`,
    [
      answer.tokenHash,
      answer.attemptId,
      answer.questionId,
      answer.letter,
      answer.option,
      answer.responseTime,
      answer.sequence,
      answer.answeredAt,
    ],
  );
  return row as SavedAnswer;
}

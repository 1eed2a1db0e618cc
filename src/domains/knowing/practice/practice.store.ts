import type { Queryable } from '../../../server/db/db.ts';
import { OBJECTIVE_NOW } from '../../bank/curriculum/joined.store.ts';
import { ASKED, UNCOVERED } from '../../sitting/attempts/answers.store.ts';
import type { MistakeRow, RevealedRow, ReviewRow } from './practice.rules.ts';
import type { CardKind } from './session.rules.ts';

/**
 * SQL for the questions `q` of attempts `a` that are revealed to the families of the children `$1`, by the same rule as in a result: those
 * of completed attempts with an answer; of an interrupted attempt only the answered ones. Open and provisional attempts, and tests not taken,
 * reveal nothing.
 */
const REVEALED = `attempts a ${ASKED}
  where a.child_id = any((select $1::int[])::int[]) and a.state = 'completed' and exists (select 1 from answers given where given.attempt_id = a.id)
    and ${UNCOVERED}`;
/** SQL for the time from which a family could see the right answers of an attempt `a`. */
const SHOWN_AT = 'coalesce(a.finished_at, a.deadline_at)';

/**
 * Finds the questions revealed to the families of some children, each question once. A question without an answer counts as wrong.
 *
 * @param onlyOpened only those of results that the parent has opened: which questions are practised tells the mark.
 */
export function findRevealed(db: Queryable, childIds: readonly number[], onlyOpened = false): Promise<RevealedRow[]> {
  return db.rows<RevealedRow>(
    `select shown.child_id, shown.card, shown."right", shown.attempt_id, shown.version_id, shown.question_id, shown.correct_answer,
       shown.selected_answer, shown.finished_at, shown.first_at, shown.asked_in, shown.missed_in, t.theme as test, shown.discipline, shown.school_class,
       o.code as objective, c.code as theme_code, c.theme as theme_name
     from (
       select distinct on (a.child_id, q.content) a.child_id, q.content as card, coalesce(q.selected_answer = q.correct_answer, false) as "right",
         a.id as attempt_id, a.test_id, a.version_id, q.question_id, q.correct_answer,
         coalesce(q.written, q.selected_answer) as selected_answer, ${SHOWN_AT} as finished_at, min(${SHOWN_AT}) over (partition by a.child_id, q.content) as first_at,
         array_agg(a.id) over (partition by a.child_id, q.content) as asked_in,
         coalesce(array_agg(a.id) filter (where q.selected_answer is distinct from q.correct_answer) over (partition by a.child_id, q.content), '{}') as missed_in,
         a.discipline, a.school_class, q.objective as named
       from ${REVEALED} and (not $2 or a.opened_at is not null)
       order by a.child_id, q.content, "right", ${SHOWN_AT} desc, a.id desc
     ) shown
       join tests t on t.id = shown.test_id
       left join curriculum_objectives o on o.code = ${OBJECTIVE_NOW('shown.named', 'shown.question_id')}
       left join curriculum_themes c on c.id = o.theme_id
     order by shown.child_id, shown.card`,
    [childIds, onlyOpened],
  );
}

/** Finds the mistakes among the revealed questions of some children: each question that was answered wrong, with the time of the last such attempt. */
export function findMistakes(db: Queryable, childIds: readonly number[]): Promise<MistakeRow[]> {
  return db.rows<MistakeRow>(
    `select a.child_id, q.content as card, max(${SHOWN_AT}) as finished_at from ${REVEALED}
       and q.selected_answer is distinct from q.correct_answer
     group by a.child_id, q.content`,
    [childIds],
  );
}

/** Finds the contents of the questions in which an error with a name can show. */
export async function findContentsWithError(db: Queryable, misconception: string): Promise<string[]> {
  const rows = await db.rows<{ content: string }>(
    'select distinct content from misconception_options where misconception = $1',
    [misconception],
  );
  return rows.map(({ content }) => content);
}

/** Returns all reviews of some children, oldest first. */
export function findReviews(db: Queryable, childIds: readonly number[]): Promise<ReviewRow[]> {
  return db.rows<ReviewRow>(
    `select child_id, client_id, kind, card, is_right as "right", reviewed_at as at from practice_reviews
     where child_id = any($1::int[]) order by child_id, reviewed_at, client_id`,
    [childIds],
  );
}

export interface NewReview {
  clientId: string;
  kind: CardKind;
  card: string;
  /** A letter, or `OTHER`. */
  selectedAnswer: string;
  /** What was written; null if an alternative was chosen. */
  written: string | null;
  right: boolean;
  at: Date;
}

/** Lets two devices of a family store reviews of a child one after the other. */
export async function lockPractice(transaction: Queryable, childId: number): Promise<void> {
  await transaction.row('select id from children where id = $1 for no key update', [childId]);
}

/** Returns the ids and times of a child's reviews since a time, and of those with some ids. */
export function findStored(
  db: Queryable,
  childId: number,
  since: Date,
  clientIds: readonly string[],
): Promise<{ clientId: string; at: Date }[]> {
  return db.rows(
    `select client_id, reviewed_at as at from practice_reviews where child_id = $1 and (reviewed_at >= $2 or client_id = any($3::uuid[]))`,
    [childId, since, clientIds],
  );
}

/** Stores reviews that are not stored yet. @returns the ids of the new ones. */
export async function insertReviews(db: Queryable, childId: number, reviews: readonly NewReview[]): Promise<string[]> {
  const rows = await db.rows<{ clientId: string }>(
    `insert into practice_reviews (child_id, client_id, kind, card, selected_answer, is_right, reviewed_at, written)
     select :childId, r.* from unnest(:clientIds::uuid[], :kinds::text[], :cards::text[], :selectedAnswers::text[], :rights::bool[], :ats::timestamptz[], :writtens::text[]) as r
     on conflict (child_id, client_id) do nothing returning client_id`,
    {
      childId,
      clientIds: reviews.map(({ clientId }) => clientId),
      kinds: reviews.map(({ kind }) => kind),
      cards: reviews.map(({ card }) => card),
      selectedAnswers: reviews.map(({ selectedAnswer }) => selectedAnswer),
      rights: reviews.map(({ right }) => right),
      ats: reviews.map(({ at }) => at),
      writtens: reviews.map(({ written }) => written),
    },
  );
  return rows.map(({ clientId }) => clientId);
}

/** Returns the card of each question of some versions, because a device may name a question by an older version. */
export function findCards(
  db: Queryable,
  versionIds: readonly number[],
): Promise<{ versionId: number; questionId: number; card: string }[]> {
  return db.rows(
    'select version_id, question_id, content as card from version_questions where version_id = any($1::int[])',
    [versionIds],
  );
}

/**
 * Marks as wrong the reviews of a question that were right by its earlier key, of children who took its test. Reviews that were wrong stay
 * wrong: a review stores a letter, but not the order of the alternatives on the screen, so it cannot be judged again.
 *
 * @returns a row for each review that changed.
 */
export function updateMisjudged(
  transaction: Queryable,
  testId: number,
  questionId: number,
): Promise<{ childId: number; card: string }[]> {
  return transaction.rows(
    `update practice_reviews r set is_right = false
     where r.is_right and r.child_id in (select a.child_id from attempts a where a.test_id = $1)
       and r.card in (
         select q.content from test_versions v join version_questions q on q.version_id = v.id and q.question_id = $2 where v.test_id = $1)
     returning r.child_id, r.card`,
    [testId, questionId],
  );
}

import type { Queryable } from '../../../server/db/db.ts';
import { CHOSEN_FROM, WITHOUT_WAY } from '../../bank/test-bank/tests.store.ts';
import { ASKED, UNCOVERED } from '../../sitting/attempts/answers.store.ts';
import { TELLS } from '../../sitting/attempts/counting.store.ts';

/** Years after which an answer says nothing of today. */
const YEARS = 2;

/** The first answer of a child to a question of Matemática in which some error can show. */
export interface ShownRow {
  at: Date;
  isRight: boolean;
  /** The error of the alternative that was given; null if it shows none. */
  given: string | null;
  /** The errors of all alternatives of the question, one for each. */
  errors: string[];
  /** The calibrated difficulty; null before the first calibration with answers. */
  difficulty: number | null;
  /** Class of the question, the author's difficulty, and the number of alternatives to choose from (0 if the answer is written). */
  schoolClass: string;
  author: number | null;
  alternatives: number;
}

/** SQL for the text of the alternative that was chosen in a row `q` with options; null if it equals none. */
const WORDS = (letter: string) =>
  `regexp_replace(q.options[array_position(q.letters, ${letter})], '^[A-F]\\)\\s*', '')`;

/**
 * Returns a child's first answers to questions in which an error can show, in tests that tell what it knows and in diagnostics with effort.
 * Questions are found by their content: edited ones are others, and corrected keys and moved alternatives change nothing.
 */
export function findShown(db: Queryable, childId: number): Promise<ShownRow[]> {
  return db.rows<ShownRow>(
    `select met.at, met.is_right, (select o.misconception from misconception_options o where o.content = ${WITHOUT_WAY('met.content')} and o.words = met.words) as given,
       own.errors, d.difficulty, met.school_class, met.author, met.alternatives
     from (
       select distinct on (${WITHOUT_WAY('asked.content')}) asked.* from (
         select a.attempt_date as at, q.position, q.content, q.selected_answer = q.correct_answer as is_right, ${WORDS('q.selected_answer')} as words,
           a.school_class, q.difficulty as author, ${CHOSEN_FROM} as alternatives, ${TELLS} as counts
         from attempts a ${ASKED}
         where a.child_id = $1 and a.discipline = 'Matemática' and a.state = 'completed' and ${UNCOVERED} and a.attempt_date > now() - interval '${YEARS} years'
         union all
         select s.started_at, g.position, g.content, g.is_right, ${WORDS('g.selected_answer')}, g.school_class, q.difficulty, ${CHOSEN_FROM}, s.effort <> 'low'
         from diagnostics s join diagnostic_questions g on g.diagnostic_id = s.id
           join version_questions q on q.version_id = g.version_id and q.question_id = g.question_id
         where s.child_id = $1 and s.discipline = 'Matemática' and s.state = 'finished' and s.started_at > now() - interval '${YEARS} years'
       ) asked order by ${WITHOUT_WAY('asked.content')}, asked.at
     ) met
       cross join lateral (
         select array_agg(o.misconception) as errors from misconception_options o where o.content = ${WITHOUT_WAY('met.content')}
       ) own
       left join item_difficulties d on d.discipline = 'Matemática' and d.content = met.content
     where met.counts and met.is_right is not null and own.errors is not null
     order by met.at, met.position`,
    [childId],
  );
}

/** The first answer to a question that practice generated from a template. */
export interface VariantRow {
  /** `template:seed`. */
  card: string;
  selectedAnswer: string;
  isRight: boolean;
  isWritten: boolean;
  at: Date;
}

/** Maximum number of generated questions that are looked at: each is generated again, which takes about a millisecond. */
const MAX_VARIANTS = 80;

/** Returns the newest first answers to generated questions. */
export function findVariantAnswers(db: Queryable, childId: number): Promise<VariantRow[]> {
  return db.rows<VariantRow>(
    `select card, selected_answer, is_right, is_written, at from (
       select distinct on (card) card, selected_answer, is_right, written is not null as is_written, reviewed_at as at
       from practice_reviews
       where child_id = $1 and kind = 'variant' and reviewed_at > now() - interval '${YEARS} years' order by card, reviewed_at, client_id
     ) first order by at desc limit ${MAX_VARIANTS}`,
    [childId],
  );
}

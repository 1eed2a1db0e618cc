import type { Queryable } from '../../../server/db/db.ts';
import type { PlanId, TestKind } from '../../../shared/words.ts';
import type { TestDescription } from '../../bank/test-bank/tests.store.ts';
import { COVER_RANK } from '../../money/plans/covered.store.ts';
import { ATTEMPT, type AttemptRow } from '../../sitting/attempts/attempts.store.ts';
import { TIME } from '../progress/progress.store.ts';

export interface AttemptWithAnswers extends AttemptRow, TestDescription {
  /** Whether the parent has opened the result before. */
  opened: boolean;
  time: number;
  kind: TestKind;
  effort: 'full' | 'some' | 'low' | null;
  quickAnswers: number | null;
  /** The highest threshold among the quick answers, in milliseconds. */
  quickMs: number | null;
  /** Questions answered too quickly; of attempts graded before these were stored, those below `quickMs`. */
  quickQuestions: number[];
  awayTimes: number | null;
  awayMs: number | null;
  textsHeard: number | null;
  now: Date;
  childName: string;
  childClass: string;
  childCover: number;
  testActive: boolean;
  /** Position in the family's plan; null when archived. */
  rank: number | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  answers: { questionId: number; selectedAnswer: string; written: string | null; responseTime: number | null }[];
  /** Corrections of its questions' keys, oldest first, each with the mark before and after. */
  corrections: { questionId: number; at: string; before: number; after: number }[];
}

/** Finds an attempt of this parent's children, with its answers and the test's card, or undefined if it is not theirs. */
export function findAttempt(db: Queryable, userId: number, id: number): Promise<AttemptWithAnswers | undefined> {
  return db.row<AttemptWithAnswers>(
    `select ${ATTEMPT}, now() as now, c.full_name as child_name, c.school_class as child_class, c.cover as child_cover, a.opened_at is not null as opened,
       a.kind, a.effort, a.quick_answers, a.quick_ms,
       coalesce(a.quick_questions, array(select question_id from answers where attempt_id = a.id and coalesce(nullif(visible_ms, 0), nullif(response_time, 0) * 1000) < a.quick_ms)) as quick_questions, a.away_times, a.away_ms, a.texts_heard,
       a.discipline, t.theme, t.form, a.school_class, t.description, t.difficulty_level, t.evaluation_type,
       t.active as test_active, ${TIME} as time,
       ${COVER_RANK} as rank,
       u.subscription_type, u.subscription_end,
       (select coalesce(jsonb_agg(jsonb_build_object('questionId', question_id, 'selectedAnswer', selected_answer, 'written', written, 'responseTime', response_time)), '[]')
        from answers where attempt_id = a.id) as answers,
       (select coalesce(jsonb_agg(jsonb_build_object('questionId', r.question_id, 'at', r.at, 'before', m.old_score, 'after', m.new_score) order by r.id), '[]')
        from regrade_marks m join regrades r on r.id = m.regrade_id where m.attempt_id = a.id) as corrections
     from attempts a join children c on c.id = a.child_id join users u on u.id = c.user_id join tests t on t.id = a.test_id
     where a.id = $2 and c.user_id = $1`,
    [userId, id],
  );
}

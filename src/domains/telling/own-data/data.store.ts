import type { Queryable } from '../../../server/db/db.ts';
import { USER, type UserRow } from '../../people/accounts/accounts.store.ts';
import { CHILD_FIELDS } from '../../people/children/children.store.ts';
import type { OwnData } from './data.contract.ts';

const MOMENT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const utc = (column: string) => `to_char(${column} at time zone 'UTC', ${MOMENT})`;

/** Maximum number of a family's newest changes of plan in the file: far more than pauses, purchases and years make. */
const MAX_PLAN_CHANGES = 1000;

export interface OwnUser extends UserRow {
  now: Date;
  termsVersion: string;
  termsAcceptedAt: Date;
  recoveryCodeMadeAt: Date | null;
  emailVerifiedAt: Date | null;
  devices: OwnData['devices'];
  earTrainings: OwnData['earTrainings'];
  practiceTrial: OwnData['practiceTrial'];
  passkeys: OwnData['passkeys'];
}

/** Returns a user and their devices, field by field, so that no hash can be included by mistake. */
export function findOwnUser(db: Queryable, userId: number): Promise<OwnUser | undefined> {
  return db.row<OwnUser>(
    `select now() as now, ${USER}, u.terms_version, u.terms_accepted_at,
       u.email_verified_at, (select k.created_at from account_codes k where k.user_id = u.id) as recovery_code_made_at,
       (select coalesce(jsonb_agg(jsonb_build_object('device', s.device, 'address', s.address, 'createdAt', ${utc('s.created_at')},
          'lastSeenAt', ${utc('s.last_seen_at')}) order by s.created_at), '[]') from sessions s where s.user_id = u.id) as devices,
       (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'createdAt', ${utc('p.created_at')},
          'lastUsedAt', ${utc('p.last_used_at')}) order by p.id), '[]') from passkeys p where p.user_id = u.id) as passkeys,
       (select coalesce(jsonb_agg(jsonb_build_object('recordingId', t.recording_id, 'wrong', t.wrong, 'selfCorrected', t.self_corrected,
          'agreement', t.agreement, 'passed', t.passed, 'at', ${utc('t.trained_at')}) order by t.trained_at), '[]')
          from ear_trainings t where t.user_id = u.id) as ear_trainings,
       (select jsonb_build_object('agreed', f.agreed, 'consentVersion', f.consent_version, 'decidedAt', ${utc('f.decided_at')})
          from trial_families f where f.user_id = u.id) as practice_trial
     from users u where u.id = $1`,
    [userId],
  );
}

/** Returns a family's children, including archived ones, each with every attempt, its answers, and the sums computed from them. */
export function findOwnChildren(db: Queryable, userId: number): Promise<OwnData['children']> {
  return db.rows<OwnData['children'][number]>(
    `select ${CHILD_FIELDS}, c.province, ${utc('c.created_at')} as created_at,
       c.consent_version, ${utc('c.consent_at')} as consent_at,
       (select jsonb_build_object('chosen', v.chosen, 'usedAt', ${utc('v.used_at')}) from covered_children v where v.child_id = c.id) as plan_place,
       (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'testId', a.test_id, 'discipline', a.discipline, 'theme', t.theme,
            'schoolClass', a.school_class, 'state', a.state, 'attemptDate', ${utc('a.attempt_date')}, 'deadline', ${utc('a.deadline_at')},
            'finishedAt', ${utc('a.finished_at')}, 'timeLimit', a.time_limit, 'duration', a.duration, 'kind', a.kind, 'timeSpent', a.time_spent, 'totalScore', a.total_score,
            'correctAnswers', a.correct_answers, 'incorrectAnswers', a.incorrect_answers, 'points', a.points,
            'pointsPossible', a.points_possible, 'late', a.late, 'interrupted', a.interrupted, 'offline', a.offline, 'timeConfirmed', a.time_confirmed,
            'preparedAt', ${utc('a.prepared_at')}, 'preparedUntil', ${utc('a.prepared_until')}, 'valid', a.valid, 'effort', a.effort,
            'quickAnswers', a.quick_answers, 'quickQuestions', a.quick_questions, 'shown', a.shown, 'awayTimes', a.away_times, 'awayMs', a.away_ms, 'textsHeard', a.texts_heard, 'pausedAtMs', a.paused_at_ms, 'device', a.device, 'printedAt', ${utc('a.printed_at')}, 'answers', given.answers,
            'corrections', (select coalesce(jsonb_agg(jsonb_build_object('at', ${utc('g.at')}, 'oldScore', m.old_score, 'newScore', m.new_score) order by g.id), '[]')
              from regrade_marks m join regrades g on g.id = m.regrade_id where m.attempt_id = a.id))
          order by a.attempt_date, a.id), '[]')
        from attempts a join tests t on t.id = a.test_id
          cross join lateral (
            select coalesce(jsonb_agg(jsonb_build_object('questionId', w.question_id, 'position', q.position, 'selectedAnswer', coalesce(w.written, w.selected_answer),
                'responseTime', w.response_time, 'firstShownMs', w.first_shown_ms, 'firstTapMs', w.first_tap_ms,
                'lastTapMs', w.last_tap_ms, 'visibleMs', w.visible_ms, 'changes', w.changes, 'savedAt', ${utc('w.saved_at')})
              || case when a.completed then jsonb_build_object('isCorrect', q.correct_answer = w.selected_answer) else '{}' end order by q.position), '[]') as answers
            from answers w join version_questions q on q.version_id = a.version_id and q.question_id = w.question_id
            where w.attempt_id = a.id) given
        where a.child_id = c.id) as attempts,
       (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'discipline', d.discipline, 'schoolClass', d.school_class, 'state', d.state,
            'startedAt', ${utc('d.started_at')}, 'finishedAt', ${utc('d.finished_at')}, 'effort', d.effort, 'level', d.level, 'place', d.place,
            'placeLow', d.place_low, 'placeHigh', d.place_high, 'answers', given.answers) order by d.started_at, d.id), '[]')
        from diagnostics d cross join lateral (
            select coalesce(jsonb_agg(jsonb_build_object('position', q.position, 'questionId', q.question_id, 'selectedAnswer', coalesce(q.written, q.selected_answer),
                'visibleMs', q.visible_ms, 'answeredAt', ${utc('q.answered_at')}) order by q.position), '[]') as answers
            from diagnostic_questions q where q.diagnostic_id = d.id and q.answered_at is not null) given
        where d.child_id = c.id) as diagnostics,
       (select coalesce(jsonb_agg(jsonb_build_object('schoolYear', p.school_year, 'trimester', p.trimester, 'schoolClass', p.school_class,
            'discipline', p.discipline, 'testsCompleted', p.tests_completed, 'averageScore', p.average_score,
            'averageCorrectAnswers', p.average_correct_answers, 'totalTimeSpent', p.total_time_spent,
            'lastEvaluationDate', ${utc('p.last_evaluation_date')}) order by p.school_year, p.trimester, p.discipline), '[]')
        from performance_aggregations p where p.child_id = c.id) as results,
       (select coalesce(jsonb_agg(jsonb_build_object('discipline', m.discipline, 'schoolClass', m.school_class, 'mark', m.mark,
            'enteredAt', ${utc('b.formed_at')}) order by m.discipline, m.school_class), '[]')
        from norm_members m join norm_blocks b on b.id = m.block_id where m.child_id = c.id) as in_averages,
       (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'card', r.card, 'selectedAnswer', coalesce(r.written, r.selected_answer), 'isRight', r.is_right,
            'at', ${utc('r.reviewed_at')}) order by r.reviewed_at, r.client_id), '[]')
        from practice_reviews r where r.child_id = c.id) as practice,
       (select coalesce(jsonb_agg(jsonb_build_object('startsOn', t.starts_on, 'checkFrom', t.check_from, 'checkUntil', t.check_until, 'seed', t.seed,
            'firstTheme', t.first_theme, 'secondTheme', t.second_theme, 'state', w.state, 'answers', given.answers) order by t.week_id), '[]')
        from trial_allotments t join trial_weeks w on w.id = t.week_id cross join lateral (
            select coalesce(jsonb_agg(jsonb_build_object('position', q.position, 'questionId', q.question_id, 'selectedAnswer', coalesce(q.written, q.selected_answer),
                'visibleMs', q.visible_ms, 'answeredAt', ${utc('q.answered_at')}) order by q.position), '[]') as answers
            from trial_questions q where q.week_id = t.week_id and q.answered_at is not null) given
        where t.child_id = c.id) as trial_weeks,
       (select coalesce(jsonb_agg(jsonb_build_object('clientId', r.client_id, 'formId', r.form_id, 'formVersion', r.form_version,
            'title', f.body ->> 'title', 'mode', r.mode, 'startedAt', ${utc('r.started_at')}, 'seconds', r.seconds, 'finished', r.finished,
            'lastItem', r.last_item, 'wrong', r.wrong, 'selfCorrected', r.self_corrected, 'attempted', r.attempted, 'right', r.right_items,
            'answers', r.answers, 'listener', r.listener, 'recordedBy', r.recorded_by, 'reasons', r.reasons) order by r.started_at, r.id), '[]')
        from readings r join reading_forms f on f.id = r.form_id and f.version = r.form_version where r.child_id = c.id) as readings,
       (select coalesce(jsonb_agg(jsonb_build_object('clientId', d.client_id, 'formId', d.form_id, 'formVersion', d.form_version,
            'title', f.body ->> 'title', 'startedAt', ${utc('d.started_at')}, 'typed', d.typed, 'wrong', d.marks, 'words', d.words,
            'right', d.right_words) order by d.started_at, d.id), '[]')
        from dictations d join writing_forms f on f.id = d.form_id and f.version = d.form_version where d.child_id = c.id) as dictations,
       (select coalesce(jsonb_agg(jsonb_build_object('clientId', t.client_id, 'promptId', t.prompt_id, 'promptVersion', t.prompt_version,
            'title', f.body ->> 'title', 'rulerId', t.ruler_id, 'rulerVersion', t.ruler_version, 'startedAt', ${utc('t.started_at')},
            'comparisons', t.comparisons, 'signs', t.signs, 'level', t.level,
            'opinion', (select jsonb_build_object('state', o.state, 'askedAt', ${utc('o.asked_at')}, 'endedAt', ${utc('o.ended_at')},
              'levels', (select coalesce(jsonb_agg(jsonb_build_object('level', m.level, 'signs', m.signs) order by m.marked_at), '[]')
                from text_marks m where m.text_id = t.id and m.marked_at is not null and o.state = 'done'))
              from text_opinions o where o.text_id = t.id)) order by t.started_at, t.id), '[]')
        from texts t join writing_forms f on f.id = t.prompt_id and f.version = t.prompt_version where t.child_id = c.id) as texts,
       (select coalesce(jsonb_agg(jsonb_build_object('clientId', k.client_id, 'kind', k.kind, 'mode', k.mode, 'formId', k.form_id,
            'formVersion', k.form_version, 'startedAt', ${utc('k.started_at')}, 'seconds', k.seconds, 'copying', k.copying, 'answers', k.answers,
            'finished', k.finished, 'lastItem', k.last_item, 'wrong', k.wrong, 'selfCorrected', k.self_corrected, 'attempted', k.attempted,
            'right', k.right_items, 'reasons', k.reasons) order by k.started_at, k.id), '[]')
        from calculations k where k.child_id = c.id) as calculations
     from children c where c.user_id = $1 order by c.id`,
    [userId],
  );
}

export type OwnNotices = Pick<OwnData, 'notificationSettings' | 'notifications' | 'pushDevices' | 'mails'>;

/**
 * Returns a user's notifications, mails, push devices and their settings. Later features own these tables; this statement only reads them.
 */
export async function findOwnNotices(db: Queryable, userId: number): Promise<OwnNotices> {
  const row = await db.row<OwnNotices>(
    `select
       (select jsonb_build_object('performanceAlerts', s.performance_alerts, 'testReminders', s.test_reminders, 'weeklyReports', s.weekly_reports,
          'achievementNotifications', s.achievement_notifications, 'emailNotifications', s.email_notifications,
          'pushNotifications', s.push_notifications, 'updatedAt', ${utc('s.updated_at')})
        from notification_settings s where s.user_id = $1) as notification_settings,
       (select coalesce(jsonb_agg(jsonb_build_object('childId', n.child_id, 'type', n.type, 'title', n.title, 'message', n.message,
          'createdAt', ${utc('n.created_at')}, 'readAt', ${utc('n.read_at')}) order by n.id), '[]')
        from notifications n where n.user_id = $1) as notifications,
       (select coalesce(jsonb_agg(jsonb_build_object('service', substring(d.endpoint from '^https?://([^/]+)'),
          'createdAt', ${utc('d.created_at')}) order by d.id), '[]') from push_devices d where d.user_id = $1) as push_devices,
       (select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'to', m.recipient, 'createdAt', ${utc('m.created_at')}, 'state', m.state)
          order by m.id), '[]') from mails m where m.user_id = $1) as mails`,
    [userId],
  );
  return row as OwnNotices;
}

/** Returns the links that show results to others, including withdrawn ones, without their tokens. */
export function findOwnShares(db: Queryable, userId: number): Promise<OwnData['shares']> {
  return db.rows<OwnData['shares'][number]>(
    `select s.attempt_id, ${utc('s.created_at')} as created_at, ${utc('s.expires_at')} as expires_at,
       ${utc('s.withdrawn_at')} as withdrawn_at
     from result_shares s join attempts a on a.id = s.attempt_id join children c on c.id = a.child_id
     where c.user_id = $1 order by s.id`,
    [userId],
  );
}

const credits = (kind: 'next' | 'parked') =>
  `(select coalesce(jsonb_agg(jsonb_build_object('planId', c.plan_id, 'milliseconds', c.milliseconds)), '[]')
     from plan_credits c where c.user_id = $1 and c.kind = '${kind}')`;

/** Returns a family's payments, receipts, next plans and parked days, and the friends that it referred (without their names). */
export async function findOwnMoney(db: Queryable, userId: number): Promise<OwnData['money']> {
  const row = await db.row<OwnData['money']>(
    `select
       (select coalesce(jsonb_agg(jsonb_build_object('transactionId', p.transaction_id, 'planId', p.plan_id, 'amount', p.amount, 'status', p.status,
          'paymentMethod', p.payment_method, 'referenceNumber', p.reference_number, 'createdAt', ${utc('p.created_at')},
          'completedAt', ${utc('p.completed_at')}, 'reversedAt', ${utc('p.reversed_at')}) order by p.id), '[]') from emis_payments p where p.user_id = $1) as payments,
       (select coalesce(jsonb_agg(jsonb_build_object('series', r.series, 'number', r.number, 'amount', r.amount, 'payerName', r.payer_name,
          'nif', r.nif, 'issuedAt', ${utc('r.issued_at')},
          'annulledAt', ${utc('r.annulled_at')}) order by r.id), '[]') from receipts r where r.user_id = $1) as receipts,
       (select code from referral_codes where user_id = $1) as referral_code,
       (select coalesce(jsonb_agg(jsonb_build_object('createdAt', ${utc('f.created_at')}, 'paidAt', ${utc('f.paid_at')}) order by f.id), '[]')
          from referrals f where f.referrer_id = $1) as referrals,
       ${credits('next')} as next,
       ${credits('parked')} as parked,
       coalesce((select renewal from subscriptions where user_id = $1), true) as renewal,
       (select nif from subscriptions where user_id = $1) as nif,
       (select coalesce(jsonb_agg(jsonb_build_object('kind', h.kind, 'planBefore', h.plan_before, 'untilBefore', ${utc('h.until_before')},
          'planAfter', h.plan_after, 'untilAfter', ${utc('h.until_after')}, 'at', ${utc('h.at')}) order by h.id), '[]')
          from (select * from plan_changes where user_id = $1 order by id desc limit ${MAX_PLAN_CHANGES}) h) as plan_changes,
       (select ${utc('created_at')} from referrals where referred_user_id = $1) as invited_at,
       (select ${utc('swapped_at')} from cover_swaps where user_id = $1) as place_swapped_at`,
    [userId],
  );
  return row as OwnData['money'];
}

// Inserts completed attempts by SQL, so that backups and restores are measured at the size of a real database.
import type { Cluster, Name } from './machines.ts';

/** The same numbers as in bench/scale.ts: twenty attempts for each child, two children for each family, ten answers for each attempt. */
const PER_CHILD = 20;
const ANSWERS_PER_FAMILY = 2 * PER_CHILD * 10;

/**
 * Adds families with about this number of answers. The inserted references are consistent by construction, so foreign keys are not checked.
 *
 * @param mark part of the names of these families, which tells them from earlier ones.
 */
export async function fill(cluster: Cluster, primary: Name, answers: number, mark: string): Promise<void> {
  const families = Math.ceil(answers / ANSWERS_PER_FAMILY);
  await cluster.statement(
    primary,
    `set session_replication_role = replica;
     with family as (
       insert into users (username, username_key, password_hash, email, full_name, subscription_type, subscription_end, terms_version)
       select '${mark}-' || n, '${mark}-' || n, 'none', 'cheia@familia.example', 'Cheia', 'family-plus', now() + interval '1 year', '${mark}'
       from generate_series(1, ${families}) as n returning id
     )
     insert into children (user_id, full_name, school_class, cover, consent_version)
     select id, 'Maria', '4º Ano', 1, '${mark}' from family cross join generate_series(1, 2);
     with test as (
       select *, row_number() over (order by id) - 1 as place, count(*) over () as all_tests from tests
       where active and version_id is not null and school_class = '4º Ano' and question_count = 10
     ), taken as (
       select child.id as child_id, test.id as test_id, version_id, test.discipline, test.school_class, k < all_tests as first,
         (child.id * 7 + k * 3) % 11 as score,
         now() - interval '1 hour' - make_interval(secs => (child.id * 7919 + k * 1299709) % 15552000) as began
       from children child cross join generate_series(0, ${PER_CHILD - 1}) as k join test on test.place = (child.id + k) % all_tests
       where child.consent_version = '${mark}'
     )
     insert into attempts (child_id, test_id, version_id, discipline, school_class, time_limit, attempt_date, deadline_at, state, completed,
       finished_at, valid, total_score, points, points_possible, time_spent, correct_answers, incorrect_answers)
     select child_id, test_id, version_id, discipline, school_class, 900, began, began + interval '15 minutes', 'completed', true,
       began + interval '7 minutes', first, score * 10, score, 10, 420, score, 10 - score
     from taken order by began;
     insert into answers (attempt_id, question_id, selected_answer, response_time, sequence, saved_at)
     select a.id, q.question_id, q.letters[1 + (a.id + q.position) % array_length(q.letters, 1)], 12, q.position, a.attempt_date
     from attempts a join children c on c.id = a.child_id join version_questions q on q.version_id = a.version_id
     where c.consent_version = '${mark}' order by a.id`,
  );
  // Without new statistics, a family's statements take seconds.
  await cluster.statement(primary, 'vacuum analyze');
}

-- owner: attempts

create table attempts (
  id integer generated always as identity primary key,
  child_id integer not null references children on delete cascade,
  test_id integer not null references tests,
  version_id integer not null references test_versions,
  -- What the test was when it started; a later edit of the test does not rewrite history.
  discipline text not null,
  school_class text not null,
  client_id uuid,
  attempt_date timestamptz not null default now(),
  time_limit integer not null check (time_limit in (900, 1800, 3600)),
  deadline_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'provisional', 'completed', 'abandoned')),
  completed boolean not null default false,
  finished_at timestamptz,
  -- Answers came in after the deadline and its minute of grace, from a phone that had been offline.
  late boolean not null default false,
  -- Counts in averages: completed, the child's first of this test, not late, standard time.
  valid boolean not null default false,
  total_score smallint check (total_score between 0 and 100),
  points smallint,
  points_possible smallint,
  time_spent integer check (time_spent >= 0),
  correct_answers smallint check (correct_answers >= 0),
  incorrect_answers smallint check (incorrect_answers >= 0),
  human_evaluator boolean not null default false,
  device text,
  -- The month (its first day, Africa/Luanda) whose free test this is; null when the plan has no limit or it does not count.
  free_month date,
  check (completed = (state = 'completed')),
  check (completed = (total_score is not null)),
  check (not completed or (finished_at is not null and correct_answers is not null and incorrect_answers is not null and time_spent is not null)),
  check (not valid or (completed and not late and time_limit = 900))
);
-- One open attempt of a child and test, one attempt per call that the client repeats, one free test a month:
-- all three hold however many calls arrive at once.
create unique index attempts_one_open on attempts (child_id, test_id) where state = 'open';
create unique index attempts_once_per_client on attempts (child_id, client_id) where client_id is not null;
create unique index attempts_one_free on attempts (child_id, discipline, free_month) where free_month is not null;
create unique index attempts_one_valid on attempts (child_id, test_id) where valid;
create index attempts_of_child on attempts (child_id, attempt_date desc, id desc);
create index attempts_of_test on attempts (test_id);
create index attempts_unfinished on attempts (deadline_at) where state in ('open', 'provisional');

create table answers (
  id bigint generated always as identity,
  attempt_id integer not null references attempts on delete cascade,
  question_id integer not null,
  selected_answer text not null check (selected_answer in ('A', 'B', 'C', 'D', 'E', 'F')),
  -- Whole seconds, as the device measured them.
  response_time integer check (response_time between 0 and 3600),
  -- The device's counter: an older choice never replaces a newer one.
  sequence integer,
  saved_at timestamptz not null default now(),
  primary key (attempt_id, question_id)
);

create table performance_aggregations (
  id integer generated always as identity primary key,
  child_id integer not null references children on delete cascade,
  -- The year in which the school year began: 2026 for 2026/27.
  school_year smallint not null,
  trimester smallint not null check (trimester between 1 and 3),
  school_class text not null,
  discipline text not null,
  tests_completed integer not null check (tests_completed > 0),
  -- Sums, not averages: averages cannot be added up, and rounding here would show in every report.
  score_sum integer not null,
  correct_sum integer not null,
  question_sum integer not null,
  total_time_spent integer not null,
  last_evaluation_date timestamptz not null,
  -- The specification's two averages, always score_sum ÷ tests_completed and correct_sum ÷ tests_completed.
  average_score numeric(5, 2) not null,
  average_correct_answers numeric(5, 2) not null,
  check (average_score = round(score_sum::numeric / tests_completed, 2)),
  check (average_correct_answers = round(correct_sum::numeric / tests_completed, 2)),
  unique (child_id, school_year, trimester, school_class, discipline)
);

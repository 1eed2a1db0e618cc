-- owner: diagnostic

-- Difficulty of a question by what a child sees of it (version_questions.content), on the scale of its discipline; made by a nightly job.
create table item_difficulties (
  discipline text not null,
  content text not null,
  -- Logits; the class means of abilities fix the scale. See diagnostic/scale.rules.ts.
  difficulty double precision not null,
  standard_error double precision not null check (standard_error > 0),
  answers integer not null check (answers >= 0),
  -- Mean squares of the residuals, 1 on average when the model holds.
  infit double precision,
  outfit double precision,
  -- What was expected before there were answers.
  prior double precision not null,
  primary key (discipline, content)
);
-- The last calibration of each discipline.
create table calibrations (
  discipline text primary key,
  answers integer not null,
  children integer not null,
  calibrated_at timestamptz not null default now()
);

-- One child working through an adaptive diagnostic of a discipline once.
create table diagnostics (
  id integer generated always as identity primary key,
  child_id integer not null references children on delete cascade,
  discipline text not null check (discipline in ('Matemática', 'Português', 'Ciências', 'História', 'Geografia', 'Inglês', 'Educação Física', 'Artes')),
  -- The child's class when it started.
  school_class text not null,
  started_at timestamptz not null default now(),
  deadline_at timestamptz not null check (deadline_at > started_at),
  state text not null default 'open' check (state in ('open', 'finished', 'abandoned')),
  finished_at timestamptz,
  -- Whether the child tried; a result without effort shows nothing and may be repeated at once.
  effort text check (effort in ('full', 'some', 'low')),
  -- Estimate and its standard error, in logits; and the same as places on the ruler of classes: 3.5 is the middle of the 3rd.
  ability double precision,
  standard_error double precision check (standard_error > 0),
  place double precision,
  place_low double precision,
  place_high double precision,
  -- The highest class whose questions the child would answer right at 70 % or more; null: none.
  level text,
  -- [{ "code", "name", "schoolClass", "answers", "right" }]
  start_here jsonb,
  check ((state = 'open') = (finished_at is null)),
  check ((state = 'finished') = (ability is not null)),
  check ((ability is null) = (standard_error is null) and (ability is null) = (place is null) and (ability is null) = (start_here is null)),
  check (place_low <= place and place <= place_high)
);
create unique index diagnostics_one_open on diagnostics (child_id, discipline) where state = 'open';
create index diagnostics_of_child on diagnostics (child_id, started_at desc);
create index diagnostics_for_exposure on diagnostics (discipline, school_class, id desc);
create index diagnostics_unfinished on diagnostics (deadline_at) where state = 'open';

-- The questions asked, in order, each with the difficulty it was chosen by, and what was answered.
create table diagnostic_questions (
  diagnostic_id integer not null references diagnostics on delete cascade,
  position smallint not null check (position between 1 and 25),
  version_id integer not null references test_versions,
  question_id integer not null,
  content text not null,
  school_class text not null,
  objective text,
  difficulty double precision not null,
  guessing double precision not null check (guessing >= 0 and guessing < 1),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  -- Null of an answered question: «Ainda não aprendi».
  selected_answer text check (selected_answer in ('A', 'B', 'C', 'D', 'E', 'F')),
  is_right boolean,
  visible_ms integer check (visible_ms between 0 and 7200000),
  primary key (diagnostic_id, position),
  unique (diagnostic_id, content),
  unique (diagnostic_id, question_id),
  check ((answered_at is null) = (is_right is null)),
  check (answered_at is not null or selected_answer is null),
  check (selected_answer is not null or is_right is not true)
);
create unique index diagnostic_questions_one_open on diagnostic_questions (diagnostic_id) where answered_at is null;

-- owner: trial

-- What a family said to the practice trial, once or in the settings.
create table trial_families (
  user_id integer primary key references users on delete cascade,
  agreed boolean not null,
  -- Version of the text that it read.
  consent_version smallint not null check (consent_version > 0),
  decided_at timestamptz not null default now(),
  -- Stands for the family in the figures, where nothing else of it is.
  family uuid not null unique default gen_random_uuid()
);

-- Child-weeks as the analysis reads them. They have no date and no child, and stay when a child is erased.
create table trial_weeks (
  id integer generated always as identity primary key,
  family uuid not null,
  discipline text not null,
  school_class text not null,
  -- Whether the theme that comes earlier in the curriculum was drawn to be treated first.
  earlier_first boolean not null,
  state text not null default 'running' check (state in ('running', 'measured', 'lost')),
  -- The order in which outcomes were known, from 1 without a gap.
  place integer unique check (place > 0),
  first_right smallint,
  first_asked smallint check (first_asked between 3 and 4),
  second_right smallint,
  second_asked smallint check (second_asked between 3 and 4),
  check ((state = 'measured') = (place is not null)),
  check ((place is null) = (first_right is null) and (place is null) = (first_asked is null)
    and (place is null) = (second_right is null) and (place is null) = (second_asked is null)),
  check (first_right between 0 and first_asked and second_right between 0 and second_asked)
);
create index trial_weeks_of_family on trial_weeks (family) where state <> 'lost';

-- The same child-weeks as the child has them; erased with it, which removes the only link.
create table trial_allotments (
  week_id integer primary key references trial_weeks,
  child_id integer not null references children on delete cascade,
  -- From which the order of the themes and the questions of the check were drawn.
  seed integer not null check (seed >= 0),
  first_theme text not null,
  second_theme text not null check (second_theme <> first_theme),
  -- Days in Luanda: practice treats the first theme first, then the check is asked.
  starts_on date not null,
  check_from date not null check (check_from > starts_on),
  check_until date not null check (check_until >= check_from),
  is_open boolean not null default true
);
create unique index trial_allotments_one_open on trial_allotments (child_id) where is_open;
create index trial_allotments_of_child on trial_allotments (child_id);

-- The questions of a check, and the first answer to each.
create table trial_questions (
  week_id integer not null references trial_allotments on delete cascade,
  position smallint not null check (position between 1 and 8),
  -- Whether it is about the theme that was treated first.
  is_first boolean not null,
  version_id integer not null references test_versions,
  question_id integer not null,
  content text not null,
  -- Made by the device: the same answer sent twice is kept once.
  client_id uuid,
  -- A letter, or 'outra' for what was written and equals no alternative.
  selected_answer text check (selected_answer in ('A', 'B', 'C', 'D', 'E', 'F') or (selected_answer = 'outra' and written is not null)),
  written text check (length(written) between 1 and 40),
  visible_ms integer check (visible_ms between 0 and 7200000),
  -- By the device's clock, never later than the server's.
  answered_at timestamptz,
  primary key (week_id, position),
  unique (week_id, content),
  check ((answered_at is null) = (selected_answer is null) and (answered_at is null) = (client_id is null))
);

-- The three analyses, taken once each and never changed.
create table trial_looks (
  look smallint primary key check (look between 1 and 3),
  weeks integer not null check (weeks > 0),
  families integer not null check (families >= 10),
  -- Child-weeks that had begun and ended without an outcome.
  lost integer not null check (lost >= 0),
  points double precision not null,
  low double precision not null check (low <= points),
  high double precision not null check (high >= points),
  is_decided boolean not null,
  parts jsonb not null,
  taken_at timestamptz not null default now()
);

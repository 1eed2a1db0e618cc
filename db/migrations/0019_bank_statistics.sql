-- owner: results

-- What the valid attempts say of each test as it is now, added up by a job, so that the whole bank is looked at without
-- reading a single answer. A row is made anew when the attempts or the version of its test are others than these.
create table bank_figures (
  test_id integer primary key references tests on delete cascade,
  -- The version of the next attempts when the figures were made; null when the test had no questions.
  version_id integer,
  -- How many valid attempts there were and which, added up: another mark means other attempts.
  mark text not null,
  -- Attempts that count, questions asked in them, and how many of those were answered and were right.
  attempts integer not null check (attempts >= 0),
  asked integer not null check (asked >= 0),
  answered integer not null check (answered between 0 and asked),
  correct integer not null check (correct between 0 and answered),
  flagged integer not null check (flagged >= 0),
  made_at timestamptz not null default now()
);

-- The questions that a teacher should look at, and why.
create table flagged_questions (
  question_id integer primary key references questions on delete cascade,
  test_id integer not null references bank_figures on delete cascade,
  -- Place of its worst flag among all flags, 0 for the worst.
  gravity smallint not null check (gravity >= 0),
  flags jsonb not null check (jsonb_typeof(flags) = 'array' and jsonb_array_length(flags) > 0),
  attempts integer not null check (attempts > 0),
  correct integer not null check (correct between 0 and attempts),
  discrimination double precision check (discrimination between -1.000001 and 1.000001)
);
create index flagged_questions_worst on flagged_questions (gravity, attempts desc, question_id);
create index flagged_questions_of_test on flagged_questions (test_id);

-- owner: attempts

-- A key that was wrong, put right for those who had answered already. Rows are the trace: nobody changes them.
create table regrades (
  id integer generated always as identity primary key,
  test_id integer not null references tests on delete cascade,
  question_id integer not null,
  -- Letters as the bank has them; several old ones where the key had been changed more than once.
  old_keys text[] not null check (cardinality(old_keys) > 0),
  new_key text not null check (new_key in ('A', 'B', 'C', 'D', 'E', 'F')),
  reason text not null check (reason <> ''),
  user_id integer references users on delete set null,
  at timestamptz not null default now()
);
create index regrades_of_test on regrades (test_id);
create index regrades_of_user on regrades (user_id) where user_id is not null;

-- What the mark was before and after: no mark is overwritten without a trace.
create table regrade_marks (
  regrade_id integer not null references regrades on delete cascade,
  attempt_id integer not null references attempts on delete cascade,
  old_version_id integer not null references test_versions,
  new_version_id integer not null references test_versions,
  old_score smallint not null,
  new_score smallint not null,
  old_points smallint,
  new_points smallint not null,
  old_correct smallint not null,
  new_correct smallint not null,
  primary key (regrade_id, attempt_id)
);
create index regrade_marks_of_attempt on regrade_marks (attempt_id, regrade_id desc);
create index regrade_marks_of_old_version on regrade_marks (old_version_id);
create index regrade_marks_of_new_version on regrade_marks (new_version_id);
create trigger regrade_marks_are_kept before update on regrade_marks for each statement execute function refuse_change();

-- The version that took a version's place when its key was put right. An attempt that began in that very moment with the
-- old one is graded by its successor. A version that has none is right; a successor never leads back.
create table version_successors (
  version_id integer primary key references test_versions on delete cascade,
  successor_id integer not null references test_versions on delete cascade,
  check (version_id <> successor_id)
);
create index version_successors_back on version_successors (successor_id);

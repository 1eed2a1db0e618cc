-- owner: tests

-- One file brought into one test: what it made and what it replaced, so that it can be undone as a whole.
create table import_batches (
  id integer generated always as identity primary key,
  test_id integer not null references tests on delete cascade,
  user_id integer references users on delete set null,
  file_name text not null,
  format text not null check (format in ('csv', 'json', 'xlsx', 'gift', 'aiken', 'moodle', 'qti')),
  created_count integer not null check (created_count >= 0),
  replaced_count integer not null check (replaced_count >= 0),
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by integer references users on delete set null,
  check (created_count + replaced_count > 0)
);
create index import_batches_of_test on import_batches (test_id, id desc);
create index import_batches_of_user on import_batches (user_id) where user_id is not null;
create index import_batches_undone_by on import_batches (undone_by) where undone_by is not null;

create table import_batch_questions (
  batch_id integer not null references import_batches on delete cascade,
  -- Without a reference: the question may be deleted since, which undoing has to notice.
  question_id integer not null,
  -- The question as it was; null when the batch made it.
  before jsonb,
  -- What it was right after the import, to tell whether somebody has changed it since.
  state text not null,
  primary key (batch_id, question_id)
);

-- How far an import has come, for whoever waits for it. Losing it in a crash harms nobody.
create unlogged table import_progress (
  token uuid not null,
  user_id integer not null references users on delete cascade,
  stage text not null check (stage in ('waiting', 'reading', 'checking', 'writing')),
  done integer not null,
  total integer not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, token)
);

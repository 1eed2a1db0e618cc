-- owner: operations

-- Backups that administrators requested. The job `make-requested-backup` makes them; at most one waits or runs at a time.
create table backup_requests (
  id integer generated always as identity primary key,
  requested_by integer references users on delete set null,
  requested_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  started_at timestamptz,
  finished_at timestamptz,
  check ((state = 'running') = (started_at is not null and finished_at is null)),
  check ((state in ('done', 'failed')) = (finished_at is not null))
);
create unique index backup_requests_one_unfinished on backup_requests ((true)) where state in ('waiting', 'running');
create index backup_requests_of_user on backup_requests (requested_by);

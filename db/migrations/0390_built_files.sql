-- owner: server (the floor that every feature stands on)

-- The files of each version that ran in the last week, so that a page of one version finds its files whichever version answers.
create table built_files (
  -- Name below /assets/, with a hash of the content.
  name text primary key,
  -- Compressed with brotli.
  content bytea not null,
  -- When a process of a version with this file last said that it runs.
  seen_at timestamptz not null default now()
);
create index built_files_seen on built_files (seen_at);

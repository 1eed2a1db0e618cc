-- owner: opinions

-- A parent's request that teachers place a text on its ruler. There is at most one of a text; one that ended without a level can be repeated.
create table text_opinions (
  text_id integer primary key references texts on delete cascade,
  state text not null check (state in ('waiting', 'flagged', 'done', 'closed')),
  -- Why it ended without a level; null unless it did.
  reason text,
  asked_at timestamptz not null default now(),
  -- When the photograph is erased at the latest, whatever has happened.
  erase_at timestamptz not null,
  ended_at timestamptz,
  check (erase_at <= asked_at + interval '7 days'),
  check ((state = 'closed') = (reason is not null)),
  check ((state in ('done', 'closed')) = (ended_at is not null))
);
create index text_opinions_open on text_opinions (asked_at) where state in ('waiting', 'flagged');

-- The photographs, sealed with a key derived from SECRET_KEY. Unlogged: they are in no backup, no write-ahead log and no replica; after a crash
-- the table is empty, and the families are asked for another photograph.
create unlogged table text_photos (
  text_id integer primary key references text_opinions on delete cascade,
  sealed bytea not null check (octet_length(sealed) <= 307300)
);

-- Teachers who opened a text, and the level that each gave it without knowing of the others.
create table text_marks (
  id integer generated always as identity primary key,
  text_id integer not null references text_opinions on delete cascade,
  -- Null once the teacher's account is erased.
  teacher_id integer references users on delete set null,
  opened_at timestamptz not null default now(),
  level smallint check (level between 0 and 5),
  -- [{ id, isSeen }]; empty if the teacher looked for none.
  signs jsonb,
  marked_at timestamptz,
  unique (text_id, teacher_id),
  check ((level is null) = (marked_at is null) and (level is null) = (signs is null))
);
create index text_marks_of_teacher on text_marks (teacher_id);

-- Texts that a teacher took out of the queue because something in them worries, or they cannot be marked.
create table text_flags (
  id integer generated always as identity primary key,
  text_id integer not null references text_opinions on delete cascade,
  teacher_id integer references users on delete set null,
  reason text not null check (reason in ('worry', 'name', 'unreadable', 'other')),
  note text,
  flagged_at timestamptz not null default now(),
  decision text check (decision in ('returned', 'closed')),
  decided_by integer references users on delete set null,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null))
);
create unique index text_flags_open on text_flags (text_id) where decided_at is null;
create index text_flags_of_teacher on text_flags (teacher_id);
create index text_flags_decided_by on text_flags (decided_by);

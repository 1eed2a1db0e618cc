-- owner: reading

-- What a child reads or hears, as of the files in content/reading. A version whose words were read never changes, so that marks keep
-- their words; only one version of a form is offered.
create table reading_forms (
  id text not null,
  version integer not null check (version > 0),
  kind text not null check (kind in ('letters', 'words', 'first', 'class', 'listening', 'ear')),
  -- The class it is written for; null where it is the same for all.
  school_class integer check (school_class between 1 and 6),
  -- Number of words or letters.
  items integer not null check (items > 0),
  -- Title, words, paragraphs, questions with model answers.
  body jsonb not null,
  offered boolean not null,
  primary key (id, version)
);
create unique index reading_forms_offered on reading_forms (id) where offered;

-- One step of a child that reads aloud, as a grown-up marked it. Sound is never sent to the server.
create table readings (
  id integer generated always as identity primary key,
  child_id integer not null references children on delete cascade,
  -- Made by the device: the same reading sent twice is kept once.
  client_id uuid not null,
  form_id text not null,
  form_version integer not null,
  mode text not null check (mode in ('recorded', 'live')),
  -- By the device's clock, never later than the server's.
  started_at timestamptz not null,
  seconds numeric(4, 1) not null check (seconds between 1 and 600),
  finished boolean not null,
  -- Indices of items, from 0.
  last_item integer,
  wrong integer[] not null,
  self_corrected integer[] not null,
  attempted integer not null,
  right_items integer not null,
  -- [{ questionId, outcome }]
  answers jsonb not null,
  listener smallint not null check (listener in (1, 2)),
  -- The reading whose recording a second listener marked.
  recorded_by uuid,
  -- Why it is a lápis, as of when it was received.
  reasons text[] not null,
  received_at timestamptz not null default now(),
  unique (child_id, client_id),
  foreign key (form_id, form_version) references reading_forms (id, version),
  foreign key (child_id, recorded_by) references readings (child_id, client_id),
  check (right_items between 0 and attempted),
  check ((listener = 2) = (recorded_by is not null))
);
create unique index readings_second_listener on readings (child_id, recorded_by) where recorded_by is not null;
create index readings_of_child on readings (child_id, started_at);

-- Recordings with known errors that a parent marked.
create table ear_trainings (
  user_id integer not null references users on delete cascade,
  client_id uuid not null,
  recording_id text not null,
  wrong integer[] not null,
  self_corrected integer[] not null,
  agreement double precision not null check (agreement between 0 and 1),
  missed integer[] not null,
  extra integer[] not null,
  -- Whether the ear was trained after this marking.
  passed boolean not null,
  trained_at timestamptz not null default now(),
  primary key (user_id, client_id)
);

-- owner: calculating

-- Sums in the head, typed by the child or said aloud, their training, and the numbers aloud of the 1.ª and 2.ª classe.
create table calculations (
  id integer generated always as identity primary key,
  child_id integer not null references children on delete cascade,
  -- Made by the device: the same run sent twice is kept once.
  client_id uuid not null,
  kind text not null check (kind in ('head', 'numbers', 'training')),
  mode text not null check (mode in ('typed', 'aloud')),
  -- The set of sums or numbers; null for a training. Its items follow from this name and the version, by the rules of the program.
  form_id text check ((form_id is null) = (kind = 'training')),
  form_version integer check ((form_version is null) = (form_id is null)),
  -- By the device's clock, never later than the server's.
  started_at timestamptz not null,
  seconds numeric(4, 1) not null check (seconds between 1 and 600),
  -- Milliseconds for each number that was copied right before the sums.
  copying integer[] not null,
  -- [{ sum, written, ms }] of what the child typed; empty if a person marked.
  answers jsonb not null,
  -- Marks of a person: indices of items, from 0.
  finished boolean not null,
  last_item integer,
  wrong integer[] not null,
  self_corrected integer[] not null,
  attempted integer not null,
  right_items integer not null,
  -- Why it is a lápis, as of when it was received.
  reasons text[] not null,
  received_at timestamptz not null default now(),
  unique (child_id, client_id),
  check (right_items between 0 and attempted),
  check (kind <> 'numbers' or mode = 'aloud'),
  check (kind <> 'training' or mode = 'typed')
);
create index calculations_of_child on calculations (child_id, started_at);

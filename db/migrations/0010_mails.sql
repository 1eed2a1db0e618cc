-- owner: server (the floor that every feature stands on)

-- Mails to send, written with what causes them. What they say goes once they are sent or given up; that they were stays for a while.
create table mails (
  id bigint generated always as identity primary key,
  -- Whose it is: an erased account takes its mails along. Null for someone without an account.
  user_id integer references users on delete cascade,
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  -- What its receiver may switch off by a link in it; null for mails that ignore every switch.
  topic text check (topic ~ '^[a-zA-Z]+$'),
  recipient text not null check (recipient <> ''),
  subject text check (subject <> ''),
  content jsonb,
  created_at timestamptz not null default now(),
  -- After this it would tell nothing of use any more.
  useless_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given-up')),
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  -- What the mail server said last.
  outcome text,
  finished_at timestamptz,
  check ((state = 'waiting') = (finished_at is null)),
  check ((state = 'waiting') = (subject is not null and content is not null)),
  -- A link to switch it off names a person.
  check (topic is null or user_id is not null)
);
create index mails_waiting on mails (next_try_at) where state = 'waiting';
create index mails_of_user on mails (user_id);
create index mails_by_finish on mails (finished_at) where finished_at is not null;

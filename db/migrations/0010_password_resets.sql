-- owner: accounts

-- Who asked to choose another password, by username or e-mail as they typed it; looked up by a job and then deleted,
-- so that the answer to the call takes as long whether or not there is such an account.
create table password_requests (
  id bigint generated always as identity primary key,
  asked text not null,
  asked_at timestamptz not null default now()
);

create table password_resets (
  -- SHA-256 of the token; the token itself is only in the mail.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_of_user on password_resets (user_id);
create index password_resets_by_expiry on password_resets (expires_at);

-- Accounts are looked for by e-mail; several may share one.
create index users_by_email on users (lower(email));

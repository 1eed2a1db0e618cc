-- owner: results

-- A link that shows one result to whoever has it. It is found by the hash of its token; the owner's copy is made again from
-- the seed and the server's secret, so that a stolen database opens none.
create table result_shares (
  id integer generated always as identity primary key,
  attempt_id integer not null references attempts on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  seed bytea not null check (octet_length(seed) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  withdrawn_at timestamptz
);
-- One link of a result at a time, however many calls arrive at once; one that has expired is withdrawn when it is replaced.
create unique index result_shares_one_open on result_shares (attempt_id) where withdrawn_at is null;
create index result_shares_by_expiry on result_shares (expires_at);

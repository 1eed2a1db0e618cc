-- owner: accounts

-- Browsers in which an account has signed in, by a cookie of their own: failed sign-ins from elsewhere do not lock them out.
create table known_browsers (
  user_id integer not null references users on delete cascade,
  token_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
create index known_browsers_token on known_browsers (token_hash);
create index known_browsers_seen on known_browsers (seen_at);

-- Wrong PINs in a row are counted in the session that is handed over; `users.wrong_pins` is for the release before this one.
alter table sessions add column wrong_pins smallint not null default 0;

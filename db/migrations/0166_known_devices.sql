-- owner: accounts

-- With which browsers and systems ("Chrome em Android") somebody has signed in: the owner is told of another one.
create table known_devices (
  user_id integer not null references users on delete cascade,
  device text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, device)
);
create index known_devices_by_use on known_devices (seen_at);

-- owner: accounts

-- From which networks (IPv4 /24, IPv6 /48) somebody has signed in: others who guess passwords there, behind the same
-- operator's address, must not shut them out.
create table known_networks (
  user_id integer not null references users on delete cascade,
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);
create index known_networks_by_use on known_networks (seen_at);
insert into known_networks (user_id, network)
select distinct user_id, network(set_masklen(address::inet, 24))::text from sessions where address ~ '^(\d{1,3}\.){3}\d{1,3}$';

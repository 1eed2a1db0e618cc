-- owner: variants

-- Templates of content/templates that a teacher switched off. A template that is not named here is in use.
create table templates_off (
  key text primary key check (key <> '' and length(key) <= 80),
  -- The teacher; null once the account is gone.
  user_id integer references users on delete set null,
  switched_off_at timestamptz not null default now()
);
create index templates_off_by_user on templates_off (user_id);

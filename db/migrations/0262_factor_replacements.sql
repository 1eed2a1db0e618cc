-- owner: staff

-- Lost second factors that will be removed, so that their owner can add another; anybody concerned can cancel it until then.
create table factor_replacements (
  user_id integer primary key references users on delete cascade,
  -- Null: a command.
  asked_by integer references users on delete set null,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null
);
create index factor_replacements_due on factor_replacements (due_at);
create index factor_replacements_asked_by on factor_replacements (asked_by);

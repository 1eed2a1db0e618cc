-- owner: server (the floor that every feature stands on)

-- What happened and who has to hear of it: written in the transaction that causes it, read by later features.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index outbox_undelivered on outbox (id) where delivered_at is null;

-- Who changed what; appended to by every feature, shown by the back-office, changed by nobody.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id integer,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  address text
);

-- For tables whose rows are a promise: what was written stays as it was written.
create function refuse_change() returns trigger language plpgsql as
$$ begin raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation'; end $$;
create trigger audit_log_is_kept before update or delete or truncate on audit_log for each statement execute function refuse_change();

-- Settings that an administrator may change; what is not here has its default in the code.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- How often something was tried lately. Losing these after a crash harms nobody, so they are not logged.
create unlogged table rate_limits (
  key text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (key, window_start)
);

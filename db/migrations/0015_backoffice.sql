-- owner: accounts

-- What administrators search people by: name, username and e-mail without accents and case.
alter table users add column search_key text not null generated always as (
  lower(translate(full_name || ' ' || username || ' ' || email,
    'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñý', 'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucny'))) stored;

-- An administrator asked for a new password: the old one opens nothing until another has been chosen.
alter table users add column reset_forced_at timestamptz;
create function forget_forced_reset() returns trigger language plpgsql as
$$ begin new.reset_forced_at := null; return new; end $$;
create trigger users_new_password before update of password_hash on users
  for each row when (old.reset_forced_at is not null and new.password_hash <> old.password_hash) execute function forget_forced_reset();

-- There is always an administrator who can act. In turn: two who suspend each other at once must not both succeed.
create function keep_an_administrator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_an_administrator'));
  if not exists (select 1 from users where user_role = 'admin' and suspended_at is null) then
    raise exception 'the last administrator stays' using errcode = 'AD001';
  end if;
  return null;
end $$;
create trigger users_keep_an_administrator after update of user_role, suspended_at on users
  for each row when (old.user_role = 'admin' and old.suspended_at is null and (new.user_role <> 'admin' or new.suspended_at is not null))
  execute function keep_an_administrator();
create trigger users_keep_an_administrator_deleted after delete on users
  for each row when (old.user_role = 'admin' and old.suspended_at is null) execute function keep_an_administrator();

-- The second step of signing in, for those who want it.
create table second_factors (
  user_id integer primary key references users on delete cascade,
  -- What the person's telephone shares with us, sealed with a key derived from SECRET_KEY.
  secret bytea not null,
  -- Null until a first code has shown that the telephone has it.
  enabled_at timestamptz,
  -- The last step of 30 seconds whose code was used: no code opens twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create table recovery_codes (
  user_id integer not null references second_factors on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- The panel looks at the last days, however much there is before them.
create index users_by_creation on users (created_at) include (user_role);
create index children_by_creation on children (created_at);
create index attempts_by_end on attempts (finished_at) include (total_score, discipline, school_class, child_id) where completed;
create index audit_log_by_user on audit_log (user_id, id desc);

-- owner: accounts

-- A second factor counts from this time on. One that was added with the password alone waits a day (decision 0084).
alter table second_factors add column counts_from timestamptz not null default now();
alter table passkeys add column counts_from timestamptz not null default now();

-- Until then the first factor of a teacher or an administrator counts at once: after the account was made, or its lost factor was removed.
alter table users add column first_factor_until timestamptz;
update users set first_factor_until = now() + interval '7 days' where user_role <> 'parent';

-- Recovery codes that this session was shown do not confirm in it.
alter table sessions add column shown_recovery_codes boolean not null default false;

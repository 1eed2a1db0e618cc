-- owner: attempts

-- A prepared test: reserved for a child, to be taken on a phone without network and sent later as a whole. While it is reserved
-- its deadline is the end of the reservation, and it takes no single answers.
alter table attempts drop constraint attempts_state_check;
alter table attempts
  add constraint attempts_state_check check (state in ('open', 'provisional', 'completed', 'abandoned', 'prepared', 'printed')),
  -- When it was reserved, and until when; kept after it was taken.
  add column prepared_at timestamptz,
  add column prepared_until timestamptz,
  -- What was sent (SHA-256), so that sending the same again is recognised.
  add column sitting_hash bytea,
  -- Taken without network, and whether its times hold by both clocks of the phone; out of averages.
  add column offline boolean not null default false,
  add column time_confirmed boolean,
  add check ((prepared_at is null) = (prepared_until is null)),
  add check (state <> 'prepared' or (prepared_at is not null and not offline)),
  add check (offline = (sitting_hash is not null) and offline = (time_confirmed is not null)),
  add check (not offline or (prepared_at is not null and not valid));

-- A child has a test once at a time, be it under way or reserved: an online start takes the reservation.
create unique index attempts_one_begun on attempts (child_id, test_id) where state in ('open', 'prepared');
create index attempts_prepared on attempts (prepared_until) where state = 'prepared';

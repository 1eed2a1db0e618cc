-- owner: attempts

-- A test that its deadline ended before half of it was answered is no mark: it stays out of averages, and gives the month's
-- free test back, once a child, discipline and month. The month stays noted, so that it opens no second door.
alter table attempts
  add column interrupted boolean not null default false,
  add column free_returned date,
  add check (not interrupted or (completed and not valid)),
  add check (free_returned is null or interrupted);
create unique index attempts_one_return on attempts (child_id, discipline, free_returned) where free_returned is not null;

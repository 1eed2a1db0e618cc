-- owner: attempts

-- A printed attempt: reserved by printing its sheet, taken on paper, graded when the parent has confirmed what was read of the
-- photograph. While it is printed its deadline is the day until which the sheet serves, and it takes no single answers.
alter table attempts drop constraint attempts_state_check;
alter table attempts
  add constraint attempts_state_check check (state in ('open', 'provisional', 'completed', 'abandoned', 'prepared', 'printed')),
  -- When the sheet was printed; kept after it was graded. Such an attempt has no times, and stays out of averages.
  add column printed_at timestamptz,
  add check (state <> 'printed' or printed_at is not null),
  add check (printed_at is null or not valid);

-- Printing again gives the same sheet.
create unique index attempts_one_printed on attempts (child_id, test_id) where state = 'printed';
create index attempts_printed on attempts (deadline_at) where state = 'printed';

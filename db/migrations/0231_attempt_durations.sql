-- owner: attempts

-- Minutes of the version that an attempt was given; `time_limit` holds the child's extended time too. Only an attempt
-- without it counts in averages.
alter table attempts add column duration smallint not null default 15 check (duration between 5 and 120);
alter table attempts drop constraint attempts_time_limit_check;
alter table attempts drop constraint attempts_check3;
alter table attempts
  add constraint attempts_time_limit_check check (time_limit between duration * 60 and (duration + 60) * 60),
  add constraint attempts_valid_check check (not valid or (completed and not late and time_limit = duration * 60));

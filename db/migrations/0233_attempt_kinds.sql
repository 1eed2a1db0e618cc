-- owner: attempts

-- The kind of the test that was taken. Rehearsals stay out of averages, aggregations and statistics.
alter table attempts add column kind text not null default 'theme' check (kind in ('theme', 'rehearsal'));
alter table attempts add constraint attempts_rehearsal_check check (kind = 'theme' or (not valid and free_month is null));

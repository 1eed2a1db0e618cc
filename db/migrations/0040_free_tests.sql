-- owner: attempts

-- The free tests that a family's children use this month, kept in step with attempts.free_month. A row outlives its child
-- on purpose: erasing a child and registering another must not give the family a further free test.
create table free_tests (
  user_id integer not null references users on delete cascade,
  month date not null,
  discipline text not null,
  child_id integer not null,
  primary key (user_id, month, discipline, child_id)
);

create function note_free_test() returns trigger language plpgsql as $$
declare
  family integer := (select user_id from children where id = new.child_id);
begin
  if tg_op = 'UPDATE' and old.free_month is not null then
    delete from free_tests where user_id = family and month = old.free_month and discipline = old.discipline and child_id = old.child_id;
  end if;
  if new.free_month is not null then
    delete from free_tests where user_id = family and month < new.free_month;
    insert into free_tests (user_id, month, discipline, child_id) values (family, new.free_month, new.discipline, new.child_id)
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger free_test_begun after insert on attempts for each row when (new.free_month is not null) execute function note_free_test();
create trigger free_test_changed after update of free_month on attempts for each row
  when (old.free_month is distinct from new.free_month) execute function note_free_test();

insert into free_tests (user_id, month, discipline, child_id)
select c.user_id, a.free_month, a.discipline, a.child_id from attempts a join children c on c.id = a.child_id
where a.free_month = (date_trunc('month', now(), 'Africa/Luanda') at time zone 'Africa/Luanda')::date;

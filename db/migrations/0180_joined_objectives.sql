-- owner: curriculum

-- Objectives that were joined to another one: answers to questions that were frozen with the old code count for the new one.
create table joined_objectives (
  old_code text primary key,
  new_code text not null references curriculum_objectives (code) on delete cascade,
  check (old_code <> new_code)
);
create index joined_objectives_by_new on joined_objectives (new_code);

-- owner: children

-- The most children that the family has ever had active at the same time; at least `most`. It bounds `free_uses`.
alter table children_at_once add column ever integer not null default 0 check (ever >= 0);
update children_at_once set ever = most;

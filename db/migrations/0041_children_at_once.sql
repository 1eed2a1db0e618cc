-- owner: children

-- The most children that a family has had active at the same time in a month, written whenever that number changes; of
-- an earlier month it says nothing. It bounds what archiving and registering anew can give.
create table children_at_once (
  user_id integer primary key references users on delete cascade,
  month date not null,
  most integer not null check (most >= 0)
);

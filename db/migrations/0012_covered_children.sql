-- owner: plans

-- What decides which children a plan reaches. A child without a row was neither chosen nor had a test under a plan;
-- who is covered follows from the rows at every call (src/features/plans/covered.store.ts), so that it can never be more
-- children than the plan has places, whatever is changed at the same moment.
create table covered_children (
  child_id integer primary key,
  user_id integer not null,
  -- The parent picked this child.
  chosen boolean not null default false,
  -- Last start of a test under the plan, to the day; such a child holds its place for 30 days.
  used_at timestamptz,
  foreign key (child_id, user_id) references children (id, user_id) on delete cascade
);
create index covered_children_of_user on covered_children (user_id);

-- When a family last took the place of a child that held it.
create table cover_swaps (
  user_id integer primary key references users on delete cascade,
  swapped_at timestamptz not null
);

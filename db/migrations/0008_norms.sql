-- owner: results

-- Averages between families (docs/decisions/0008). A block is ten children or more whose marks entered the averages
-- together: it is added whole and taken away whole, and every average is a sum of whole blocks.
create table norm_blocks (
  id integer generated always as identity primary key,
  discipline text not null,
  school_class text not null,
  -- The narrowest group that it counts in: children of one school, of one province, or of anywhere.
  level text not null check (level in ('school', 'province', 'national')),
  province text,
  school_key text,
  formed_at timestamptz not null default now(),
  children integer not null check (children >= 10),
  -- How many children have each whole mark from 0 to 100.
  histogram integer[] not null check (array_ndims(histogram) = 1 and array_length(histogram, 1) = 101),
  -- How many of them go to each school that is known: whether one school makes up a province.
  schools jsonb not null check (jsonb_typeof(schools) = 'object'),
  check ((level = 'national') = (province is null) and (level = 'school') = (school_key is not null)),
  unique (id, discipline, school_class)
);
create index norm_blocks_of_tree on norm_blocks (discipline, school_class);

-- Who is in a block and with what mark, so that a family's own part can be taken out of what it is shown.
create table norm_members (
  block_id integer not null,
  discipline text not null,
  school_class text not null,
  user_id integer not null references users on delete cascade,
  -- Null once the child was erased: its family then sees nothing of the block, which it cannot be taken out of any more.
  child_id integer references children on delete set null,
  mark smallint check (mark between 0 and 100),
  foreign key (block_id, discipline, school_class) references norm_blocks (id, discipline, school_class) on delete cascade,
  -- A child is in one block of a discipline and class.
  unique (child_id, discipline, school_class)
);
create index norm_members_of_user on norm_members (user_id, discipline, school_class);
create index norm_members_of_block on norm_members (block_id);

-- What is erased of a child goes from here at the same moment.
create function forget_mark() returns trigger language plpgsql as $$
begin
  if new.child_id is null then new.mark := null; end if;
  return new;
end $$;
create trigger norm_members_forget before update of child_id on norm_members for each row execute function forget_mark();

-- The sums of blocks that screens read; made anew from the blocks by every batch that changes them.
create table norms (
  discipline text not null,
  school_class text not null,
  level text not null check (level in ('school', 'province', 'national')),
  province text not null,
  school_key text not null,
  children integer not null check (children >= 10),
  histogram integer[] not null check (array_length(histogram, 1) = 101),
  -- When its newest block was formed.
  as_of timestamptz not null,
  primary key (discipline, school_class, level, province, school_key)
);

-- What a batch reads: the valid attempts of a discipline and class, by child.
create index attempts_in_norms on attempts (discipline, school_class, child_id) include (total_score, attempt_date) where valid;

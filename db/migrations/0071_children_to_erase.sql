-- owner: children

-- A child whose erasing was asked for: archived at once, erased after 30 days, kept by whoever restores it until then.
alter table children add column deletion_asked_at timestamptz, add check (deletion_asked_at is null or not active);
create index children_to_erase on children (deletion_asked_at) where deletion_asked_at is not null;

-- owner: children

-- One child per call that the client repeats, however many tries arrive at once.
alter table children add column client_id uuid;
create unique index children_once_per_client on children (user_id, client_id) where client_id is not null;

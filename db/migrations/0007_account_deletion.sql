-- owner: accounts

-- When its owner asked for the account to be erased; 30 days later it is. Null: nobody asked, or they changed their mind.
alter table users add column deletion_asked_at timestamptz;
create index users_to_erase on users (deletion_asked_at) where deletion_asked_at is not null;

-- Schools are suggested by the beginning of their name.
create index children_by_school_key on children (school_key text_pattern_ops) include (user_id) where school_key is not null;

-- owner: accounts

-- While a session is handed over to children, it reaches only what is theirs: the ids of those children. Null: it is the parent's.
alter table sessions add column only_children int[] check (cardinality(only_children) between 1 and 12);

-- The number with which a parent takes the telephone back (argon2id), and how often in a row it was wrong.
alter table users add column pin_hash text;
alter table users add column wrong_pins smallint not null default 0;

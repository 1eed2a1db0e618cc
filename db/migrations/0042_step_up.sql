-- owner: accounts

-- When a code of the second factor was last given in this session for what asks for one anew; signing in does not count.
alter table sessions add column confirmed_at timestamptz;

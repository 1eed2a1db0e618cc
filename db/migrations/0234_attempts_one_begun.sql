-- owner: attempts

-- `attempts_one_begun` holds the same of open attempts and of prepared ones.
drop index attempts_one_open;

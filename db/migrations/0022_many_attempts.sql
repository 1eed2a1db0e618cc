-- owner: attempts

-- The attempts at a test in the order in which they began: statistics and regrades go through them a page at a time.
create index attempts_of_test_in_order on attempts (test_id, id);
drop index attempts_of_test;

-- Nothing reads or writes it since attempts begin with the version that their test has (decision 0022).
drop table version_successors;

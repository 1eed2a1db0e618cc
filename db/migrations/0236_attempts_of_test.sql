-- owner: attempts

-- The fingerprint of a test's attempts (`bank_figures.mark`) is made from the index alone: with millions of attempts their rows are
-- spread over the whole table, and reading them took longer than a statement may.
create index attempts_of_test on attempts (test_id, id) include (version_id, valid);
drop index attempts_of_test_in_order;

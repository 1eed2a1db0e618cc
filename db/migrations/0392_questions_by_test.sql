-- owner: tests
-- no transaction

-- What a test is about is read from the index alone: the questions themselves are wide. An interrupted build leaves an invalid index.
drop index concurrently if exists questions_by_test;
create index concurrently questions_by_test on questions (test_id, objective);

-- owner: tests

-- Minutes of a test for a child without extended time. Tests and versions of before have the 15 of all tests until now.
alter table tests add column duration smallint not null default 15 check (duration between 5 and 120);
alter table test_versions add column duration smallint not null default 15 check (duration between 5 and 120);

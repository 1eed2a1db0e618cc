-- owner: tests

-- Tests of the question bank are shuffled from now on, as new tests are. Attempts keep the version they were given, and a
-- test that a teacher edited keeps what the teacher chose.
update tests set shuffle = true where content_key is not null and edited_at is null;

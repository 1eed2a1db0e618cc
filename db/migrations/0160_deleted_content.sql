-- owner: tests

-- Tests and questions that a teacher deleted, as their rows were, for the days in which they can be brought back.
create table deleted_tests (
  id integer primary key,
  content jsonb not null,
  deleted_by integer references users on delete set null,
  deleted_at timestamptz not null default now()
);
create index deleted_tests_by_time on deleted_tests (deleted_at);
create index deleted_tests_by_user on deleted_tests (deleted_by) where deleted_by is not null;

create table deleted_questions (
  id integer primary key,
  test_id integer not null,
  -- Deleted together with its test: it comes back with it.
  with_test boolean not null,
  content jsonb not null,
  -- Keeps the picture for as long as the question can come back.
  image_id text references question_images,
  deleted_by integer references users on delete set null,
  deleted_at timestamptz not null default now()
);
create index deleted_questions_by_test on deleted_questions (test_id);
create index deleted_questions_by_time on deleted_questions (deleted_at);
create index deleted_questions_by_image on deleted_questions (image_id) where image_id is not null;
create index deleted_questions_by_user on deleted_questions (deleted_by) where deleted_by is not null;

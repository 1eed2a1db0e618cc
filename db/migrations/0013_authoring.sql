-- owner: tests

-- Pictures that teachers put into questions: made anew from what was sent, named by what they hold, never changed.
create table question_images (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  bytes bytea not null check (length(bytes) between 1 and 61440),
  width smallint not null check (width > 0),
  height smallint not null check (height > 0),
  -- When it was last sent; one that no question uses is dropped a day later.
  uploaded_at timestamptz not null default now()
);
create trigger question_images_are_kept before update of id, bytes, width, height on question_images for each statement execute function refuse_change();

alter table tests
  -- Whether each attempt gets the alternatives in an order of its own.
  add column shuffle boolean not null default false,
  -- Goes up with every change, so that two people do not undo each other's work unseen.
  add column revision integer not null default 1,
  add column author_id integer references users on delete set null,
  add column updated_at timestamptz not null default now();
create index tests_by_author on tests (author_id) where author_id is not null;

alter table questions
  add column revision integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column image_id text references question_images,
  add column image_alt text check (image_alt <> ''),
  add constraint questions_image_alt check ((image_id is null) = (image_alt is null)),
  -- Deferrable, so that one statement can put questions into another order.
  drop constraint questions_test_id_position_key,
  add constraint questions_place unique (test_id, position) deferrable initially immediate;
create index questions_by_image on questions (image_id) where image_id is not null;

-- The words of a text without accents and case. No parser of a language and no extension: whatever a teacher typed is
-- found by the beginning of each of its words.
create function search_words(given text) returns tsvector language sql immutable parallel safe as
$$ select array_to_tsvector(array(
     select distinct left(word, 60)
     from regexp_split_to_table(regexp_replace(lower(normalize(given, NFKD)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+') as word
     where word <> '')) $$;

alter table tests add column words tsvector not null
  generated always as (search_words(discipline || ' ' || theme || ' ' || school_class || ' ' || coalesce(description, ''))) stored;
alter table questions add column words tsvector not null
  generated always as (search_words(statement || ' ' || coalesce(passage, '') || ' ' || alternatives::text || ' ' || coalesce(objective, ''))) stored;
create index questions_by_word on questions using gin (words);
-- Which test and category each question has, without the question: what counts and pages of the whole bank read.
create index questions_in_bank on questions (id desc) include (test_id, skill_category);

-- A version with the alternatives in another order names the letters that they have in the bank.
alter table version_questions add column bank_letters text[], add column image_id text references question_images;
create index version_questions_by_image on version_questions (image_id) where image_id is not null;

-- Tests of the content files that a teacher deleted: the files do not bring them back.
create table removed_content (
  content_key text primary key,
  removed_at timestamptz not null default now()
);

-- What a teacher's new tests begin with.
create table teacher_defaults (
  user_id integer primary key references users on delete cascade,
  discipline text,
  school_class text,
  difficulty_level text not null default 'Intermediário',
  evaluation_type text not null default 'Diagnóstico',
  shuffle boolean not null default false
);

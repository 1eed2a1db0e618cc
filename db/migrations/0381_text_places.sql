-- owner: opinions

-- When a teacher went on to another text without marking this one: others can take the place at once.
alter table text_marks add column released_at timestamptz;

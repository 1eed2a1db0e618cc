-- owner: writing

-- What a dictation told when it arrived, so that showing it does not compare the words again. Null in older rows: computed when read.
alter table dictations add column summary jsonb;

-- owner: tests

-- What a child sees of a question: its statement, its passage, its alternatives in any order, its figure. Answers to the same
-- content are counted together, in whichever version of a test they were given.
create function question_content(question jsonb) returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(jsonb_build_array(question ->> 'statement', question ->> 'passage', question ->> 'figureSvg', question -> 'image' ->> 'id',
    (select jsonb_agg(words order by words) from (
      select regexp_replace(alternative, '^[A-F]\)\s*', '') collate "C" as words from jsonb_array_elements_text(question -> 'alternatives') as a(alternative)) given))::text, 'UTF8')), 'hex')
$$;
alter table version_questions add column content text;
alter table version_questions disable trigger version_questions_are_kept;
update version_questions v set content = question_content(question), objective = coalesce(v.objective, question ->> 'objective'),
  difficulty = coalesce(v.difficulty, (question ->> 'difficulty')::smallint)
from test_versions t, jsonb_array_elements(t.questions) as question
where v.version_id = t.id and v.question_id = (question ->> 'id')::int;
alter table version_questions enable trigger version_questions_are_kept;
alter table version_questions alter column content set not null;
create index version_questions_by_content on version_questions (content);

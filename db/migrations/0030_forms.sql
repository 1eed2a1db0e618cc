-- owner: tests

-- Parallel tests of one class, discipline and theme have a letter each. The tests of before get theirs in the order of
-- their ids. Letters after Z have two: AA, AB…
alter table tests add column form text not null default 'A' check (form ~ '^[A-Z]{1,2}$');
with lettered as (
  select id, (row_number() over (partition by school_class, discipline, theme_key, active order by id))::int as place from tests
)
update tests t set form = case when place <= 26 then chr(64 + place) else chr(64 + (place - 1) / 26) || chr(65 + (place - 1) % 26) end
from lettered where lettered.id = t.id and place > 1;
-- Deferrable, so that one transaction can exchange letters.
alter table tests add constraint tests_form exclude using btree (school_class with =, discipline with =, theme_key with =, form with =)
  where (active) deferrable initially immediate;

-- The author's difficulty, in fifths of the class: 1 nearly all get it right, 5 few do.
alter table questions add column difficulty smallint check (difficulty between 1 and 5);

-- Drawings carry literal colours now, those that files of the bank have.
update questions set figure_svg = replace(replace(replace(figure_svg, 'var(--brand-soft)', '#E7EAF6'), 'var(--brand)', '#28398A'), 'var(--brass)', '#F3B73B')
where figure_svg like '%var(--%';

-- What statistics and the children's knowledge are counted by.
alter table version_questions add column objective text, add column difficulty smallint;
alter table version_questions disable trigger version_questions_are_kept;
update version_questions v set objective = question ->> 'objective'
from test_versions t, jsonb_array_elements(t.questions) as question
where v.version_id = t.id and v.question_id = (question ->> 'id')::int and question ->> 'objective' is not null;
alter table version_questions enable trigger version_questions_are_kept;

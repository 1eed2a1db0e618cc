-- owner: tests

-- The theme is written as in Angola. Its tests keep their ids, and with them attempts and averages; one whose place (class,
-- discipline, form) is taken by a test that was written so already keeps its old name.
update tests t set theme = 'Fracções', theme_key = 'fraccoes' where t.theme_key = 'fracoes' and not exists (
  select from tests o where o.theme_key = 'fraccoes' and (o.school_class, o.discipline, o.form) = (t.school_class, t.discipline, t.form));

-- owner: statistics

-- Questions of a test by their number of valid attempts: 1 to 9, 10 to 29, 30 or more. A question keeps its attempts when another question
-- of its test changes, and has those of other tests that ask it, so the attempts of the test do not tell.
alter table bank_figures
  add column questions_few integer not null default 0 check (questions_few >= 0),
  add column questions_some integer not null default 0 check (questions_some >= 0),
  add column questions_enough integer not null default 0 check (questions_enough >= 0);

-- `asked` and `correct` are now about the questions asked ten times or more, `answered` is about all.
alter table bank_figures drop constraint bank_figures_check, drop constraint bank_figures_check1;
alter table bank_figures
  add constraint bank_figures_answered_check check (answered >= 0),
  add constraint bank_figures_correct_check check (correct between 0 and asked);

-- The figures of before, in these terms. Without its mark, each row is computed again by the job.
update bank_figures f set
  questions_few = case when f.attempts between 1 and 9 then t.question_count else 0 end,
  questions_some = case when f.attempts between 10 and 29 then t.question_count else 0 end,
  questions_enough = case when f.attempts >= 30 then t.question_count else 0 end,
  asked = case when f.attempts >= 10 then f.asked else 0 end,
  correct = case when f.attempts >= 10 then f.correct else 0 end,
  mark = ''
from tests t where t.id = f.test_id;

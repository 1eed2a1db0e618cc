-- owner: knowledge

-- Answers to questions about a text that the child has read aloud are evidence too.
alter table outside_answers drop constraint outside_answers_source_check,
  add constraint outside_answers_source_check check (source in ('diagnostic', 'practice', 'reading'));

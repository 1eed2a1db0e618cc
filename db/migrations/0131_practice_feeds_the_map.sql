-- owner: knowledge

-- Right answers in practice on a later day than the mistake are evidence too.
alter table outside_answers drop constraint outside_answers_source_check,
  add constraint outside_answers_source_check check (source in ('diagnostic', 'practice'));

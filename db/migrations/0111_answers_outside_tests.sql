-- owner: knowledge

-- Answers that say what a child knows and were not given in a test: copied here by the feature that took them.
create table outside_answers (
  child_id integer not null references children on delete cascade,
  source text not null check (source in ('diagnostic')),
  -- What the child saw (version_questions.content).
  content text not null,
  objective text not null,
  answered_at timestamptz not null,
  is_right boolean not null,
  primary key (child_id, source, content, answered_at)
);

-- owner: knowledge

-- What a child's answers say of a theme of the curriculum: derived from attempts, made anew by `npm run aggregates:rebuild`.
create table knowledge_evidence (
  child_id integer not null references children on delete cascade,
  -- The theme's code: MAT4.6.
  theme text not null,
  -- [{ "at": …, "right": true, "objective": "MAT4.6.1" }], oldest first.
  evidence jsonb not null,
  primary key (child_id, theme)
);
-- From which attempts a child's evidence was made.
create table knowledge_marks (
  child_id integer primary key references children on delete cascade,
  mark text not null
);

-- owner: writing

-- What a child writes from dictation or about, and the anchor texts of the rulers, as of the files in content/writing. A version whose words
-- were dictated never changes; only one version of a form is offered.
create table writing_forms (
  id text not null,
  version integer not null check (version > 0),
  kind text not null check (kind in ('dictation', 'prompt', 'ruler')),
  school_class integer not null check (school_class between 1 and 6),
  -- Title, words, rules, task, anchors.
  body jsonb not null,
  offered boolean not null,
  primary key (id, version)
);
create unique index writing_forms_offered on writing_forms (id) where offered;

-- One dictation of a child, as a grown-up marked it on paper or as the child typed it.
create table dictations (
  id integer generated always as identity primary key,
  child_id integer not null references children on delete cascade,
  -- Made by the device: the same dictation sent twice is kept once.
  client_id uuid not null,
  form_id text not null,
  form_version integer not null,
  -- By the device's clock, never later than the server's.
  started_at timestamptz not null,
  -- What the child typed; null if it wrote on paper.
  typed text,
  -- [{ index, kind }] as a grown-up marked the paper; null if the child typed.
  marks jsonb,
  words integer not null check (words > 0),
  right_words integer not null,
  received_at timestamptz not null default now(),
  unique (child_id, client_id),
  foreign key (form_id, form_version) references writing_forms (id, version),
  check (right_words between 0 and words),
  check ((typed is null) <> (marks is null))
);
create index dictations_of_child on dictations (child_id, started_at);

-- Where a grown-up placed a child's text on the ruler of its class and kind. The text itself stays on paper.
create table texts (
  id integer generated always as identity primary key,
  child_id integer not null references children on delete cascade,
  client_id uuid not null,
  prompt_id text not null,
  prompt_version integer not null,
  ruler_id text not null,
  ruler_version integer not null,
  started_at timestamptz not null,
  -- [{ anchor, outcome }] in the order of the comparisons.
  comparisons jsonb not null,
  -- [{ id, isSeen }]
  signs jsonb not null,
  level smallint not null check (level between 0 and 5),
  received_at timestamptz not null default now(),
  unique (child_id, client_id),
  foreign key (prompt_id, prompt_version) references writing_forms (id, version),
  foreign key (ruler_id, ruler_version) references writing_forms (id, version)
);
create index texts_of_child on texts (child_id, started_at);

-- How words of a rule are spelled in a dictation is evidence too. The sources are named once, in knowledge.store.ts.
alter table outside_answers drop constraint outside_answers_source_check,
  add constraint outside_answers_source_check check (source ~ '^[a-z-]+$');

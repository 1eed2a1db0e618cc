-- owner: curriculum

-- The programme of one discipline in one class. Whoever changes anything in it locks this row first, so that codes and
-- places are given out one at a time.
create table curriculum_plans (
  id integer generated always as identity primary key,
  discipline text not null check (discipline in ('Matemática', 'Português', 'Ciências', 'História', 'Geografia', 'Inglês', 'Educação Física', 'Artes')),
  school_class text not null check (school_class in ('1º Ano', '2º Ano', '3º Ano', '4º Ano', '5º Ano', '6º Ano', '7º Ano', '8º Ano', '9º Ano')),
  unique (school_class, discipline)
);

create table curriculum_themes (
  id integer generated always as identity primary key,
  plan_id integer not null references curriculum_plans,
  -- Given once and never changed: MAT4.6.
  code text not null unique check (code <> '' and length(code) <= 40),
  position smallint not null check (position > 0),
  theme text not null check (theme <> ''),
  content text not null default '',
  -- Goes up with every change, so that two people do not undo each other's work unseen.
  revision integer not null default 1,
  -- Set when somebody changes it in the application: the content files then leave it alone.
  edited_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Deferrable, so that one statement can put themes into another order.
  constraint curriculum_themes_place unique (plan_id, position) deferrable initially immediate
);

create table curriculum_objectives (
  id integer generated always as identity primary key,
  theme_id integer not null references curriculum_themes,
  -- Given once and never changed, also when it moves to another theme: questions carry it.
  code text not null unique check (code <> '' and length(code) <= 40),
  position smallint not null check (position > 0),
  text text not null check (text <> ''),
  revision integer not null default 1,
  edited_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint curriculum_objectives_place unique (theme_id, position) deferrable initially immediate
);

-- Codes of what was deleted: the content files do not bring it back, and no code ever means something else.
create table removed_curriculum (
  code text primary key,
  removed_at timestamptz not null default now()
);

-- A question measures an objective that there is, and an objective that a question measures cannot go. Not checked for the
-- questions of before: the curriculum comes in after this, at the start, and what it does not know is then taken off.
alter table questions add constraint questions_objective foreign key (objective) references curriculum_objectives (code) not valid;
create index questions_by_objective on questions (objective) where objective is not null;

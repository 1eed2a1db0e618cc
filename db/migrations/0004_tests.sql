-- owner: tests

create table tests (
  id integer generated always as identity primary key,
  discipline text not null check (discipline in ('Matemática', 'Português', 'Ciências', 'História', 'Geografia', 'Inglês', 'Educação Física', 'Artes')),
  theme text not null check (theme <> ''),
  -- The theme without accents and case, for searches.
  theme_key text not null,
  school_class text not null check (school_class in ('1º Ano', '2º Ano', '3º Ano', '4º Ano', '5º Ano', '6º Ano', '7º Ano', '8º Ano', '9º Ano')),
  description text,
  difficulty_level text not null check (difficulty_level in ('Básico', 'Intermediário', 'Avançado')),
  evaluation_type text not null default 'Diagnóstico' check (evaluation_type in ('Diagnóstico', 'Formativo', 'Somativo')),
  active boolean not null default true,
  curriculum_theme text,
  -- Where it came from when the content files brought it, and what they said then.
  content_key text unique,
  content_hash text,
  -- Set when a teacher changes it in the application: the content files then leave it alone.
  edited_at timestamptz,
  question_count integer not null default 0 check (question_count >= 0),
  -- The frozen questions that the next attempt gets; null while there are none.
  version_id integer,
  created_at timestamptz not null default now()
);
create index tests_in_catalogue on tests (school_class, discipline, id) where active and version_id is not null;

create table questions (
  id integer generated always as identity primary key,
  test_id integer not null references tests on delete cascade,
  position smallint not null check (position > 0),
  statement text not null check (statement <> ''),
  passage text,
  -- List of options, each starting with its letter: ["A) …", "B) …"].
  alternatives jsonb not null check (jsonb_typeof(alternatives) = 'array' and jsonb_array_length(alternatives) between 2 and 6),
  correct_answer text not null check (correct_answer in ('A', 'B', 'C', 'D', 'E', 'F') and ascii(correct_answer) - 64 <= jsonb_array_length(alternatives)),
  explanation text,
  weight smallint not null default 1 check (weight between 1 and 10),
  skill_category text check (skill_category in ('Conhecimento', 'Compreensão', 'Aplicação', 'Análise', 'Síntese', 'Avaliação')),
  objective text,
  figure_svg text,
  figure_alt text,
  content_key text,
  -- Escaped text with MathML, made when the question was saved; only the parts that hold mathematics.
  rendered jsonb not null default '{}',
  check ((figure_svg is null) = (figure_alt is null)),
  unique (test_id, position),
  unique (test_id, content_key)
);

-- A test's questions frozen at one moment. Rows are never changed: attempts point to the version they were given.
create table test_versions (
  id integer generated always as identity primary key,
  test_id integer not null references tests on delete cascade,
  hash text not null,
  -- The questions in order, with their key: what scoring and review read.
  questions jsonb not null,
  -- Bytes (brotli) of the questions as a phone gets them.
  presented_bytes integer not null,
  created_at timestamptz not null default now(),
  unique (test_id, hash)
);
alter table tests add foreign key (version_id) references test_versions;

-- The same, one row a question, for the statement that saves an answer and for statistics.
create table version_questions (
  version_id integer not null references test_versions on delete cascade,
  question_id integer not null,
  position smallint not null,
  letters text[] not null,
  options text[] not null,
  correct_answer text not null,
  weight smallint not null,
  primary key (version_id, question_id)
);
create trigger test_versions_are_kept before update on test_versions for each statement execute function refuse_change();
create trigger version_questions_are_kept before update on version_questions for each statement execute function refuse_change();

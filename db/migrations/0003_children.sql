-- owner: children

create table children (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  full_name text not null check (full_name <> ''),
  birth_date date check (birth_date > '1900-01-01' and isfinite(birth_date)),
  gender text check (gender in ('masculino', 'feminino', 'outro')),
  school_class text not null check (school_class in ('1º Ano', '2º Ano', '3º Ano', '4º Ano', '5º Ano', '6º Ano', '7º Ano', '8º Ano', '9º Ano', '10º Ano', '11º Ano', '12º Ano')),
  school text,
  -- The school's name without accents, case and extra spaces: how schools are compared.
  school_key text,
  location text,
  -- The province recognised in the location, if it was.
  province text,
  created_at timestamptz not null default now(),
  active boolean not null default true,
  -- Minutes in place of 15, for children who need more time.
  extended_time smallint check (extended_time in (30, 60)),
  cover smallint not null check (cover between 1 and 6),
  consent_version text not null,
  consent_at timestamptz not null default now(),
  unique (id, user_id)
);
create index children_of_user on children (user_id, id);
create index children_of_school on children (province, school_key, school_class) where school_key is not null;

-- owner: accounts

create table users (
  id integer generated always as identity primary key,
  username text not null check (char_length(username) between 3 and 60),
  -- The username as sign-in compares it: compatibility-normalised and lower case.
  username_key text not null unique,
  password_hash text not null,
  email text not null check (email <> ''),
  full_name text not null check (full_name <> ''),
  phone text,
  gender text,
  location text,
  subscription_type text not null default 'free' check (subscription_type in ('free', 'individual', 'family', 'family-plus')),
  subscription_start timestamptz,
  subscription_end timestamptz,
  created_at timestamptz not null default now(),
  last_login timestamptz,
  is_admin boolean not null default false,
  is_teacher boolean not null default false,
  user_role text not null default 'parent' check (user_role in ('parent', 'teacher', 'admin')),
  suspended_at timestamptz,
  -- Which text of terms and privacy policy was accepted, and when.
  terms_version text not null,
  terms_accepted_at timestamptz not null default now(),
  -- The two flags of the specification and the role say the same.
  check (is_admin = (user_role = 'admin') and is_teacher = (user_role = 'teacher'))
);

create table sessions (
  -- SHA-256 of the token; the token itself is only in the browser's cookie.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  device text not null,
  address text not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

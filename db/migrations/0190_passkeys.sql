-- owner: accounts

-- Keys of devices with which a person signs in, or takes a telephone back, without a password (WebAuthn).
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- As the browser names it (base64url); no two accounts share one.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  -- COSE.
  public_key bytea not null,
  -- As the device counts its uses; always 0 on devices that do not.
  sign_count bigint not null default 0 check (sign_count >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What a device was asked to sign: each row is deleted by the first answer to it.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign-in', 'confirm', 'leave')),
  -- The session that asked; nobody's for a sign-in.
  session_hash bytea,
  user_id integer references users on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign-in') = (session_hash is null)),
  check ((purpose = 'sign-in') = (user_id is null))
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id);

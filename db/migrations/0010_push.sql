-- owner: notifications

-- A browser that asked to be told. It hangs on the session in which it asked: signing out, or ending that session from
-- elsewhere, takes it along, so that the next person on a shared phone is told nothing.
create table push_devices (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  session_hash bytea not null unique references sessions (token_hash) on update cascade on delete cascade,
  -- Whoever knows it may send to the browser, so it is nobody's to see but the sender's.
  endpoint text not null unique check (endpoint ~ '^https?://'),
  -- The browser's key and shared secret, base64url (RFC 8291).
  p256dh text not null check (char_length(p256dh) = 87),
  auth text not null check (char_length(auth) = 22),
  created_at timestamptz not null default now()
);
create index push_devices_of_user on push_devices (user_id);

-- What waits to be sent to a browser; gone once it was sent, given up, or the notification itself is gone.
create table push_messages (
  id bigint generated always as identity primary key,
  device_id integer not null references push_devices on delete cascade,
  notification_id integer not null references notifications on delete cascade,
  topic text not null,
  body text not null check (body <> ''),
  urgent boolean not null default false,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  unique (device_id, notification_id)
);
create index push_messages_due on push_messages (next_try_at);
create index push_messages_of_notification on push_messages (notification_id);

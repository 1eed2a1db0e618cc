-- owner: notifications

create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The child it is about, always one of this user's.
  child_id integer,
  title text not null check (title <> ''),
  message text not null check (message <> ''),
  type text not null check (type ~ '^[a-z]+(_[a-z]+)*$'),
  category text not null check (category in ('performance', 'test_reminder', 'subscription', 'system')),
  is_read boolean not null default false,
  -- A path inside the app and nothing else: one slash first, no backslash, nothing invisible.
  action_link text check (action_link ~ '^/' and action_link !~ '^//' and action_link !~ '[\\[:cntrl:]]'),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  expires_at timestamptz,
  priority text not null default 'normal' check (priority in ('high', 'normal', 'low')),
  metadata jsonb,
  check (is_read = (read_at is not null)),
  foreign key (child_id, user_id) references children (id, user_id) on delete cascade
);
create index notifications_of_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id, id desc) where not is_read;
create index notifications_of_child on notifications (child_id) where child_id is not null;
create index notifications_by_expiry on notifications (expires_at) where expires_at is not null;

-- What a user has been told of. It outlives the notification, so that one that was deleted does not come back.
create table notification_sources (
  user_id integer not null references users on delete cascade,
  source text not null,
  told_at timestamptz not null default now(),
  primary key (user_id, source)
);
create index notification_sources_by_age on notification_sources (told_at);

create table notification_settings (
  id integer generated always as identity primary key,
  user_id integer not null unique references users on delete cascade,
  performance_alerts boolean not null default true,
  test_reminders boolean not null default true,
  weekly_reports boolean not null default true,
  achievement_notifications boolean not null default true,
  email_notifications boolean not null default true,
  push_notifications boolean not null default true,
  updated_at timestamptz not null default now()
);

-- Reminders look for tests that were left lately.
create index attempts_abandoned on attempts (finished_at) where state = 'abandoned';

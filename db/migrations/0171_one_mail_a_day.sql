-- owner: notifications

-- Days of Luanda on which a child had its mail: at most one a day.
create table mail_days (
  child_id integer not null references children on delete cascade,
  day date not null,
  primary key (child_id, day)
);

-- Notifications that wait for the next mail about their child; gone once they are in a mail, or the notification itself is gone.
create table waiting_mails (
  notification_id integer primary key references notifications on delete cascade,
  -- What the mail says in more than one paragraph; null where it says the notification's message.
  paragraphs jsonb
);

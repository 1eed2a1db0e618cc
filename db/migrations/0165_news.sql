-- owner: notifications

-- What an administrator tells everybody, or the parents, or the teachers. Told in turns: `reached` is the id of the last
-- user who was looked at, `done_at` when there was nobody left.
create table news (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  message text not null check (message <> ''),
  audience text not null check (audience in ('all', 'parents', 'teachers')),
  written_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  reached integer not null default 0,
  done_at timestamptz
);
create index news_to_tell on news (id) where done_at is null;
create index news_by_author on news (written_by) where written_by is not null;

-- Taken back, a piece of news disappears from every list.
create index notifications_of_news on notifications ((metadata ->> 'newsId')) where type = 'news';

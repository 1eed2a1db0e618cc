import { expect, test } from 'vitest';
import { forbiddenIn } from './forbidden-statements.ts';

test.each([
  ['create index notes_by_day on notes (day);', 'create index concurrently'],
  ['create unique index a on public.notes (day) where x;', 'create index concurrently'],
  ['alter table notes add constraint fits check (length(text) < 9);', 'not valid'],
  ['alter table notes add foreign key (user_id) references users;', 'not valid'],
  ['alter table notes add column user_id int references users;', 'not valid'],
  ['alter table notes add constraint one unique (day);', 'using index'],
  ['alter table notes alter column day type date using day::date;', 'copy in batches'],
  ['alter table notes alter column day set not null;', 'check'],
  ['alter table notes add column key uuid not null default gen_random_uuid();', 'another value'],
  ["alter table notes add column plain text generated always as (lower(text || '')) stored;", 'in batches'],
  ["update notes set day = '2026-01-01';", 'in batches'],
  ['delete from notes;', 'in batches'],
  ['truncate notes;', 'loses rows'],
  ['vacuum full notes;', 'rewrites'],
  ['lock table notes in exclusive mode;', 'wait'],
  ['create index concurrently a on notes (day);', '-- no transaction'],
  ['-- no transaction\nalter table notes add column x int;', 'only indexes'],
  ['-- in batches\nupdate notes set day = now() where day is null;', 'limit'],
  ['-- in batches\nalter table notes add column x int;', 'limit'],
  ['-- in batches\ndelete from a where id in (select id from a limit 9); delete from b;', 'one update'],
])('%s', (text, said) => expect(forbiddenIn(`-- owner: notes\n${text}`).join()).toContain(said));

test.each([
  'alter table notes add column day date;',
  "alter table notes add column kind text not null default 'note';",
  'alter table notes add constraint fits check (length(text) < 9) not valid;',
  'alter table notes validate constraint fits;',
  'create table pages (id int primary key, note int references notes); create index pages_of on pages (note); update pages set id = 1;',
  '-- no transaction\ndrop index concurrently if exists a;\ncreate index concurrently a on notes (day);',
  "insert into settings (key, value) values ('update notes set x', '1');",
  'create function f() returns void language sql as $$ update notes set day = null $$;',
  '-- in batches\nupdate notes set day = now() where id in (select id from notes where day is null limit 1000);',
  '-- safe: notes has at most twelve rows\nupdate notes set day = null;',
])('%s is allowed', (text) => expect(forbiddenIn(`-- owner: notes\n${text}`)).toEqual([]));

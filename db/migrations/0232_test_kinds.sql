-- owner: tests

-- What a test is for: a theme of the curriculum, or the rehearsal of the national exam of a discipline.
alter table tests add column kind text not null default 'theme' check (kind in ('theme', 'rehearsal'));

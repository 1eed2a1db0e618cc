-- owner: statistics

-- How often the answers to a test show each error with a name: [{"id", "shown", "answers"}]. Every test is counted anew once.
alter table bank_figures add column errors jsonb not null default '[]';
update bank_figures set mark = '';

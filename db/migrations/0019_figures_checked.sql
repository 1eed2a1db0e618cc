-- owner: results

-- When a test's attempts were last compared with its figures: the job takes those first that it has not seen for longest.
alter table bank_figures add column checked_at timestamptz not null default now();

-- owner: attempts

-- When the parent opened the result. Until then child mode must not show which questions were missed. Results from before this migration
-- count as opened.
alter table attempts add column opened_at timestamptz default now();
alter table attempts alter column opened_at drop default;

-- owner: plans

-- Which of a family's children have used what "Essencial" gives each child once, by kind and period. A row outlives its child on purpose:
-- archiving or erasing a child and registering another must not give the family a further use (decision 0129).
create table free_uses (
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('rehearsal', 'diagnostic', 'reading-first', 'reading-class', 'dictation', 'text', 'sums')),
  -- A trimester, as '2026-1'; '' for what is given once.
  period text not null,
  child_id integer not null,
  noted_at timestamptz not null default now(),
  primary key (user_id, kind, period, child_id)
);

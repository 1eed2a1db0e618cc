-- owner: attempts

-- When the child was asked to read calmly after three quick answers in a row, in milliseconds since the start; null: it was not.
alter table attempts add column paused_at_ms int check (paused_at_ms between 0 and 7200000);

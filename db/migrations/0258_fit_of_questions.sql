-- owner: diagnostic

-- How a question fits the model, by its slope (1 is expected, 0 means unrelated to what children know). `misfit` is decided by
-- diagnostic/fit.rules.ts; null: it fits, or there are too few answers. `infit` and `outfit` are no longer read.
alter table item_difficulties
  add column slope double precision,
  add column slope_error double precision check (slope_error > 0),
  add column misfit text check (misfit in ('reversed', 'unrelated', 'guessed'));

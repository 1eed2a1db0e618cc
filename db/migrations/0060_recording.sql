-- owner: attempts

-- How a child worked, as the device measured it; never trusted for marks. Times count from the start of the attempt.
alter table answers
  add column first_shown_ms integer check (first_shown_ms between 0 and 7200000),
  add column first_tap_ms integer check (first_tap_ms between 0 and 7200000),
  add column last_tap_ms integer check (last_tap_ms between 0 and 7200000),
  -- Time on a visible screen, over all visits: a hidden page does not count.
  add column visible_ms integer check (visible_ms between 0 and 7200000),
  add column changes smallint check (changes between 0 and 1000);
-- Questions in the order in which they were first shown, and how often and how long the page was hidden.
alter table attempts
  add column shown integer[],
  add column away_times smallint check (away_times between 0 and 1000),
  add column away_ms integer check (away_ms between 0 and 7200000),
  -- Whether the child tried, decided when the attempt is graded; null for attempts without times. See attempts/effort.rules.ts.
  add column effort text check (effort in ('full', 'some', 'low')),
  add column quick_answers smallint,
  -- The highest threshold among the quick answers.
  add column quick_ms integer;

-- The median time of the valid answers to a question, by what a child sees of it (version_questions.content); made by a job.
create table question_times (
  content text primary key,
  median_ms integer not null,
  answers integer not null
);

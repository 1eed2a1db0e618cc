-- owner: practice

-- Answers to cards in practice, as devices sent them. The book of mistakes and the days on which its cards come back follow from
-- the attempts and from these rows; nothing else is kept.
create table practice_reviews (
  child_id integer not null references children on delete cascade,
  -- Made by the device: the same review sent twice is kept once.
  client_id uuid not null,
  kind text not null check (kind in ('mistake', 'related', 'variant')),
  -- A question by its content (version_questions.content), or a variant as template:seed.
  card text not null,
  selected_answer text not null check (selected_answer in ('A', 'B', 'C', 'D', 'E', 'F')),
  is_right boolean not null,
  -- By the device's clock, never later than the server's.
  reviewed_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (child_id, client_id)
);
create index practice_reviews_of_child on practice_reviews (child_id, reviewed_at);

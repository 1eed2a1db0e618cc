-- owner: attempts
-- The questions of an attempt that were answered too quickly to have been read, as decided when it was graded. Null for attempts graded before.
alter table attempts add column quick_questions integer[];

-- owner: attempts

-- Interrupted attempts are no tests done: the figures of the panel leave them out, and read the rest from the index alone.
create index attempts_done_by_end on attempts (finished_at) include (total_score, discipline, school_class, child_id)
  where completed and not interrupted;
drop index attempts_by_end;

-- owner: floor

-- For the figures of /metrics, which are read every few seconds: a look at an index, never a walk over a table.
create index emis_payments_recent on emis_payments (created_at, status);
create index mails_given_up on mails (finished_at) where state = 'given-up';

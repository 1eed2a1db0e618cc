-- owner: server (the floor that every feature stands on)

-- Mails about somebody's account go before all others, however many of those wait.
alter table mails add column urgent boolean not null default false;
update mails set urgent = true
where kind in ('password_reset', 'password_changed', 'email_changed', 'second_factor_added', 'second_factor_removed', 'deletion_asked');
drop index mails_waiting;
create index mails_waiting on mails (urgent desc, next_try_at) where state = 'waiting';
-- How many one mailbox was sent lately; what stands behind a plus sign is the same mailbox.
create index mails_of_mailbox on mails (lower(regexp_replace(recipient, '\+[^@]*@', '@')), finished_at) where state = 'sent';

-- owner: server (the floor that every feature stands on)

-- The event that a mail tells about, as in `notification_sources`: withdrawn news also withdraws the mails that still wait.
alter table mails add column source text check (source <> '');
create index mails_waiting_of_source on mails (source) where state = 'waiting' and source is not null;

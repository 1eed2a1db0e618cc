-- owner: server (the floor that every feature stands on)

-- The mailbox of a person behind an address, by which accounts, limits and mails are counted: in lower case, without what follows a plus
-- sign, and for Gmail, which ignores them, without dots. This is the only definition; the program reads the columns made from it.
create function mailbox_of(address text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end
  from (
    select regexp_replace(lower(normalize(trim(substring(address from '^(.*)@')), NFKC)), '(.)\+.*$', '\1') as name,
      lower(normalize(trim(substring(address from '[^@]*$')), NFKC)) as domain
  ) parts
$$;

-- Null only for an address without an @, which no contract accepts.
alter table users add column mailbox text generated always as (mailbox_of(email)) stored;
create index users_by_mailbox on users (mailbox);
drop index users_by_letter_box;

-- What a mail is for decides its place in the queue and its budget. `urgent` stays for the previous release.
alter table mails add column purpose text not null default 'ordinary'
  check (purpose in ('recovery', 'warning', 'verification', 'ordinary'));
alter table mails add column mailbox text generated always as (mailbox_of(recipient)) stored;
update mails set purpose = case when kind in ('password_reset', 'staff_invitation') then 'recovery' else 'warning' end
where state = 'waiting' and urgent;
create index mails_waiting_by_purpose on mails
  (array_position(array['recovery', 'warning', 'verification', 'ordinary'], purpose), next_try_at) where state = 'waiting';
create index mails_waiting_to on mails (recipient, purpose) where state = 'waiting';
create index mails_sent_to_mailbox on mails (mailbox, purpose, finished_at) where state = 'sent';

-- owner: accounts

-- When its owner opened a link sent to the address. An unverified address counts for nothing: it receives only the mail with that link.
alter table users add column email_verified_at timestamptz;

-- Another address is unverified again, whoever changes it; the same one in other capitals is not another.
create function forget_verification() returns trigger language plpgsql as
$$ begin new.email_verified_at := null; return new; end $$;
create trigger users_forget_verification before update of email on users
  for each row when (lower(new.email) <> lower(old.email)) execute function forget_verification();

-- Accounts whose owner has demonstrably used a link sent to their address: the password was chosen anew while the link was valid.
update users u set email_verified_at = changed.created_at
from mails link join mails changed on changed.user_id = link.user_id and changed.kind = 'password_changed'
  and lower(changed.recipient) = lower(link.recipient)
  and changed.created_at between link.finished_at
    and link.finished_at + case link.kind when 'staff_invitation' then interval '3 days' else interval '30 minutes' end
where link.user_id = u.id and link.kind in ('password_reset', 'staff_invitation') and link.state = 'sent'
  and lower(link.recipient) = lower(u.email);
-- Demo accounts: nobody can receive mail in the domain `example`.
update users set email_verified_at = now()
where email in ('encarregado@caderneta.example', 'gratis@caderneta.example', 'professor@caderneta.example', 'admin@caderneta.example');

create table email_verifications (
  -- SHA-256 of the token; the token itself is only in the mail.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id integer not null references users on delete cascade,
  -- The address to which the link was sent; the link verifies no other.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index email_verifications_of_user on email_verifications (user_id);
create index email_verifications_by_expiry on email_verifications (expires_at);

-- The code on paper with which a family without a verified address recovers its account.
create table account_codes (
  user_id integer primary key references users on delete cascade,
  -- SHA-256 of the code, which has 100 random bits.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null default now()
);

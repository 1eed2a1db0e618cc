-- owner: plans

-- What a family wants to pay, and what became of it. Kept when the account is erased, without whose it was
-- (docs/decisions/0011).
create table emis_payments (
  id integer generated always as identity primary key,
  user_id integer references users on delete set null,
  transaction_id uuid not null unique default gen_random_uuid(),
  plan_id text not null check (plan_id in ('individual', 'family', 'family-plus')),
  -- A renewal is made by the program before the plan's end, for the period that ends at `period_end`.
  kind text not null check (kind in ('purchase', 'renewal')),
  period_end timestamptz,
  -- Whole Kz: of a year, and of it what has to be paid.
  price integer not null check (price > 0),
  discount_percent integer not null default 0 check (discount_percent in (0, 30)),
  amount integer not null,
  currency text not null default 'AOA' check (currency = 'AOA'),
  payment_method text not null check (payment_method in ('multicaixa', 'reference')),
  status text not null default 'pending' check (status in ('pending', 'completed', 'expired', 'cancelled', 'failed')),
  gateway text not null,
  reference_number text check (reference_number ~ '^[0-9]{1,15}$'),
  -- Whether the reference can still be paid at the gateway.
  reference_open boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  completed_at timestamptz,
  -- Who ended it without a payment: the parent, another payment that took its place, or the program.
  closed_by text check (closed_by in ('parent', 'superseded', 'program', 'gateway')),
  callback_data jsonb,
  check (amount = price - price * discount_percent / 100),
  check ((status = 'completed') = (completed_at is not null)),
  check ((kind = 'renewal') = (period_end is not null))
);
create index emis_payments_of_user on emis_payments (user_id, id desc);
-- A second tap, a second tab and the renewal job all find the payment that is open.
create unique index emis_payments_one_open on emis_payments (user_id) where status = 'pending';
create unique index emis_payments_open_reference on emis_payments (gateway, reference_number) where status = 'pending';
create index emis_payments_by_reference on emis_payments (reference_number) where reference_number is not null;
create index emis_payments_by_expiry on emis_payments (expires_at) where status = 'pending';
create index emis_payments_to_withdraw on emis_payments (id) where status <> 'pending' and reference_open;
create index emis_payments_renewals on emis_payments (user_id, period_end) where kind = 'renewal';

-- What was completed stays so; what ended otherwise can only still be accepted.
create function emis_payments_go_forward() returns trigger language plpgsql as $$
begin
  if old.status = 'completed' or (old.status <> 'pending' and new.status not in ('completed', old.status)) then
    if new.status <> old.status then
      raise exception 'a payment does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
    end if;
  end if;
  if (new.transaction_id, new.plan_id, new.price, new.amount, new.kind) is distinct from
     (old.transaction_id, old.plan_id, old.price, old.amount, old.kind) then
    raise exception 'what a payment is for does not change' using errcode = 'restrict_violation';
  end if;
  if new.user_id is null then new.callback_data := null; end if;
  return new;
end $$;
create trigger emis_payments_go_forward before update on emis_payments for each row execute function emis_payments_go_forward();

-- Every change of a payment and every word of a gateway, in the order in which they came.
create table emis_notifications (
  id integer generated always as identity primary key,
  payment_id integer references emis_payments,
  notification_type text not null check (notification_type ~ '^[a-z]+(_[a-z]+)*$'),
  status text not null check (status in ('processed', 'duplicate', 'flagged', 'resolved', 'ignored')),
  -- What tells one event from another; the same event is processed once.
  event_key text,
  raw_data jsonb not null default '{}',
  processed_at timestamptz,
  created_at timestamptz not null default now(),
  decision text check (decision in ('accepted', 'returned', 'dismissed')),
  decided_by integer,
  note text,
  check ((status = 'resolved') = (decision is not null))
);
create unique index emis_notifications_once on emis_notifications (event_key) where status <> 'duplicate';
create index emis_notifications_of_payment on emis_notifications (payment_id);
create index emis_notifications_flagged on emis_notifications (id) where status = 'flagged';

-- What a family chose about its plan beside the plan itself.
create table subscriptions (
  user_id integer primary key references users on delete cascade,
  renewal boolean not null default true,
  nif text
);

-- Time that is paid for and does not run now: `next` begins when the present plan ends, `parked` when the family says so.
create table plan_credits (
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('next', 'parked')),
  plan_id text not null check (plan_id in ('individual', 'family', 'family-plus')),
  milliseconds bigint not null check (milliseconds > 0),
  primary key (user_id, kind, plan_id)
);

-- Why a plan is what it is. A payment changes a plan once: that is what `payment_id` being unique means.
create table plan_changes (
  id integer generated always as identity primary key,
  user_id integer references users on delete set null,
  kind text not null check (kind in ('paid', 'redeemed', 'followed', 'ended', 'parked', 'restored')),
  payment_id integer unique references emis_payments,
  -- The plan that was bought, where one was.
  plan_id text,
  plan_before text not null,
  until_before timestamptz,
  plan_after text not null,
  until_after timestamptz,
  at timestamptz not null default now(),
  check ((kind = 'paid') = (payment_id is not null))
);
create index plan_changes_of_user on plan_changes (user_id, id desc);

-- Reminders that were given, so that each is given once.
create table plan_reminders (
  user_id integer not null references users on delete cascade,
  period_end timestamptz not null,
  days integer not null,
  primary key (user_id, period_end, days)
);

-- Numbers without gaps: the row is locked by whoever takes one, until that transaction ends.
create table receipt_counters (
  series integer primary key,
  last_number integer not null
);
create table receipts (
  id integer generated always as identity primary key,
  user_id integer references users on delete set null,
  payment_id integer not null unique references emis_payments,
  series integer not null,
  number integer not null,
  amount integer not null check (amount > 0),
  payer_name text,
  nif text,
  issued_at timestamptz not null default now(),
  unique (series, number)
);
create index receipts_of_user on receipts (user_id, id desc);

create function receipts_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'receipts are kept' using errcode = 'restrict_violation'; end if;
  if (new.payment_id, new.series, new.number, new.amount, new.issued_at) is distinct from
     (old.payment_id, old.series, old.number, old.amount, old.issued_at) then
    raise exception 'a receipt does not change' using errcode = 'restrict_violation';
  end if;
  -- The account was erased: the number and the amount stay for the books, the person does not.
  if new.user_id is null then new.payer_name := null; new.nif := null; end if;
  return new;
end $$;
create trigger receipts_are_kept before update or delete on receipts for each row execute function receipts_are_kept();

create table referral_codes (
  user_id integer primary key references users on delete cascade,
  code text not null unique check (char_length(code) >= 13)
);
create table referrals (
  id integer generated always as identity primary key,
  referrer_id integer not null references users on delete cascade,
  referred_user_id integer unique references users on delete set null,
  -- SHA-256 of the e-mail as one person's; an e-mail counts once, whoever refers it.
  email_key bytea unique,
  -- Why it does not count, if it does not.
  refused text check (refused in ('same-email', 'second-use', 'same-phone')),
  created_at timestamptz not null default now(),
  -- When the first payment of the referred account was completed: from then on it counts.
  paid_at timestamptz,
  -- The change of plan that used it for a discount.
  used_by integer references plan_changes,
  check (refused is null or paid_at is null),
  check (used_by is null or paid_at is not null)
);
create index referrals_of_referrer on referrals (referrer_id) where paid_at is not null and used_by is null;

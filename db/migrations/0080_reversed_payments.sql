-- owner: payments

-- A confirmation that was a mistake can be taken back, once: the payment counts as cancelled, its receipt keeps its number
-- and is annulled, and nothing completes that payment again.
alter table emis_payments add column reversed_at timestamptz;
alter table emis_payments drop constraint emis_payments_closed_by_check;
alter table emis_payments add constraint emis_payments_closed_by_check
  check (closed_by in ('parent', 'superseded', 'program', 'gateway', 'administrator'));
alter table emis_payments add constraint emis_payments_reversed_check check (reversed_at is null or status = 'cancelled');
alter table receipts add column annulled_at timestamptz;

create or replace function emis_payments_go_forward() returns trigger language plpgsql as $$
begin
  if old.status = 'completed' or (old.status <> 'pending' and new.status not in ('completed', old.status)) then
    if new.status <> old.status and not (old.status = 'completed' and new.status = 'cancelled' and new.reversed_at is not null) then
      raise exception 'a payment does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
    end if;
  end if;
  if old.reversed_at is not null and (new.status <> old.status or new.reversed_at is distinct from old.reversed_at) then
    raise exception 'a payment that was taken back stays so' using errcode = 'restrict_violation';
  end if;
  if (new.transaction_id, new.plan_id, new.price, new.amount, new.kind) is distinct from
     (old.transaction_id, old.plan_id, old.price, old.amount, old.kind) then
    raise exception 'what a payment is for does not change' using errcode = 'restrict_violation';
  end if;
  if new.user_id is null then new.callback_data := null; end if;
  return new;
end $$;

-- An administrator gave or adjusted a plan, or took a payment back.
alter table plan_changes drop constraint plan_changes_kind_check;
alter table plan_changes add constraint plan_changes_kind_check
  check (kind in ('paid', 'redeemed', 'followed', 'ended', 'parked', 'restored', 'granted', 'reversed'));

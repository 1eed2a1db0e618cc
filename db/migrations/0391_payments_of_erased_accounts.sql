-- owner: payments

-- Nobody can be expected to pay for an account that is gone: an open payment is cancelled in the statement that erases its account, whoever
-- erases it and when. Its reference is then withdrawn like that of every payment that has ended.
create or replace function emis_payments_go_forward() returns trigger language plpgsql as $$
begin
  if old.user_id is not null and new.user_id is null and new.status = 'pending' then
    new.status := 'cancelled';
    new.closed_by := 'program';
    insert into emis_notifications (payment_id, notification_type, status, raw_data, processed_at)
      values (new.id, 'cancelled', 'processed', '{"by": "program", "why": "account-erased"}', now());
  end if;
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

-- Of accounts that are gone already.
-- safe: only the few open payments of accounts erased in the last days, for which nobody waits
update emis_payments set status = 'cancelled', closed_by = 'program' where user_id is null and status = 'pending';

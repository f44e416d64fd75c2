-- The reference of a payment that people can read out, for example D7KQ2MXP. The long one is for the provider.
alter table transactions
  add column short_reference text unique check (short_reference ~ '^[DW][A-HJ-NP-Z2-9]{7}$');

-- Fills a missing short reference. The alphabet is that of booking codes.
create function assign_short_reference() returns trigger language plpgsql as $$
begin
  loop
    select case new.type when 'deposit' then 'D' else 'W' end
           || string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + floor(random() * 32)::int, 1), '')
      into new.short_reference from generate_series(1, 7);
    exit when not exists (select from transactions where short_reference = new.short_reference);
  end loop;
  return new;
end
$$;

-- Payments of earlier releases. The trigger sees the rows that the same statement has filled before.
create trigger transaction_referenced before update on transactions for each row
  when (new.short_reference is null) execute function assign_short_reference();
update transactions set short_reference = null;
drop trigger transaction_referenced on transactions;
alter table transactions alter column short_reference set not null;

-- Payments that a node of the previous release inserts during the update.
create trigger transaction_referenced before insert on transactions for each row
  when (new.short_reference is null) execute function assign_short_reference();

create or replace function guard_transaction() returns trigger language plpgsql as $$
begin
  if (new.id, new.user_id, new.type, new.amount, new.fee, new.reference, new.short_reference, new.created_at)
     is distinct from
     (old.id, old.user_id, old.type, old.amount, old.fee, old.reference, old.short_reference, old.created_at)
     or (new.phone_number <> old.phone_number and not is_erasing())
  then
    raise exception 'the request of transaction % cannot change', old.id
      using errcode = 'check_violation', constraint = 'transaction_as_asked';
  end if;
  if new.status <> old.status and old.status <> 'pending'
     and not (old.type = 'deposit' and old.status = 'failed' and new.status = 'success')
  then
    raise exception 'transaction % is % already', old.id, old.status
      using errcode = 'check_violation', constraint = 'transaction_decided_once';
  end if;
  return new;
end
$$;

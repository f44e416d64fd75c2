-- The ledger: double entry, append only. It does not know why money moves; `kind` and `reference` belong to the
-- module that moved it.

-- A player's balance is a row changed in the transaction of its postings. House accounts keep no balance here:
-- they are summed from postings, so that they are never a hot row.
create table account (
  id uuid primary key,
  kind text not null,
  name text unique,
  balance bigint not null default 0,
  -- The sum of the account's pending holds: read with the balance, under the same lock.
  held bigint not null default 0,
  -- Takes no debit that its player asks for (suspended, banned). Credits still arrive (D32).
  frozen boolean not null default false,
  created_at timestamptz not null,
  constraint account_sound check (held >= 0 and (kind = 'player' or (kind = 'house' and balance = 0 and held = 0)))
) with (fillfactor = 70);

insert into account (id, kind, name, created_at) values
  ('00000000-0000-7000-8000-000000000001', 'house', 'book', now()),
  ('00000000-0000-7000-8000-000000000002', 'house', 'float-relworx', now()),
  ('00000000-0000-7000-8000-000000000003', 'house', 'holds', now()),
  ('00000000-0000-7000-8000-000000000004', 'house', 'fees', now()),
  ('00000000-0000-7000-8000-000000000005', 'house', 'operator', now()),
  ('00000000-0000-7000-8000-000000000006', 'house', 'aviator', now());

-- A balance falls below zero only through a correction (D21), which says so in its transaction.
create function refuse_overdraft() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('mupiira.correction', true), '') <> 'on' then
    raise exception 'account % would fall to % hundredths', new.id, new.balance
      using errcode = 'check_violation', constraint = 'account_not_overdrawn';
  end if;
  return new;
end
$$;
create trigger account_not_overdrawn before update of balance on account
  for each row when (new.balance < 0 and new.balance < old.balance) execute function refuse_overdraft();
create trigger account_opens_without_debt before insert on account
  for each row when (new.balance <> 0) execute function refuse_overdraft();

-- One transfer is one row: balanced by construction. `player` is the side that is a player's account (none for a
-- transfer between house accounts), `balance_after` his balance after it. `ordinal` tells repeated transfers of
-- one kind for one reference apart: the unique key makes a second debit of the same thing impossible.
-- No foreign keys to account: each would lock a house account's row for every bet; the ledger check finds orphans.
--
-- `tx` is the number of the transaction that wrote the row. A row of a player's account gets its id under the lock of
-- that account, so that the order of ids is the order of balances.
create table posting (
  id bigint generated always as identity primary key,
  tx bigint not null default pg_current_xact_id()::text::bigint,
  source uuid not null,
  destination uuid not null,
  amount bigint not null,
  player uuid,
  balance_after bigint,
  kind text not null,
  reference uuid not null,
  ordinal int not null default 0,
  description text not null default '',
  created_at timestamptz not null,
  -- One check: PostgreSQL parses each anew for every statement.
  constraint posting_balanced check (
    amount > 0 and source <> destination
    and (player is null) = (balance_after is null)
    and (player is null or player = source or player = destination)
  )
);
create unique index posting_once on posting (reference, kind, ordinal);
create index posting_player on posting (player, id) where player is not null;
create index posting_tx on posting using brin (tx) with (pages_per_range = 32, autosummarize = on);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger posting_append_only before update or delete or truncate on posting
  for each statement execute function refuse_change();

-- The two sides of each transfer, signed.
create view ledger_entry as
  select id as posting, source as account, -amount as amount, kind, reference, created_at from posting
  union all
  select id, destination, amount, kind, reference, created_at from posting;

-- The specification's balance_history (DATA-25): one row for each posting on a player's account.
create view balance_history as
  select id,
         player as user_id,
         case when player = destination then amount else -amount end as amount,
         balance_after - case when player = destination then amount else -amount end as previous_balance,
         balance_after as new_balance,
         kind as type,
         description,
         reference as reference_id,
         created_at
  from posting
  where player is not null;

-- Money set aside on the house account `holds`: pending once, then posted, voided or expired, once.
create table hold (
  id uuid primary key,
  account uuid not null references account (id),
  amount bigint not null check (amount > 0),
  state text not null default 'pending' check (state in ('pending', 'posted', 'voided', 'expired')),
  reference uuid not null unique,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'pending') = (decided_at is null))
);
create index hold_pending on hold (account) where state = 'pending';

create function refuse_second_decision() returns trigger language plpgsql as $$
begin
  raise exception 'hold % is % already', old.id, old.state using errcode = 'check_violation', constraint = 'hold_decided_once';
end
$$;
create trigger hold_decided_once before update on hold
  for each row when (old.state <> 'pending' or new.amount <> old.amount or new.account <> old.account)
  execute function refuse_second_decision();

-- Each minute finished rows are sealed: a hash over them and the previous seal. A block holds the rows with
-- from_tx <= tx < to_tx and id > after_id; all their transactions were over when it was sealed. A ledger that was
-- restored into a younger cluster, whose transactions count anew from below, goes on with blocks that begin at
-- transaction 0 after the last sealed row.
create table ledger_seal (
  block bigint primary key,
  from_tx bigint not null,
  to_tx bigint not null,
  after_id bigint not null,
  last_id bigint not null,
  rows bigint not null,
  hash bytea not null,
  previous_hash bytea not null,
  created_at timestamptz not null,
  check (from_tx < to_tx),
  check (after_id <= last_id)
);
create trigger ledger_seal_append_only before update or delete or truncate on ledger_seal
  for each statement execute function refuse_change();

revoke update, delete, truncate on posting, ledger_seal from mupiira_app;
revoke delete, truncate on account, hold from mupiira_app;

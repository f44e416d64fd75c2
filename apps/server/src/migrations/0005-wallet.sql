-- The ledger: double entry, append only. Amounts are hundredths of a shilling.

-- Accounts of the ledger. A player's balance changes in the transaction of its postings. House accounts store no
-- balance, because every bet would lock the row; their balance is the sum of their postings.
create table accounts (
  id uuid primary key,
  kind text not null,
  name text unique,
  balance bigint not null default 0,
  -- The sum of the account's pending holds.
  held bigint not null default 0,
  -- Refuses debits that the player requests. Credits still arrive.
  frozen boolean not null default false,
  created_at timestamptz not null,
  constraint accounts_sound check (held >= 0 and (kind = 'player' or (kind = 'house' and balance = 0 and held = 0)))
) with (fillfactor = 70);

insert into accounts (id, kind, name, created_at) values
  ('00000000-0000-7000-8000-000000000001', 'house', 'book', now()),
  ('00000000-0000-7000-8000-000000000002', 'house', 'float-relworx', now()),
  ('00000000-0000-7000-8000-000000000003', 'house', 'holds', now()),
  ('00000000-0000-7000-8000-000000000004', 'house', 'fees', now()),
  ('00000000-0000-7000-8000-000000000005', 'house', 'operator', now()),
  ('00000000-0000-7000-8000-000000000006', 'house', 'aviator', now()),
  ('00000000-0000-7000-8000-000000000007', 'house', 'float-mtn', now()),
  ('00000000-0000-7000-8000-000000000008', 'house', 'float-airtel', now());

-- A balance falls below zero only through a correction, which sets mupiira.correction in its transaction.
create function refuse_overdraft() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('mupiira.correction', true), '') <> 'on' then
    raise exception 'account % would fall to % hundredths', new.id, new.balance
      using errcode = 'check_violation', constraint = 'accounts_not_overdrawn';
  end if;
  return new;
end
$$;

create trigger accounts_not_overdrawn before update of balance on accounts
  for each row
  when (new.balance < 0 and new.balance < old.balance)
  execute function refuse_overdraft();
create trigger accounts_opens_without_debt before insert on accounts
  for each row
  when (new.balance <> 0)
  execute function refuse_overdraft();

-- The ledger: one transfer per row, balanced by construction, append only. `kind` and `reference` belong to the module
-- that moved the money. There are no foreign keys to accounts, because each would lock a house account for every bet.
-- The ledger check finds postings without an account.
create table postings (
  id bigint generated always as identity primary key,
  -- The transaction that wrote the row. Rows of one player get ids under the lock of the account, so ids follow balances.
  tx bigint not null default pg_current_xact_id()::text::bigint,
  source uuid not null,
  destination uuid not null,
  amount bigint not null,
  -- The side that is a player account, if any, and its balance after the transfer.
  player uuid,
  balance_after bigint,
  kind text not null,
  reference uuid not null,
  -- Distinguishes repeated transfers of one kind for one reference; the unique index prevents a second debit.
  ordinal int not null default 0,
  description text not null default '',
  created_at timestamptz not null,
  -- A single constraint, because PostgreSQL parses every constraint for each insert.
  constraint postings_balanced check (amount > 0 and source <> destination
    and (player is null) = (balance_after is null) and (player is null or player = source or player = destination))
);
create unique index postings_once on postings (reference, kind, ordinal);
create index postings_player on postings (player, id) where player is not null;
create index postings_by_time on postings using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index postings_tx on postings using brin (tx) with (pages_per_range = 32, autosummarize = on);

create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();

-- The two sides of each transfer, signed.
create view ledger_entries as
  select id as posting, source as account, -amount as amount, kind, reference, created_at from postings
  union all
  select id, destination, amount, kind, reference, created_at from postings;

-- The specification's balance_history: one row per posting of a player account.
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
    from postings
   where player is not null;

-- Money set aside on the house account `holds`. A hold is posted, voided or expired once.
create table holds (
  id uuid primary key,
  account uuid not null references accounts (id),
  amount bigint not null check (amount > 0),
  state text not null default 'pending' check (state in ('pending', 'posted', 'voided', 'expired')),
  reference uuid not null unique,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'pending') = (decided_at is null))
);
create index holds_pending on holds (account) where state = 'pending';

-- A hold ends once.
create function refuse_second_decision() returns trigger language plpgsql as $$
begin
  raise exception 'hold % is % already', old.id, old.state
    using errcode = 'check_violation', constraint = 'holds_decided_once';
end
$$;

create trigger holds_decided_once before update on holds
  for each row
  when (
    old.state <> 'pending'
    or new.amount <> old.amount
    or new.account <> old.account
  )
  execute function refuse_second_decision();

-- A hash chain over finished postings, extended every minute. A block contains the rows with from_tx <= tx < to_tx and
-- id > after_id. After a restore into a newer cluster, whose transaction numbers start lower, blocks continue at
-- transaction 0 after the last sealed row.
create table ledger_seals (
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

create trigger ledger_seals_append_only before update or delete or truncate on ledger_seals
  for each statement execute function refuse_change();

-- Recomputed balances, at most two per session.
create table balance_repairs (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  session_id uuid not null,
  original_balance bigint not null,
  fixed_balance bigint not null,
  created_at timestamptz not null
);
create index balance_repairs_of_session on balance_repairs (session_id);

create trigger balance_repairs_append_only before update or delete or truncate on balance_repairs
  for each statement execute function refuse_change();

revoke delete on accounts, holds from mupiira_app;
revoke update, delete on ledger_seals, balance_repairs from mupiira_app;
revoke insert, update, delete on postings from mupiira_app;
grant insert (source, destination, amount, player, balance_after, kind, reference, ordinal, description,
  created_at) on postings to mupiira_app;

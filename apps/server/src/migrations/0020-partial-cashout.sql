-- Partial cash-out.

-- The stake that partial cash-outs have ended, and what they have paid. Everything else of a ticket stays as placed:
-- payouts and refunds are the share of the stake left.
alter table tickets
  add column cashed_stake bigint not null default 0,
  add column cashed_out bigint not null default 0;

-- The share of an amount of the whole ticket that belongs to the stake left, rounded down. The same rule is in
-- packages/domain/src/ticket/stake-left.ts.
create function of_stake_left(amount bigint, total_stake bigint, cashed_stake bigint) returns bigint
  language sql immutable parallel safe
  return case when cashed_stake = 0 then amount
              else div(amount::numeric * (total_stake - cashed_stake), total_stake)::bigint end;

-- Parts are cashed out of pending tickets only, and some stake is always left.
create trigger part_moves before update on tickets
  for each row
  when (
    new.cashed_stake <> old.cashed_stake
    and (old.status <> 'pending' or new.status <> 'pending' or new.cashed_stake < old.cashed_stake
         or new.cashed_stake >= new.total_stake or new.cashed_out <= old.cashed_out)
    or new.cashed_stake = old.cashed_stake and new.cashed_out <> old.cashed_out
  )
  execute function refuse_ticket_change();

-- The parts of tickets that were cashed out. `stake_left` is the stake left after the part.
create table ticket_parts (
  ticket_id uuid not null,
  ordinal smallint not null,
  stake bigint not null check (stake > 0),
  stake_left bigint not null check (stake_left > 0),
  paid bigint not null check (paid > 0),
  created_at timestamptz not null,
  primary key (ticket_id, ordinal)
);
create index ticket_parts_by_time on ticket_parts (created_at);

create trigger ticket_parts_append_only before update or delete or truncate on ticket_parts
  for each statement execute function refuse_change();
revoke update, delete on ticket_parts from mupiira_app;

-- Players read their own rows (0018-player-role.sql).
alter table ticket_parts enable row level security;
create policy server on ticket_parts to mupiira_app using (true) with check (true);
create policy own on ticket_parts for select to mupiira_player
  using (exists (select from tickets t where t.id = ticket_id));
grant select on ticket_parts to mupiira_player;

-- The stake that an acceptance cashes out, and the stake left afterwards; null if it ends the ticket.
alter table cashouts
  add column stake bigint,
  add column stake_left bigint,
  add constraint cashouts_part check ((stake is null) = (stake_left is null) and stake > 0 and stake_left > 0);

-- A ticket ends by one cash-out, and one acceptance is checked at a time. Any number of parts are paid before.
drop index cashouts_once;
create unique index cashouts_checked_once on cashouts (ticket_id) where state = 'checking';
create unique index cashouts_ended_once on cashouts (ticket_id) where state = 'paid' and stake is null;

-- The cashed stake at the time of a correction, which does not change while the ticket is settled.
alter table ticket_corrections add column cashed_stake bigint not null default 0;

-- Tickets and booking codes.

-- Tickets. Amounts are hundredths of a shilling. A row stores the rules that the bet was accepted under, so that it can
-- be reproduced. Checks are in the trigger `ticket_moves`: PostgreSQL parses check constraints for every insert, which
-- cost a tenth of a placement.
create table tickets (
  id uuid primary key,
  user_id uuid not null,
  booking_code text not null,
  total_stake bigint not null,
  -- Two decimals and any number of digits: the product of 45 odds exceeds every fixed precision.
  total_odds numeric not null,
  bonus_percentage smallint not null,
  -- Includes the bonus and is capped at max_payout.
  potential_win bigint not null,
  bonus bigint not null,
  max_payout bigint not null,
  bonus_min_odds int not null,
  rulebook text not null,
  status text not null default 'pending',
  payout bigint,
  legs smallint not null,
  open_legs smallint not null,
  -- False once a leg is decided as anything but won or lost: the payout then differs from potential_win.
  plain boolean not null default true,
  -- The request's user agent and address.
  client text not null,
  address text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  settled_at timestamptz,
  corrections smallint not null default 0,
  -- The part of the payout that is the win bonus.
  bonus_paid bigint not null default 0
) with (fillfactor = 85);
-- Each ticket is in one of these two indexes. A placement writes to only one of them, and lists of open tickets never
-- scan settled ones.
create index tickets_open on tickets (user_id, id) where status = 'pending';
create index tickets_settled on tickets (user_id, id) where status <> 'pending';
create index tickets_by_time on tickets (created_at, id);
create index tickets_ended_by_time on tickets (status, created_at, id) where status <> 'pending';
create index tickets_by_settlement on tickets (settled_at) where settled_at is not null;
-- This index also finds codes by their first characters.
create unique index tickets_booking_code on tickets (booking_code text_pattern_ops);

-- Selections of a ticket. Odds are hundredths. No column that changes is indexed, so updates stay on their page.
create table ticket_legs (
  ticket_id uuid not null,
  leg_no smallint not null,
  game_id uuid not null,
  market text not null,
  selection text not null,
  odds int not null,
  -- The odds without price movement. Cash-out offers are computed from them.
  base_odds int not null,
  -- The margin of the leg's market at placement, in percent. Cash-out offers apply it to current prices too.
  overround_percent float8 not null,
  price_version int not null,
  price_step bigint not null,
  -- For legs of a game with several selections: joint odds, overround and model.
  same_game jsonb,
  outcome text,
  decided_at timestamptz,
  -- The version of the result that decided the leg.
  result_version int,
  primary key (ticket_id, leg_no)
) with (fillfactor = 80);
create index ticket_legs_game on ticket_legs (game_id, ticket_id);

-- Refuses an invalid change of a ticket or leg.
create function refuse_ticket_change() returns trigger language plpgsql as $$
begin
  raise exception 'invalid change of % %', tg_table_name, new
    using errcode = 'check_violation', constraint = tg_name;
end
$$;

-- A ticket is pending, or settled with a payout. Its stake and potential win never change.
create trigger ticket_moves before update on tickets
  for each row
  when (
    new.status not in ('pending', 'won', 'lost', 'cancelled', 'void', 'cashout')
    or (new.status = 'pending') <> (new.settled_at is null)
    or (new.status = 'pending') <> (new.payout is null)
    or (new.status in ('won', 'void') and new.open_legs <> 0)
    or (new.status = 'lost' and new.payout <> 0)
    or new.payout < 0
    or new.open_legs < 0
    or new.open_legs > new.legs
    or new.total_stake <> old.total_stake
    or new.potential_win <> old.potential_win
    or new.user_id <> old.user_id
  )
  execute function refuse_ticket_change();
create trigger bonus_moves before update on tickets
  for each row
  when (new.bonus_paid < 0)
  execute function refuse_ticket_change();
create trigger leg_moves before update on ticket_legs
  for each row
  when (
    new.outcome not in ('won', 'lost', 'void', 'half-won', 'half-lost')
    or (new.outcome is null) <> (new.decided_at is null)
    or (new.outcome is null) <> (new.result_version is null)
    or new.odds <> old.odds
    or new.game_id <> old.game_id
  )
  execute function refuse_ticket_change();

-- Counters of a player's tickets, updated with each ticket.
create table player_counters (
  user_id uuid primary key,
  placed int not null,
  -- Tickets that are neither void, cancelled nor cashed out before their start; 0 makes the next bet a first bet.
  valid_tickets int not null,
  -- Tickets placed on the day in Kampala.
  day date not null,
  placed_on_day int not null,
  -- The highest stake that staff allow; null: the general limit.
  most_stake bigint check (most_stake >= 0)
) with (fillfactor = 60);

-- Codes of slips. The last character comes from the half of the alphabet that ticket codes never end with, so the two
-- kinds cannot collide.
create table booking_codes (
  code text primary key check (code ~ '^[A-HJ-NP-Z2-9]{7}[BDFHKMPRTVXZ3579]$'),
  -- A code belongs to a player, or to a visitor's browser by the hash of its cookie.
  user_id uuid,
  browser bytea check (length(browser) = 32),
  -- [{gameId, market, selection}]
  selections jsonb not null check (jsonb_typeof(selections) = 'array' and jsonb_array_length(selections) between 1
    and 45),
  -- The ticket placed under the code. The ticket's owner then owns the code.
  ticket_id uuid,
  created_at timestamptz not null,
  check ((user_id is null) <> (browser is null))
);
create index booking_codes_unused on booking_codes (created_at) where ticket_id is null;

-- How corrected results changed tickets: one row per ticket and correction.
create table ticket_corrections (
  ticket_id uuid not null,
  ordinal smallint not null,
  game_id uuid not null,
  result_version int not null,
  -- [{"legNo":1,"before":"won","version":1,"decidedAt":"…","outcome":"lost"}]
  legs jsonb not null,
  status_before text not null,
  payout_before bigint,
  bonus_before bigint not null,
  settled_before timestamptz,
  status text not null,
  payout bigint,
  bonus bigint not null,
  created_at timestamptz not null,
  primary key (ticket_id, ordinal)
);
create index ticket_corrections_by_time on ticket_corrections (created_at);
create index ticket_corrections_by_settlement on ticket_corrections (settled_before);

create trigger ticket_corrections_append_only before update or delete or truncate on ticket_corrections
  for each statement execute function refuse_change();

-- The outcome of each selection of a settled game under both rulebooks. Null: the result does not decide it.
create table selection_outcomes (
  game_id uuid not null,
  version int not null,
  market text collate "C" not null,
  selection text collate "C" not null,
  house text,
  industry text,
  primary key (game_id, version, market, selection)
);

-- Tickets that staff cancelled.
create table ticket_cancellations (
  ticket_id uuid primary key,
  actor_id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  refund bigint not null check (refund > 0),
  created_at timestamptz not null
);

create trigger ticket_cancellations_append_only before update or delete or truncate on ticket_cancellations
  for each statement execute function refuse_change();

-- Accounts that have logged in on the same browser, or were funded from the same phone number.
create view related_accounts as
  select own.user_id, other.user_id as related_id
    from known_devices own join known_devices other using (device_hash)
   where other.user_id <> own.user_id
  union
  select own.user_id, other.user_id
    from (select distinct user_id, phone_number from transactions where type = 'deposit' and status = 'success') own
    join transactions other using (phone_number)
   where other.type = 'deposit' and other.status = 'success' and other.user_id <> own.user_id;

-- Placed bets for other modules, as a union that uses the two partial indexes of tickets. Runs with the rights of the
-- reader, so that the policies of tickets apply.
create view placed_bets with (security_invoker = true) as
  select id, user_id, booking_code, total_stake, potential_win, created_at from tickets where status = 'pending'
  union all
  select id, user_id, booking_code, total_stake, potential_win, created_at from tickets where status <> 'pending';

revoke delete on tickets, ticket_legs, player_counters from mupiira_app;
revoke update, delete on ticket_corrections, ticket_cancellations from mupiira_app;

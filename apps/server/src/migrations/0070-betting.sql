-- Tickets. Amounts are hundredths of a shilling, odds of legs are hundredths; total_odds is the shown figure
-- (two decimals, of any size: 45 games can pass every fixed width).
-- Each row keeps what the bet was taken under, so that it can be reproduced from its record (PLAY-06).
create table tickets (
  id uuid not null,
  user_id uuid not null,
  booking_code text not null,
  total_stake bigint not null check (total_stake > 0),
  total_odds numeric not null check (total_odds >= 1),
  bonus_percentage smallint not null check (bonus_percentage between 0 and 100),
  -- Bonus included and cut to max_payout (D45, D52): what the ticket pays when every leg wins.
  potential_win bigint not null check (potential_win > 0),
  bonus bigint not null check (bonus >= 0),
  max_payout bigint not null,
  bonus_min_odds int not null,
  rulebook text not null check (rulebook in ('house', 'industry')),
  status text not null default 'pending' check (status in ('pending', 'won', 'lost', 'cancelled', 'void', 'cashout')),
  payout bigint check (payout >= 0),
  legs smallint not null check (legs between 1 and 45),
  open_legs smallint not null check (open_legs between 0 and legs),
  -- False once a leg came to anything but won or lost: its payout is then not the promised one.
  plain boolean not null default true,
  -- The request's own words for the record: its user agent and address.
  client text not null,
  address text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  settled_at timestamptz,
  primary key (id),
  check ((status = 'pending') = (settled_at is null)),
  check ((status = 'pending') = (payout is null)),
  check (status not in ('won', 'void') or open_legs = 0),
  check (status <> 'lost' or payout = 0)
) with (fillfactor = 85);
create unique index tickets_booking_code on tickets (booking_code);
-- A ticket is in one of the two: placing a bet writes to one of them, and the open list never scans settled tickets.
create index tickets_open on tickets (user_id, id) where status = 'pending';
create index tickets_settled on tickets (user_id, id) where status <> 'pending';

-- The legs. A decided leg changes no indexed column, and its page keeps room: the update stays on the page.
create table ticket_legs (
  ticket_id uuid not null,
  leg_no smallint not null check (leg_no between 1 and 45),
  game_id uuid not null,
  market text not null,
  selection text not null,
  odds int not null check (odds > 100),
  -- Without the movement: where later offers are measured from (D22).
  base_odds int not null check (base_odds > 100),
  price_version int not null,
  price_step bigint not null,
  -- On every leg of a game that has several on the ticket: their joint odds, the overround and the model (D27).
  same_game jsonb,
  outcome text check (outcome in ('won', 'lost', 'void', 'half-won', 'half-lost')),
  decided_at timestamptz,
  -- The result that decided it.
  result_version int,
  primary key (ticket_id, leg_no),
  check ((outcome is null) = (decided_at is null)),
  check ((outcome is null) = (result_version is null))
) with (fillfactor = 80);
create index ticket_legs_game on ticket_legs (game_id, ticket_id);

-- What the rules of a placement ask about a player, kept up with each ticket so that nothing is ever counted.
create table player_betting (
  user_id uuid primary key,
  -- All tickets ever placed.
  placed int not null check (placed >= 0),
  -- Tickets that were neither void nor cancelled: none means that the next bet is a first one (SLIP-35).
  standing int not null check (standing between 0 and placed),
  -- Tickets placed on `day` in Kampala (SLIP-38).
  day date not null,
  placed_on_day int not null check (placed_on_day >= 0)
) with (fillfactor = 60);

revoke delete, truncate on tickets, ticket_legs, player_betting from mupiira_app;

import type pg from 'pg'

/**
 * A scratch schema with the plan, repeatable random numbers, players and games. Every row is a function of its number,
 * so any range can be written independently.
 */
export const PREPARE_TICKETS = `
create schema fill;
create unlogged table fill.plan (start_ms bigint, now_ms bigint, users int, tickets int, games int, width int, staff int,
  opening bigint, model jsonb);
create unlogged table fill.person (k int primary key, id uuid not null, at timestamptz not null);
create unlogged table fill.game (j int primary key, id uuid not null, state text not null, home int, away int,
  starts_at timestamptz not null, ended_at timestamptz);
create unlogged table fill.selection (no int primary key, market text not null, selection text not null, odds int not null);
insert into fill.selection values (0, '1x2', '1', 210), (1, '1x2', 'X', 340), (2, '1x2', '2', 360), (3, 'double_chance', '1X', 130),
  (4, 'double_chance', '12', 133), (5, 'double_chance', 'X2', 175), (6, 'over_under', 'over_2.5', 190),
  (7, 'over_under', 'under_2.5', 195), (8, 'btts', 'yes', 185), (9, 'btts', 'no', 195);
create unlogged table fill.leg (no int primary key);
insert into fill.leg values (1), (2), (3), (4);

-- Use only immutable functions inside: PostgreSQL inlines these functions instead of calling them for each row.
create function fill.draw(i bigint, salt bigint) returns int language sql immutable parallel safe
  return (hashint8extended(i, salt) & 2147483647)::int;
create function fill.moment(ms bigint) returns timestamptz language sql immutable parallel safe
  return to_timestamp(ms / 1000.0::float8);
create function fill.key(ms bigint, i bigint, salt text) returns uuid language sql immutable parallel safe
  return (lpad(to_hex(ms), 12, '0') || overlay(overlay(substr(md5(salt || i::text), 1, 20) placing '7' from 1) placing '8' from 5))::uuid;
-- Different for each number below 2^35.
create function fill.code(i bigint, last text) returns text language sql immutable parallel safe
  return ${[0, 5, 10, 15, 20, 25, 30].map((bits) => `substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + ((i * 387420489 >> ${bits}) & 31)::int, 1)`).join('\n    || ')}
    || substr(last, 1 + (i % length(last))::int, 1);
create function fill.outcome(state text, home int, away int, market text, selection text) returns text
  language sql immutable parallel safe return case
    when state = 'cancelled' then 'void'
    when state <> 'over' then null
    when case market
      when '1x2' then selection = case when home > away then '1' when home < away then '2' else 'X' end
      when 'double_chance' then position(case when home > away then '1' when home < away then '2' else 'X' end in selection) > 0
      when 'over_under' then (home + away > 2) = (selection = 'over_2.5')
      else (home > 0 and away > 0) = (selection = 'yes') end then 'won'
    else 'lost' end;

create function fill.people() returns void language sql as $$
  insert into fill.person
  select k, fill.key(ms, k, 'person'), fill.moment(ms)
    from fill.plan p, generate_series(1 - p.staff, p.users) k,
         lateral (select p.start_ms + greatest(0, (k - 1)::bigint) * ((p.now_ms - p.start_ms) * 49 / 50) / p.users as ms) m;
  insert into profiles (id, username, email, phone_number, role, account_status, first_name, last_name, location, nationality, created_at)
  select id, 'player' || substr(md5('u' || k), 1, 6) || k, 'p' || k || '@' || substr(md5('m' || k), 1, 5) || '.example',
         '+256' || (700000000 + k), case when k < 1 then 'admin' else 'user' end,
         case when k % 50 = 7 then 'suspended' when k % 400 = 9 then 'banned' else 'active' end,
         (array['Amina', 'Joel', 'Grace', 'Moses', 'Sarah', 'Peter', 'Ruth', 'Isaac'])[1 + fill.draw(k, 1) % 8],
         (array['Nakato', 'Okello', 'Mugisha', 'Achieng', 'Kato', 'Namutebi', 'Opio'])[1 + fill.draw(k, 2) % 7],
         'Kampala', 'Uganda', at
    from fill.person;
  insert into staff_roles (user_id, role, given_at) select id, 'manager', at from fill.person where k < 1;
$$;

-- Games spread over the year and the next days: finished, cancelled, live or upcoming.
create function fill.games() returns void language sql as $$
  insert into fill.game
  select j, fill.key(ms - 345600000, j, 'game'), state, goals.home, goals.away, fill.moment(ms),
         case when state in ('over', 'cancelled') then fill.moment(ms + 6600000) end
    from fill.plan p, generate_series(1, p.games + p.width + 1) j,
         lateral (select p.start_ms + j * (p.now_ms - p.start_ms) / p.games as ms) m,
         lateral (select case when ms > p.now_ms then 'upcoming' when ms > p.now_ms - 7200000 then 'live'
                              when fill.draw(j, 4) % 60 = 0 then 'cancelled' else 'over' end as state) s,
         lateral (select case when state in ('over', 'live') then (array[0, 0, 1, 1, 1, 2, 3])[1 + fill.draw(j, 5) % 7] end as home,
                         case when state in ('over', 'live') then (array[0, 0, 0, 1, 1, 2, 2])[1 + fill.draw(j, 6) % 7] end as away) goals;
  insert into games (id, short_id, home_team, away_team, league, country, start_time, first_scheduled_at, status, source,
                     first_live_at, created_at, updated_at)
  select g.id, fill.code(j, 'ABCD'), home_team, away_team,
         (array['Premier League', 'Big League', 'FA Cup', 'Serie A', 'La Liga'])[1 + j % 5],
         (array['Uganda', 'Kenya', 'England', 'Italy', 'Spain'])[1 + j % 5], starts_at, starts_at,
         case state when 'over' then 'settled' else state end, case when j % 10 = 0 then 'hand' else 'feed' end,
         case when state in ('over', 'live') then starts_at end, starts_at - interval '4 days',
         coalesce(ended_at, starts_at - interval '1 day')
    from fill.game g,
         lateral (select (array['Vipers', 'KCCA', 'Express', 'Villa', 'URA', 'Police', 'Bul', 'Onduparaka', 'Mbarara', 'Wakiso'])[1 + fill.draw(j, 7) % 10] as a,
                         (array['City', 'United', 'Rovers', 'Stars', 'Town', 'Athletic', 'Giants'])[1 + fill.draw(j, 8) % 7] as b) n,
         lateral (select a || ' ' || b as home_team, 'Sporting ' || a || ' ' || j % 97 as away_team) teams;
  insert into game_offers (game_id, home_odds, draw_odds, away_odds, over25_odds, under25_odds, model, price_version, quoted_at, updated_at)
  select id, 210, 340, 360, 190, 195, case when state in ('live', 'upcoming') then p.model end, 1, starts_at, starts_at - interval '1 day'
    from fill.plan p, fill.game;
  insert into game_clocks (game_id, minutes_passed, updated_at)
  select id, case state when 'over' then 90 when 'live' then 50 else 0 end, starts_at - interval '1 day' from fill.game;
  insert into feed_links (game_id, feed_match_id, updated_at)
  select id, (800000 + j)::text, starts_at - interval '4 days' from fill.game where j % 10 <> 0;
  insert into game_results (game_id, home_score, away_score, winner, finished_at, decision, result_version, settled_version, updated_at)
  select id, home, away,
         case when state = 'over' then case when home > away then 'home' when home < away then 'away' else 'draw' end end, ended_at,
         case state when 'over' then jsonb_build_object('kind', 'result', 'result', jsonb_build_object('sport', 'soccer', 'home', home, 'away', away))
                    when 'cancelled' then '{"kind": "void", "reason": "cancelled"}' end,
         (state in ('over', 'cancelled'))::int, (state in ('over', 'cancelled'))::int, coalesce(ended_at, starts_at - interval '1 day')
    from fill.game;
  insert into game_result_versions (game_id, version, decision, first_live_at, decided_by, decided_at)
  select id, 1, decision, first_live_at, 'feed', finished_at from games join game_results on game_id = id where result_version = 1;
  insert into game_settlements (game_id, result_version, settled_at)
  select game_id, 1, finished_at from game_results where result_version = 1;
$$;`

const AT_ONCE = 250_000

/** Inserts the tickets in chunks, ordered by time. */
export async function fillTickets(client: pg.Client, tickets: number): Promise<void> {
  await client.query(`create unlogged table fill.ticket (id uuid, i bigint, user_id uuid, at timestamptz, ms bigint, stake bigint,
    legs int, first_game int, base int, step int)`)
  await client.query('analyze fill.game; analyze fill.person')
  for (let from = 1; from <= tickets; from += AT_ONCE) {
    await client.query('truncate fill.ticket')
    await client.query(DRAW_TICKETS, [from, Math.min(tickets, from + AT_ONCE - 1)])
    await client.query('analyze fill.ticket')
    await client.query(WRITE_LEGS)
    await client.query(WRITE_TICKETS)
  }
  await client.query(WRITE_ENDS)
}

const DRAW_TICKETS = `
  with drawn as materialized (
    select i, p.start_ms + (p.now_ms - p.start_ms) * (i - 1) / p.tickets + 60000 as ms,
           1 + fill.draw(i, 11) % greatest(1, (p.users * i / p.tickets)::int) as k
      from fill.plan p, generate_series($1::bigint, $2::bigint) i
  )
  insert into fill.ticket
  select fill.key(ms, i, 'ticket'), i, w.id, fill.moment(ms), ms, (1 + fill.draw(i, 12) % 20) * 100000, 1 + fill.draw(i, 13) % 4,
         1 + (i - 1) * p.games / p.tickets, fill.draw(i, 14) % p.width, 1 + fill.draw(i, 15) % greatest(1, p.width / 5)
    from drawn join fill.person w on w.k = drawn.k cross join fill.plan p`

const WRITE_LEGS = `
  insert into ticket_legs (ticket_id, leg_no, game_id, market, selection, odds, base_odds, overround_percent, price_version, price_step, outcome, decided_at, result_version)
  select t.id, l.no, g.id, c.market, c.selection, c.odds, c.odds, 8, 1, t.ms / 30000, o.outcome, case when o.outcome is not null then g.ended_at end,
         case when o.outcome is not null then 1 end
    from fill.plan p, fill.ticket t join fill.leg l on l.no <= t.legs join fill.selection c on c.no = fill.draw(t.i * 8 + l.no, 16) % 10,
         fill.game g, lateral (select fill.outcome(g.state, g.home, g.away, c.market, c.selection) as outcome) o
   where g.j = t.first_game + 1 + (t.base + l.no * t.step) % p.width`

/** Settled by the rules; some were cashed out or cancelled earlier. */
const WRITE_TICKETS = `
  with leg as (
    select ticket_id, count(*) as legs, count(*) filter (where outcome is null) as open, count(*) filter (where outcome <> 'void') as not_void,
           bool_or(outcome = 'lost') as lost, bool_and(coalesce(outcome in ('won', 'lost'), true)) as plain, max(decided_at) as decided_at,
           min(decided_at) filter (where outcome = 'lost') as lost_at, array_agg(odds) as promised,
           array_agg(case when outcome = 'void' then 100 else odds end) as paid
      from ticket_legs where ticket_id between (select id from fill.ticket order by i limit 1) and (select id from fill.ticket order by i desc limit 1) group by ticket_id
  ), promised as (
    select t.*, leg.open, leg.not_void, leg.lost, leg.plain, leg.decided_at, leg.lost_at,
           promised[1]::bigint * coalesce(promised[2], 100) * coalesce(promised[3], 100) * coalesce(promised[4], 100) / 1000000 as odds,
           paid[1]::bigint * coalesce(paid[2], 100) * coalesce(paid[3], 100) * coalesce(paid[4], 100) / 1000000 as paid_odds,
           case when t.legs >= 3 then 3 else 0 end as percent, case when not_void >= 3 then 3 else 0 end as paid_percent,
           case when t.ms + 1800000 > p.now_ms then null when fill.draw(t.i, 17) % 1000 < 60 then 'cashout'
                when fill.draw(t.i, 17) % 1000 < 63 then 'cancelled' end as ended_early
      from fill.plan p, fill.ticket t join leg on leg.ticket_id = t.id
  ), decided as (
    select d.*, coalesce(ended_early, case when lost then 'lost' when open > 0 then 'pending' when not_void = 0 then 'void' else 'won' end) as status
      from promised d
  )
  insert into tickets (id, user_id, booking_code, total_stake, total_odds, bonus_percentage, potential_win, bonus, max_payout, bonus_min_odds,
                       rulebook, status, payout, bonus_paid, legs, open_legs, plain, client, address, created_at, updated_at, settled_at)
  select id, user_id, fill.code(i, 'ACEGJLNQSUWY2468'), stake, odds::numeric / 100, percent, stake * odds * (100 + percent) / 10000,
         stake * odds * (100 + percent) / 10000 - stake * odds / 100, 50000000000, 120, 'house', status,
         case status when 'won' then stake * paid_odds * (100 + paid_percent) / 10000 when 'void' then stake when 'cashout' then stake * 4 / 5
                     when 'cancelled' then stake when 'lost' then 0 end,
         case status when 'won' then stake * paid_odds * (100 + paid_percent) / 10000 - stake * paid_odds / 100 else 0 end,
         legs, open, plain, 'Opera Mini', '196.0.0.' || i % 250, at, coalesce(e.ended_at, at), e.ended_at
    from decided,
         lateral (select case when ended_early is not null then at + interval '30 minutes' when status = 'lost' then lost_at
                              when status <> 'pending' then decided_at end as ended_at) e`

const WRITE_ENDS = `
  insert into cashouts (id, ticket_id, user_id, offer, paid, state, games, created_at, decides_at, decided_at)
  select gen_random_uuid(), id, user_id, payout, payout, 'paid', '[]', settled_at, settled_at, settled_at from tickets where status = 'cashout';
  insert into ticket_cancellations (ticket_id, actor_id, reason, refund, created_at)
  select t.id, s.id, 'Placed twice', payout, settled_at from tickets t, fill.person s where status = 'cancelled' and s.k = 0;
  insert into player_counters (user_id, placed, valid_tickets, day, placed_on_day)
  select user_id, count(*), count(*) filter (where status not in ('void', 'cancelled')), max(kampala_day(created_at)), 1 from tickets group by user_id`

import { query } from './durable-database.ts'
import { fundPlayers } from './funded-players.ts'

const BOOK = '00000000-0000-7000-8000-000000000001'
const BALANCE_UGX = 100_000_000
const STAKE = 2_500_000
/** Odds in hundredths: of one leg, and of three such legs multiplied and rounded down. */
const LEG_ODDS = 190
const TOTAL_ODDS = 685

/** Selections of the legs: under common scores, these eleven win about four times in ten. */
const LEG_SELECTIONS = [
  ['1x2', '1'],
  ['1x2', 'X'],
  ['1x2', '2'],
  ['double_chance', '1X'],
  ['double_chance', '12'],
  ['over_under', 'over_2.5'],
  ['over_under', 'under_2.5'],
  ['btts', 'yes'],
  ['btts', 'no'],
  ['odd_even', 'odd'],
  ['odd_even', 'even'],
] as const

/**
 * Open tickets of three legs over all games of the database, as placements would have stored them: ids in order of
 * time, stakes debited, counters updated. Uses few statements, because placing them individually would take long.
 * Returns the session tokens of their players.
 */
export async function seedPendingTickets(adminUrl: string, count: number, players: number): Promise<string[]> {
  const tokens = await fundPlayers(adminUrl, players, BALANCE_UGX)
  await query(adminUrl, SEED, [
    count,
    STAKE,
    LEG_ODDS,
    TOTAL_ODDS / 100,
    (STAKE * TOTAL_ODDS) / 100,
    BALANCE_UGX * 100,
    BOOK,
    LEG_SELECTIONS.map(([market]) => market),
    LEG_SELECTIONS.map(([, selection]) => selection),
  ])
  await query(
    adminUrl,
    `update accounts a set balance = a.balance - b.placed * ${STAKE} from player_counters b where b.user_id = a.id`,
  )
  await query(adminUrl, 'vacuum analyze')
  return tokens
}

const SEED = `
  with player as (
    select id, row_number() over (order by id) - 1 as at from accounts where kind = 'player'
  ), game as (
    select id, row_number() over (order by id) - 1 as at, count(*) over ()::int as games from games
  ), drawn as (
    select i, (extract(epoch from now()) * 1000)::bigint - $1::int + i as ms, md5('ticket' || i) as rest,
           abs(hashint4(i)) as one, abs(hashint4(i + 1000003)) as two, abs(hashint4(i + 2000003)) as three
      from generate_series(1, $1::int) i
  ), ticket as (
    insert into tickets (id, user_id, booking_code, total_stake, total_odds, bonus_percentage, potential_win, bonus, max_payout,
                         bonus_min_odds, rulebook, legs, open_legs, client, address, created_at, updated_at)
    select (lpad(to_hex(d.ms), 12, '0') || '7' || substr(rest, 1, 3) || '8' || substr(rest, 4, 15))::uuid, p.id,
           upper(substr(rest, 1, 10)) || i, $2::bigint, $4::numeric, 0, $5::bigint, 0, 50000000000, 120, 'house', 3, 3, 'seeded', '127.0.0.1',
           now(), now()
      from drawn d cross join (select count(*) as players from player) total
      join player p on p.at = d.one % total.players
    returning id, user_id
  ), numbered as (
    select t.id, t.user_id, d.one, d.two, d.three from (select id, user_id, row_number() over (order by id) as i from ticket) t join drawn d on d.i = t.i
  ), leg as (
    insert into ticket_legs (ticket_id, leg_no, game_id, market, selection, odds, base_odds, overround_percent, price_version, price_step)
    select n.id, no, g.id, ($8::text[])[1 + claim], ($9::text[])[1 + claim], $3::int, $3::int, 8, 1, 1
      from numbered n cross join (select max(games) as games from game) total
      cross join lateral (values (1, 0, n.one), (2, 1, n.two), (3, 2, n.three)) as l (no, step, draw)
      cross join lateral (select (l.draw / 7) % array_length($8::text[], 1) as claim) c
      join game g on g.at = (n.two + l.step * (1 + n.three % greatest(1, total.games / 3 - 1))) % total.games
  ), debit as (
    insert into postings (source, destination, amount, player, balance_after, kind, reference, description, created_at)
    select user_id, $7::uuid, $2::bigint, user_id, $6::bigint - $2::bigint * row_number() over (partition by user_id order by id),
           'bet', id, 'Bet', now()
      from numbered order by id
  )
  insert into player_counters (user_id, placed, valid_tickets, day, placed_on_day)
  select user_id, count(*), count(*), current_date, count(*) from numbered group by user_id`

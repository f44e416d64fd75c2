import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { OpenPayout } from '@mupiira/domain/markets/worst-scores.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** Stakes of the open bets on a selection, and what they pay if all their other legs win. */
export type SelectionLiability = {
  readonly gameId: string
  readonly market: MarketId
  readonly selection: string
  readonly bets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
}

type Row = Omit<SelectionLiability, 'stakeUgx' | 'payoutUgx'> & { stake: string; payout: string }

/** Liability per selection of a game: undecided legs of pending tickets. */
export async function liabilityOf(sql: Sql, gameId: string): Promise<SelectionLiability[]> {
  const rows = await sql.query<Row>(
    `select l.game_id as "gameId", l.market, l.selection, count(*)::int as bets,
            sum(t.total_stake)::text as stake, sum(t.potential_win)::text as payout
       from ticket_legs l join tickets t on t.id = l.ticket_id
      where l.game_id = $1 and l.outcome is null and t.status = 'pending'
      group by l.game_id, l.market, l.selection`,
    [gameId],
    'betting-liability-of-game',
  )
  return rows.map(({ stake, payout, ...row }) => ({
    ...row,
    stakeUgx: ugx(BigInt(stake)),
    payoutUgx: ugx(BigInt(payout)),
  }))
}

/** Pending tickets grouped by their undecided selections on a game, each ticket once. Used to compute the payout per score. */
export const openPayoutsOn = (sql: Sql, gameId: string): Promise<OpenPayout[]> =>
  sql.query<OpenPayout>(
    `select legs, rulebook, "coversWholeTicket", sum(stake)::bigint as stake, sum(payout)::bigint as payout
       from (select t.rulebook, t.legs = count(*) as "coversWholeTicket", t.total_stake as stake, t.potential_win as payout,
                    jsonb_agg(jsonb_build_object('market', l.market, 'selection', l.selection) order by l.market, l.selection) as legs
               from ticket_legs l join tickets t on t.id = l.ticket_id
              where l.game_id = $1 and l.outcome is null and t.status = 'pending'
              group by t.id) open_tickets
      group by legs, rulebook, "coversWholeTicket"`,
    [gameId],
    'betting-open-payouts',
  )

/** Which of the games have open bets. One index probe per game. */
export async function gamesBetOn(sql: Sql, gameIds: readonly string[]): Promise<Set<string>> {
  if (gameIds.length === 0) return new Set()
  const rows = await sql.query<{ id: string }>(
    `select g.id from unnest($1::uuid[]) as g (id)
      cross join lateral (select from ticket_legs l join tickets t on t.id = l.ticket_id
                           where l.game_id = g.id and l.outcome is null and t.status = 'pending' limit 1) as first`,
    [gameIds],
    'betting-games-bet-on',
  )
  return new Set(rows.map(({ id }) => id))
}

/** Games with an undecided leg of a pending ticket. */
export async function gamesWithOpenLegs(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select distinct l.game_id as id from tickets t join ticket_legs l on l.ticket_id = t.id
      where t.status = 'pending' and l.outcome is null`,
    [],
    'betting-games-with-open-legs',
  )
  return rows.map(({ id }) => id)
}

/** Which of the games have ever had a bet. */
export async function gamesWithBets(sql: Sql, gameIds: readonly string[]): Promise<Set<string>> {
  if (gameIds.length === 0) return new Set()
  const rows = await sql.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as g (id) where exists (select from ticket_legs where game_id = g.id)`,
    [gameIds],
    'betting-games-with-bets',
  )
  return new Set(rows.map(({ id }) => id))
}

/** Exposure of open tickets on a game, and its selection with the highest liability. */
export type GameExposure = {
  readonly gameId: string
  readonly bets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
  readonly worst: { readonly market: MarketId; readonly selection: string; readonly payoutUgx: Ugx }
}
export type Exposure = { readonly games: readonly GameExposure[]; readonly largest: readonly string[] }

type ExposureRow = {
  gameId: string
  bets: number
  stake: string
  payout: string
  market: MarketId
  selection: string
  worst: string
}

const MOST_GAMES = 30
const MOST_TICKETS = 10

/** Exposure per game, highest first. Reads open tickets only. */
export async function exposureNow(sql: Sql): Promise<Exposure> {
  const [rows, largest] = await Promise.all([
    sql.query<ExposureRow>(
      `with open as materialized (
         select t.id, t.total_stake, t.potential_win, l.game_id, l.market, l.selection
           from tickets t join ticket_legs l on l.ticket_id = t.id
          where t.status = 'pending' and l.outcome is null
       ), selection as (
         select game_id, market, selection, sum(potential_win) as payout,
                row_number() over (partition by game_id order by sum(potential_win) desc, market, selection) as place
           from open group by game_id, market, selection
       ), game as (
         select game_id, count(*)::int as bets, sum(total_stake)::text as stake, sum(potential_win) as payout
           from (select distinct id, game_id, total_stake, potential_win from open) each_ticket group by game_id
       )
       select g.game_id as "gameId", g.bets, g.stake, g.payout::text as payout, s.market, s.selection, s.payout::text as worst
         from game g join selection s on s.game_id = g.game_id and s.place = 1
        order by g.payout desc limit $1`,
      [MOST_GAMES],
    ),
    sql.query<{ id: string }>(
      `select id from tickets where status = 'pending' order by potential_win desc, id limit $1`,
      [MOST_TICKETS],
    ),
  ])
  return {
    games: rows.map(({ gameId, bets, stake, payout, market, selection, worst }) => ({
      gameId,
      bets,
      stakeUgx: ugx(BigInt(stake)),
      payoutUgx: ugx(BigInt(payout)),
      worst: { market, selection, payoutUgx: ugx(BigInt(worst)) },
    })),
    largest: largest.map(({ id }) => id),
  }
}

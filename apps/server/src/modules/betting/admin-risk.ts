import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

/** Exposure of open tickets on a game, and its selection with the highest liability. */
export type GameExposure = {
  readonly gameId: string
  readonly bets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
  readonly worst: { readonly market: MarketId; readonly selection: string; readonly payoutUgx: Ugx }
}
export type Exposure = { readonly games: readonly GameExposure[]; readonly largest: readonly string[] }

type Row = {
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
    sql.query<Row>(
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

/** Stake limits that staff has set, by player. Players without one are absent. */
export async function stakeLimits(sql: Sql, userIds: readonly string[]): Promise<Map<string, Ugx>> {
  const rows = await sql.query<{ userId: string; mostStake: Ugx }>(
    `select user_id as "userId", most_stake as "mostStake" from player_counters
      where user_id = any($1::uuid[]) and most_stake is not null`,
    [userIds],
    'betting-stake-limits',
  )
  return new Map(rows.map(({ userId, mostStake }) => [userId, mostStake]))
}

/** Sets the player's stake limit; null removes it. Returns the previous limit. The caller must hold the account lock. */
export async function limitStake(tx: Tx, userId: string, mostStake: Ugx | null): Promise<Ugx | null> {
  const before = (await stakeLimits(tx, [userId])).get(userId) ?? null
  await tx.change(
    `insert into player_counters (user_id, placed, standing, day, placed_on_day, most_stake) values ($1, 0, 0, '1970-01-01', 0, $2)
     on conflict (user_id) do update set most_stake = excluded.most_stake`,
    [userId, mostStake],
  )
  return before
}

import { type RawBuilder, sql } from 'kysely'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { OpenPayout } from '@mupiira/domain/markets/worst-scores.ts'
import { type Ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { VoidTimes } from '../../catalogue/index.ts'
import { ofStakeLeft, STAKE_LEFT } from '../tickets/stake-left.repository.ts'
import { PENDING } from '../tickets/tickets.repository.ts'

const POTENTIAL_WIN = ofStakeLeft('t.potential_win')

/** The stakes of the open bets on a selection, and their payouts if all their other legs win. */
export type SelectionLiability = {
  readonly gameId: string
  readonly market: MarketId
  readonly selection: string
  readonly bets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
}

const ofGame = statement(
  (p: Params<{ gameId: string }>) => sql<SelectionLiability>`
    select l.game_id as "gameId", l.market, l.selection, count(*)::int as bets,
           sum(${STAKE_LEFT})::bigint as "stakeUgx",
           sum(${POTENTIAL_WIN})::bigint as "payoutUgx"
      from ticket_legs l join tickets t on t.id = l.ticket_id
     where l.game_id = ${p.gameId} and l.outcome is null and t.status = ${PENDING}
     group by l.game_id, l.market, l.selection`,
)

/** Liability per selection of a game: undecided legs of pending tickets. */
export const liabilityOf = (db: Sql, gameId: string): Promise<SelectionLiability[]> => db.run(ofGame({ gameId }))

const openPayouts = statement(
  (p: Params<{ gameIds: readonly string[] }>) => sql<GamePayout>`
    select "gameId", legs, rulebook, "coversWholeTicket", sum(stake)::bigint as stake, sum(payout)::bigint as payout
      from (select l.game_id as "gameId", t.rulebook, t.legs = count(*) as "coversWholeTicket", ${STAKE_LEFT} as stake,
                   ${POTENTIAL_WIN} as payout,
                   jsonb_agg(jsonb_build_object('market', l.market, 'selection', l.selection)
                             order by l.market, l.selection) as legs
              from ticket_legs l join tickets t on t.id = l.ticket_id
             where l.game_id = any(${p.gameIds}::uuid[]) and l.outcome is null and t.status = ${PENDING}
             group by t.id, l.game_id) open_tickets
     group by "gameId", legs, rulebook, "coversWholeTicket"`,
)

export type GamePayout = OpenPayout & { readonly gameId: string }

/**
 * Pending tickets grouped by their undecided selections on a game, each ticket once per game. Used to compute the
 * payout per score.
 */
export const openPayoutsOn = (db: Sql, gameIds: readonly string[]): Promise<GamePayout[]> =>
  db.run(openPayouts({ gameIds }))

const mostBetOn = statement(
  (p: Params<{ gameIds: readonly string[] }>) => sql<{ id: string }>`
    select g.id from unnest(${p.gameIds}::uuid[]) with ordinality as g (id, place)
     cross join lateral (select count(distinct l.ticket_id) as bets
                           from ticket_legs l join tickets t on t.id = l.ticket_id
                          where l.game_id = g.id and l.outcome is null and t.status = ${PENDING}) as open
     where open.bets > 0
     order by open.bets desc, g.place`,
)
const everBetOn = statement(
  (p: Params<{ gameIds: readonly string[] }>) => sql<{ id: string }>`
    select id from unnest(${p.gameIds}::uuid[]) as g (id) where exists (select from ticket_legs where game_id = g.id)`,
)

const idsIn = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

/**
 * The games with open bets, by descending number of tickets. Games with equal numbers keep the given order. Reads every
 * open bet on them.
 */
export const mostBetGames = async (db: Sql, gameIds: readonly string[]): Promise<string[]> =>
  idsIn(gameIds.length === 0 ? [] : await db.run(mostBetOn({ gameIds })))

/** Which of the games have ever had a bet. */
export const gamesWithBets = async (db: Sql, gameIds: readonly string[]): Promise<Set<string>> =>
  new Set(idsIn(gameIds.length === 0 ? [] : await db.run(everBetOn({ gameIds }))))

const count = statement((p: Params<{ gameId: string }>) =>
  q
    .selectFrom('ticket_legs')
    .select((e) => e.fn.countAll<bigint>().as('legs'))
    .where('game_id', '=', p.gameId),
)

/** The number of legs on a game in all tickets, open or not. It grows with each bet. */
export const countBets = async (db: Sql, gameId: string): Promise<number> =>
  Number((await db.first(count({ gameId })))?.legs ?? 0n)

const withOpenLegs = statement(() =>
  q
    .selectFrom('tickets as t')
    .innerJoin('ticket_legs as l', 'l.ticket_id', 't.id')
    .select('l.game_id as id')
    .distinct()
    .where('t.status', '=', PENDING)
    .where('l.outcome', 'is', null),
)

/** Games with an undecided leg of a pending ticket. */
export const gamesWithOpenLegs = async (db: Sql): Promise<string[]> => idsIn(await db.run(withOpenLegs({})))

/** Exposure of open tickets on a game, and its selection with the highest liability. */
export type GameExposure = {
  readonly gameId: string
  readonly bets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
  readonly worst: { readonly market: MarketId; readonly selection: string; readonly payoutUgx: Ugx }
}
export type Exposure = { readonly games: readonly GameExposure[]; readonly largest: readonly string[] }

type ExposureRow = Omit<GameExposure, 'worst'> & { market: MarketId; selection: string; worst: Ugx }

const MAX_TICKETS = 10

const exposedGames = statement(
  () => sql<ExposureRow>`
    with open as materialized (
      select t.id, ${STAKE_LEFT} as stake, ${POTENTIAL_WIN} as potential_win, l.game_id, l.market, l.selection
        from tickets t join ticket_legs l on l.ticket_id = t.id
       where t.status = ${PENDING} and l.outcome is null
    ), selection as (
      select game_id, market, selection, sum(potential_win)::bigint as payout,
             row_number() over (partition by game_id order by sum(potential_win) desc, market, selection) as rank
        from open group by game_id, market, selection
    ), game as (
      select game_id, count(*)::int as bets, sum(stake)::bigint as stake, sum(potential_win)::bigint as payout
        from (select distinct id, game_id, stake, potential_win from open) each_ticket group by game_id
    )
    select g.game_id as "gameId", g.bets, g.stake as "stakeUgx", g.payout as "payoutUgx", s.market, s.selection,
           s.payout as worst
      from game g join selection s on s.game_id = g.game_id and s.rank = 1
     order by g.payout desc`,
)

const largestTickets = statement(() =>
  q
    .selectFrom('tickets as t')
    .select('t.id')
    .where('t.status', '=', PENDING)
    .orderBy(POTENTIAL_WIN, 'desc')
    .orderBy('t.id')
    .limit(MAX_TICKETS),
)

/** Exposure per game, highest first. Reads open tickets only. */
export async function exposureNow(db: Sql): Promise<Exposure> {
  const [games, largest] = await Promise.all([db.run(exposedGames({})), db.run(largestTickets({}))])
  return {
    games: games.map(({ market, selection, worst, ...game }) => ({
      ...game,
      worst: { market, selection, payoutUgx: worst },
    })),
    largest: largest.map(({ id }) => id),
  }
}

/** Tickets, their players, and the most that the tickets can pay. */
export type TicketCounts = { readonly tickets: number; readonly players: number; readonly upToUgx: Ugx }
/** Open tickets with their stakes, and the most that one of them can pay. */
export type OpenTickets = TicketCounts & { readonly stakeUgx: Ugx; readonly largestUgx: Ugx }

const NO_TICKETS: OpenTickets = { tickets: 0, players: 0, upToUgx: ZERO, stakeUgx: ZERO, largestUgx: ZERO }

const openTickets = (condition: RawBuilder<unknown>) => sql<OpenTickets>`
    select count(*)::int as tickets, count(distinct t.user_id)::int as players,
           coalesce(sum(${POTENTIAL_WIN}), 0)::bigint as "upToUgx",
           coalesce(sum(${STAKE_LEFT}), 0)::bigint as "stakeUgx",
           coalesce(max(${POTENTIAL_WIN}), 0)::bigint as "largestUgx"
      from tickets t where t.status = ${PENDING} and ${condition}`

const allOpen = statement(() => openTickets(sql`true`))
const openOfGames = statement((p: Params<{ gameIds: readonly string[] }>) =>
  openTickets(
    sql`t.id in (select ticket_id from ticket_legs where game_id = any(${p.gameIds}::uuid[]) and outcome is null)`,
  ),
)

/** The open tickets with an undecided leg on these games, or on any game. */
export const openTicketsOn = async (db: Sql, gameIds: readonly string[] | 'all'): Promise<OpenTickets> =>
  (await db.first(gameIds === 'all' ? allOpen({}) : openOfGames({ gameIds }))) ?? NO_TICKETS

const openOfMarket = statement((p: Params<{ gameId: string; market: string }>) =>
  openTickets(
    sql`t.id in (select ticket_id from ticket_legs
                  where game_id = ${p.gameId} and market = ${p.market} and outcome is null)`,
  ),
)

/** The open tickets with an undecided leg on a market of a game. */
export const openTicketsOnMarket = async (db: Sql, gameId: string, market: string): Promise<OpenTickets> =>
  (await db.first(openOfMarket({ gameId, market }))) ?? NO_TICKETS

/** Open tickets as the API and the audit log show them. */
export const presentOpenTickets = ({ tickets, players, upToUgx, stakeUgx, largestUgx }: OpenTickets) => ({
  tickets,
  players,
  stake: ugxToNumber(stakeUgx),
  payout: ugxToNumber(upToUgx),
  largest: ugxToNumber(largestUgx),
})

/** Tickets that results leave open, and the most that they can pay. */
export type OpenTicketsByResults = { readonly tickets: number; readonly upToUgx: Ugx }

const leftOpen = statement(
  (p: Params<{ gameIds: readonly string[]; versions: readonly number[] }>) => sql<OpenTicketsByResults>`
    select count(*)::int as tickets, coalesce(sum(${POTENTIAL_WIN}), 0)::bigint as "upToUgx"
      from tickets t
     where status = ${PENDING}
       and id in (select l.ticket_id
                    from unnest(${p.gameIds}::uuid[], ${p.versions}::int[]) as decided (game_id, version)
                    join ticket_legs l on l.game_id = decided.game_id and l.result_version = decided.version)`,
)

/** Pending tickets with a leg that one of these result versions has decided. */
export async function openTicketsByResults(
  db: Sql,
  results: readonly { readonly gameId: string; readonly resultVersion: number }[],
): Promise<OpenTicketsByResults> {
  if (results.length === 0) return { tickets: 0, upToUgx: ZERO }
  const gameIds = results.map(({ gameId }) => gameId)
  const versions = results.map(({ resultVersion }) => resultVersion)
  return (await db.first(leftOpen({ gameIds, versions }))) ?? { tickets: 0, upToUgx: ZERO }
}

const ofReschedule = statement(
  (p: Params<{ gameId: string; before: string; after: string; beforeInPlay: string; afterInPlay: string }>) => sql<{
    tickets: number
    players: number
    upToUgx: Ugx
  }>`
    with start (in_play, before, after) as (
      values (false, ${p.before}::tstzmultirange, ${p.after}::tstzmultirange),
             (true, ${p.beforeInPlay}::tstzmultirange, ${p.afterInPlay}::tstzmultirange))
    select count(distinct t.id)::int as tickets, count(distinct t.user_id)::int as players,
           coalesce(sum(case when t.created_at <@ start.before or t.legs > l.legs then ${POTENTIAL_WIN}
                             else ${STAKE_LEFT} end), 0)::bigint as "upToUgx"
      from (select ticket_id, in_play, count(*) as legs from ticket_legs
             where game_id = ${p.gameId} and outcome is null group by ticket_id, in_play) l
      join start using (in_play)
      join tickets t on t.id = l.ticket_id
     where t.status = ${PENDING}
       and t.created_at <@ ((start.before + start.after) - (start.before * start.after))`,
)

/**
 * The exposure of rescheduling a game: the bets that the new start voids or reinstates. Their placement times are in
 * only one of the two multiranges. Reinstated bets and bets with other games count with their potential win. Voided
 * bets on this game alone count with their stake.
 */
export const exposureOfReschedule = async (
  db: Sql,
  gameId: string,
  { before, after }: { readonly before: VoidTimes; readonly after: VoidTimes },
): Promise<TicketCounts> => {
  const times = { before: before.beforeStart, after: after.beforeStart }
  const inPlay = { beforeInPlay: before.inPlay, afterInPlay: after.inPlay }
  return (await db.first(ofReschedule({ gameId, ...times, ...inPlay }))) ?? NO_TICKETS
}

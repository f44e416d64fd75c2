import type { CashoutReason } from '@mupiira/domain/cashout/live-state.ts'
import { cashoutOffer, hasStartedGame } from '@mupiira/domain/cashout/offer.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { err, type Result } from '@mupiira/domain/result.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Betting, PlacedTicket } from '../betting/index.ts'
import { type Catalogue, type GameRow, isVoidFor } from '../catalogue/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Pricing } from '../pricing/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { mayDependOn, type StaffDependency, staffDependency } from './manual-games.ts'
import { gameFingerprints, ticketProgress } from './ticket-progress.ts'

export type CashoutDeps = {
  readonly catalogue: Pick<Catalogue, 'feed' | 'games' | 'results'>
  readonly exposure: Pick<Betting['exposure'], 'inPlayRestrictions'>
  readonly prices: Pricing['prices']
  readonly profiles: Pick<Identity['profiles'], 'byIds'>
  readonly settings: Pick<SettingsApi['reads'], 'current'>
  readonly tickets: Betting['tickets']
  readonly wallet: Pick<Wallet, 'accounts' | 'ledger' | 'transfers'>
}

export type OfferNow = {
  readonly offer: Result<Ugx, CashoutReason>
  /** The live games of the ticket that are undecided. An offer that depends on one is checked before it is paid. */
  readonly liveGames: readonly GameRow[]
  readonly fingerprints: Readonly<Record<string, string>>
  /** When the response with the oldest data on a live feed game was requested; Infinity without live feed games. */
  readonly feedRequestedAtMs: number
  readonly dependsOn: StaffDependency
}

const NO_STAFF: StaffDependency = { gameIds: [], hasBegun: false }

type Games = ReadonlyMap<string, GameRow>

/** The games of tickets, read from the database. */
export const gamesOf = (
  sql: Sql,
  { catalogue }: Pick<CashoutDeps, 'catalogue'>,
  ...tickets: readonly PlacedTicket[]
): Promise<Games> =>
  catalogue.games.byIds([...new Set(tickets.flatMap(({ legs }) => legs.map(({ gameId }) => gameId)))], sql)

/** The offer of a ticket at `now`, computed from games that were just read. */
export function offerNow(deps: CashoutDeps, placed: PlacedTicket, games: Games, now: Date): OfferNow {
  if (placed.ticket.status !== 'pending')
    return {
      offer: err('NOT_PENDING'),
      liveGames: [],
      fingerprints: {},
      feedRequestedAtMs: Infinity,
      dependsOn: NO_STAFF,
    }
  const { cashout_margin: margin } = deps.settings.current()
  const market = { games, prices: deps.prices, now }
  const counted = withVoidBets(placed, games)
  const progress = ticketProgress(counted, market)
  const liveGames = liveGamesOf(counted, games)
  return {
    offer: cashoutOffer(progress, margin, now),
    liveGames,
    feedRequestedAtMs: Math.min(
      ...liveGames.flatMap(({ source, feedRequestedAt }) =>
        source === 'feed' ? [feedRequestedAt?.getTime() ?? 0] : [],
      ),
    ),
    // Includes void legs, because staff may have voided a manual match by changing its start (decision 0032).
    fingerprints: gameFingerprints(placed, market),
    dependsOn: staffDependency(placed, games, { hasStartedGame: hasStartedGame(progress), now }),
  }
}

/**
 * The offer as players see it. There is no offer if it would pay more than a single member of staff may move without
 * approval. Offers that were accepted earlier are paid even if their value has grown since the acceptance.
 */
export async function offerToPlayer(
  sql: Sql,
  deps: CashoutDeps,
  placed: PlacedTicket,
  games: Games,
  now: Date,
): Promise<OfferNow> {
  const current = offerNow(deps, placed, games, now)
  if (!current.offer.ok) return current
  const { four_eyes_threshold: threshold } = deps.settings.current()
  const may = await mayDependOn(sql, current.dependsOn, placed, current.offer.value, threshold)
  return may ? current : { ...current, offer: err('WAITS_FOR_RESULT') }
}

/** The undecided games of a ticket that are live. */
const liveGamesOf = ({ legs }: PlacedTicket, games: Games): GameRow[] =>
  [...new Set(legs.filter(({ outcome }) => outcome === null).map(({ gameId }) => gameId))]
    .flatMap((id) => games.get(id) ?? [])
    .filter(({ status }) => status === 'live')

/** The ticket, with the legs voided that settlement will void regardless of the result (decision 0032). */
const withVoidBets = ({ ticket, legs }: PlacedTicket, games: Games): PlacedTicket => ({
  ticket,
  legs: legs.map((leg) => {
    const game = games.get(leg.gameId)
    const isVoid =
      leg.outcome === null && game !== undefined && isVoidFor(game, { takenAt: ticket.createdAt, inPlay: leg.inPlay })
    return isVoid ? { ...leg, outcome: 'void' } : leg
  }),
})

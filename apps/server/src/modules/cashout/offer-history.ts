import type { CashoutHistory } from '@mupiira/contract/cashout.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { stakeLeft } from '@mupiira/domain/ticket/stake-left.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { type PlacedTicket, stakePartsOf } from '../betting/index.ts'
import type { GameRow } from '../catalogue/index.ts'
import { type CashoutDeps, gamesOf, offerNow } from './offer-now.ts'
import { gameAt } from './price-facts.ts'
import { changeTimes, factsAt } from './price-facts.repository.ts'

/** A graph needs no more points. Placement and the end are two of them. */
const MAX_POINTS = 40
const LEAST_POINTS = 10
/** Each point prices every game of the ticket, so tickets with many games have fewer points. */
const MAX_PRICED_GAMES = 200
/** Facts are recorded within seconds. Older points never change. */
const FINAL_AFTER_MS = MINUTE_MS
const CACHED_TICKETS = 2_000

/** The offers of a ticket by time, and what they depend on besides the recorded facts. */
type Known = { readonly basis: string; readonly settings: object; readonly offers: Map<number, number | null> }

export type OfferHistory = (db: Sql, placed: PlacedTicket, now: Date) => Promise<CashoutHistory>

/**
 * The offers of a ticket since its placement, for the stake that is left now (COUT-04), computed from the recorded facts
 * of the games. A point without an offer has none: a game was suspended, or its facts are not known. Offers of the past
 * are cached, so a repeated request computes only the newest points.
 */
export function createOfferHistory(deps: CashoutDeps): OfferHistory {
  const cache = new Map<string, Known>()
  // The price cache is for current prices only.
  const past = { ...deps, prices: { ...deps.prices, of: deps.prices.ofModel } }

  function knownOf(placed: PlacedTicket, games: ReadonlyMap<string, GameRow>): Known {
    const { id } = placed.ticket
    const [basis, settings] = [basisOf(placed, games), deps.settings.current()]
    const found = cache.get(id)
    const isUsable = found?.basis === basis && found.settings === settings
    const known = isUsable ? found : { basis, settings, offers: new Map() }
    // The ticket that was requested longest ago is the first one.
    cache.delete(id)
    cache.set(id, known)
    const oldest = cache.size > CACHED_TICKETS ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    return known
  }

  return async (db, placed, now) => {
    const { ticket } = placed
    const until = ticket.settledAt ?? now
    const games = await gamesOf(db, deps, placed)
    const gameIds = [...games.keys()]
    const points = Math.min(MAX_POINTS, Math.max(LEAST_POINTS, Math.floor(MAX_PRICED_GAMES / gameIds.length)))
    const changes = await changeTimes(db, { gameIds, from: ticket.createdAt, until }, points - 2)
    const times = [ticket.createdAt, ...changes, until]
    const { offers } = knownOf(placed, games)
    const unknown = times.filter((at) => !offers.has(at.getTime()))
    const facts = Map.groupBy(await factsAt(db, gameIds, unknown), ({ at }) => at.getTime())
    const computed = new Map<number, number | null>()
    for (const at of unknown) {
      const rows = (facts.get(at.getTime()) ?? []).flatMap(({ gameId, facts: stored }): [string, GameRow][] => {
        const game = games.get(gameId)
        return game === undefined ? [] : [[gameId, gameAt(game, stored, at)]]
      })
      const { offer } = offerNow(past, ticketAt(placed, at), new Map(rows), at)
      const shown = offer.ok ? ugxToNumber(offer.value) : null
      computed.set(at.getTime(), shown)
      if (now.getTime() - at.getTime() > FINAL_AFTER_MS) offers.set(at.getTime(), shown)
      // A point takes milliseconds, and requests must not wait for all of them.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return {
      ticketId: ticket.id,
      stakeLeft: ugxToNumber(stakeLeft(stakePartsOf(ticket))),
      points: times.map((at) => {
        const known = computed.get(at.getTime()) ?? offers.get(at.getTime()) ?? null
        return { at: at.toISOString(), offer: known }
      }),
    }
  }
}

/** What past offers depend on: the stake left, the decisions of legs, and changed starts, which can void legs. */
const basisOf = ({ ticket, legs }: PlacedTicket, games: ReadonlyMap<string, GameRow>): string =>
  JSON.stringify([
    `${ticket.cashedStake}`,
    legs.map(({ outcome, resultVersion, decidedAt }) => [outcome, resultVersion, decidedAt]),
    [...games.values()].map(({ earlierStarts }) => earlierStarts.length),
  ])

/** The ticket while it was pending, with the legs that were decided at that time. */
const ticketAt = ({ ticket, legs }: PlacedTicket, at: Date): PlacedTicket => ({
  ticket: { ...ticket, status: 'pending' },
  legs: legs.map((leg) =>
    leg.decidedAt !== null && leg.decidedAt > at ? { ...leg, outcome: null, resultVersion: null } : leg,
  ),
})

import type { CashoutHistory } from '@mupiira/contract/cashout.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { stakeLeft } from '@mupiira/domain/ticket/stake-left.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { type PlacedTicket, stakePartsOf } from '../betting/index.ts'
import type { GameRow } from '../catalogue/index.ts'
import { type CashoutDeps, gamesOf, offerNow } from './offer-now.ts'
import { gameAt } from './price-facts.ts'
import { changeTimes, factsAt } from './price-facts.repository.ts'

/** A graph needs no more points. Placement and the end are two of them. */
const MAX_POINTS = 40

/**
 * The offer of a ticket since its placement, for the stake that is left now (COUT-04). It is computed from the recorded
 * facts of the games. A point without an offer has none: a game was suspended, or its facts are not known.
 */
export async function offerHistory(
  db: Sql,
  deps: CashoutDeps,
  placed: PlacedTicket,
  now: Date,
): Promise<CashoutHistory> {
  const { ticket } = placed
  const until = ticket.settledAt ?? now
  const games = await gamesOf(db, deps, placed)
  const gameIds = [...games.keys()]
  const changes = await changeTimes(db, { gameIds, from: ticket.createdAt, until }, MAX_POINTS - 2)
  const times = [ticket.createdAt, ...changes, until]
  const facts = Map.groupBy(await factsAt(db, gameIds, times), ({ at }) => at.getTime())
  // The price cache is for current prices only.
  const past = { ...deps, prices: { ...deps.prices, of: deps.prices.ofModel } }
  const points = times.map((at) => {
    const known = (facts.get(at.getTime()) ?? []).flatMap(({ gameId, facts: stored }): [string, GameRow][] => {
      const game = games.get(gameId)
      return game === undefined ? [] : [[gameId, gameAt(game, stored, at)]]
    })
    const { offer } = offerNow(past, ticketAt(placed, at), new Map(known), at)
    return { at: at.toISOString(), offer: offer.ok ? ugxToNumber(offer.value) : null }
  })
  return { ticketId: ticket.id, stakeLeft: ugxToNumber(stakeLeft(stakePartsOf(ticket))), points }
}

/** The ticket while it was pending, with the legs that were decided at that time. */
const ticketAt = ({ ticket, legs }: PlacedTicket, at: Date): PlacedTicket => ({
  ticket: { ...ticket, status: 'pending' },
  legs: legs.map((leg) =>
    leg.decidedAt !== null && leg.decidedAt > at ? { ...leg, outcome: null, resultVersion: null } : leg,
  ),
})

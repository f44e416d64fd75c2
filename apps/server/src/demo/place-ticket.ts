import { placeBet } from '@mupiira/contract/bets.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { Modules } from '../compose.ts'
import type { Call } from './session.ts'

export type Pick = { readonly gameId: string; readonly market: MarketId; readonly selection: string }
type Bet = { readonly stake: number; readonly picks: readonly Pick[] }

/**
 * Places a bet at the current prices and skips selections without a price. Returns the ticket's id; null if refused.
 */
export async function placeTicket(
  call: Call,
  pricing: Modules['pricing'],
  { stake, picks }: Bet,
  now: Date,
): Promise<string | null> {
  const prices = await pricing.prices.snapshot(
    picks.map(({ gameId }) => gameId),
    now,
  )
  const selections = picks.flatMap(({ gameId, market, selection }) => {
    const odds = prices.get(gameId)?.price(market, selection)?.oddsHundredths ?? null
    return odds === null ? [] : [{ gameId, market, selection, odds: odds / 100 }]
  })
  if (selections.length === 0) return null
  const placed = await call(placeBet, { body: { stake, selections, acceptOddsChanges: true } })
  return placed !== null && 'ticket' in placed ? placed.ticket.id : null
}

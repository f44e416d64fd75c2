import { type Result, err } from '@mupiira/domain/result.ts'
import { type AcceptedBet, type BetRequest, type Market, type PlayerState, judgeBet } from './judge-bet.ts'
import type { BetRefusal } from './refusals.ts'

export type Judged = Result<AcceptedBet, BetRefusal>

/**
 * Judges bets in their order, those of one player on the balance that the ones before have left. `barred` holds refusals
 * that are known already: such a bet takes nothing from the balance of the next.
 */
export function judgeBatch(
  requests: readonly BetRequest[],
  players: ReadonlyMap<string, PlayerState>,
  market: Market,
  barred: ReadonlyMap<BetRequest, BetRefusal>,
): Judged[] {
  const running = new Map(players)
  return requests.map((request) => {
    const refusal = barred.get(request)
    if (refusal !== undefined) return err(refusal)
    const judged = judgeBet(request, running.get(request.userId), market)
    if (judged.ok) running.set(request.userId, judged.value.after)
    return judged
  })
}

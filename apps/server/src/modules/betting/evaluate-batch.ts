import { type Result, err } from '@mupiira/domain/result.ts'
import type { AskLimits } from '../protection/index.ts'
import { type AcceptedBet, type BetRequest, type Market, type PlayerState, evaluateBet } from './evaluate-bet.ts'
import type { BetRefusal } from './refusals.ts'

export type Evaluated = Result<AcceptedBet, BetRefusal>

/**
 * Validates bets in order. Each bet of a player uses the balance, counters and limits that earlier bets have left.
 * Personal limits are checked last.
 */
export function evaluateBatch(
  requests: readonly BetRequest[],
  players: ReadonlyMap<string, PlayerState>,
  market: Market,
  limits: AskLimits,
): Evaluated[] {
  const running = new Map(players)
  return requests.map((request) => {
    const evaluated = evaluateBet(request, running.get(request.userId), market)
    const barred = evaluated.ok ? limits(request) : null
    if (barred !== null) return err(barred)
    if (evaluated.ok) running.set(request.userId, evaluated.value.after)
    return evaluated
  })
}

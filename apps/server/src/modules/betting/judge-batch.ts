import { type Result, err } from '@mupiira/domain/result.ts'
import type { AskLimits } from '../protection/index.ts'
import { type AcceptedBet, type BetRequest, type Market, type PlayerState, judgeBet } from './judge-bet.ts'
import type { BetRefusal } from './refusals.ts'

export type Judged = Result<AcceptedBet, BetRefusal>

/**
 * Judges bets in their order, those of one player on what the ones before have left of his balance, his counters and his
 * own limits, which are asked last.
 */
export function judgeBatch(
  requests: readonly BetRequest[],
  players: ReadonlyMap<string, PlayerState>,
  market: Market,
  limits: AskLimits,
): Judged[] {
  const running = new Map(players)
  return requests.map((request) => {
    const judged = judgeBet(request, running.get(request.userId), market)
    const barred = judged.ok ? limits(request) : null
    if (barred !== null) return err(barred)
    if (judged.ok) running.set(request.userId, judged.value.after)
    return judged
  })
}

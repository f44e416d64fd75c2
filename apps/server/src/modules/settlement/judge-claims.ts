import { settle } from '@mupiira/domain/markets/settle.ts'
import type { Rulebook } from '@mupiira/domain/markets/types.ts'
import type { JudgedClaim, LegClaim } from '../betting/index.ts'
import type { DecidedGame } from '../catalogue/index.ts'

export type Judgement = {
  readonly judged: readonly JudgedClaim[]
  /** Claims that no rule can read, and why. Their legs stay undecided. */
  readonly unreadable: readonly { readonly claim: LegClaim; readonly error: unknown }[]
}

/** The outcome of each claim under both rulebooks; one that needs what is not known yet waits (SETL-14 to SETL-41). */
export function judgeClaims(claims: readonly LegClaim[], games: ReadonlyMap<string, DecidedGame>): Judgement {
  const judged: JudgedClaim[] = []
  const unreadable: { claim: LegClaim; error: unknown }[] = []
  for (const claim of claims) {
    const game = games.get(claim.gameId)
    if (game === undefined) continue
    try {
      const [house, industry] = [outcomeOf(claim, game, 'house'), outcomeOf(claim, game, 'industry')]
      judged.push({ ...claim, version: game.resultVersion, house, industry })
    } catch (error) {
      unreadable.push({ claim, error })
    }
  }
  return { judged, unreadable }
}

function outcomeOf({ market, selection }: LegClaim, { verdict }: DecidedGame, rulebook: Rulebook) {
  if (verdict.kind === 'void') return 'void'
  const outcome = settle(market, selection, verdict.result, rulebook)
  return outcome === 'undecided' ? null : outcome
}

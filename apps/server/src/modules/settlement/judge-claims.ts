import { settle } from '@mupiira/domain/markets/settle.ts'
import type { DecidedClaim, LegClaim } from '../betting/index.ts'
import type { Verdict } from '../catalogue/index.ts'

/** The outcome of each claim that the verdict decides; a claim that needs what is not known waits (SETL-14 to SETL-41, SETL-46). */
export function judgeClaims(claims: readonly LegClaim[], verdict: Verdict): DecidedClaim[] {
  return claims.flatMap((claim) => {
    if (verdict.kind === 'void' || claim.late) return [{ ...claim, outcome: 'void' as const }]
    const outcome = settle(claim.market, claim.selection, verdict.result, claim.rulebook)
    return outcome === 'undecided' ? [] : [{ ...claim, outcome }]
  })
}

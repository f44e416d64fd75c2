import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { judgeRequests, type ProtectionRefusal } from './check.ts'
import type { Standing } from './read-standing.ts'

type Stake = { readonly userId: string; readonly stakeUgx: Ugx }

/** A player's own limit or exclusion as a refusal of the interface. */
export type Barred = { readonly error: ProtectionRefusal['code']; readonly details: ProtectionRefusal['details'] }

type Rules<Request, Verdict> = {
  /** One verdict for each request, in order; those that are barred take nothing from the balance of the next. */
  readonly judge: (barred: ReadonlyMap<Request, Barred>) => readonly Verdict[]
  readonly passes: (verdict: Verdict) => boolean
}

/**
 * Judges a batch of stakes with their players' limits (PLAY-02): these are asked about what would be placed, and for all
 * of it at once. One that they refuse leaves its stake to the player's next bet of the batch, so the batch is judged
 * again without it until nothing changes.
 */
export function judgeStakes<Request extends Stake, Verdict>(
  standings: ReadonlyMap<string, Standing>,
  requests: readonly Request[],
  { judge, passes }: Rules<Request, Verdict>,
  now: Date,
): readonly Verdict[] {
  const barred = new Map<Request, Barred>()
  for (let round = 0; round <= requests.length; round++) {
    const judged = judge(barred)
    const passing = requests.filter((_, at) => passes(judged[at] as Verdict))
    const stakes = passing.map(({ userId, stakeUgx }) => ({ userId, kind: 'stake' as const, amount: stakeUgx }))
    const refusals = judgeRequests(standings, stakes, now)
    const before = barred.size
    for (const [at, refusal] of refusals.entries()) {
      const request = passing[at]
      if (refusal !== null && request !== undefined)
        barred.set(request, { error: refusal.code, details: refusal.details })
    }
    if (barred.size === before) return judged
  }
  throw new Error('each round bars at least one bet')
}

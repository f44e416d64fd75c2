import { addUgx, type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { ok, type Result } from '@mupiira/domain/result.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { OperatorsResult, ResultRefusal } from '../catalogue/index.ts'
import type { Settlement } from '../settlement/index.ts'
import type { Approvals } from './approvals.ts'
import type { Evaluation } from './four-eyes.ts'
import { movedAlone, type MovedDeps } from './moved-alone.ts'
import { movedBefore } from './staff-results.ts'

export type EvaluateDeps = MovedDeps & { readonly settlement: Pick<Settlement, 'previewResult'> }

/**
 * What a result would pay out and take back, and what tickets may pay that stay open with a leg decided by it: who says it
 * has these paid as well, once their other games end. Not whole: there were more bets than were worked out.
 */
export type MovedByResult = {
  readonly isWhole: boolean
  readonly movedUgx: Ugx
  /** The game whose start is moved: what it was moved by already counts with it, whenever that was. */
  readonly startOf?: string
}

export type EvaluateResult = ReturnType<typeof createEvaluateResult>

/**
 * Whether a result needs a second member of staff (ADMT-30). What it moves is worked out with nothing locked, since it goes
 * through the bets of the game; it is judged in the transaction that says it, with what he has moved alone before.
 */
export function createEvaluateResult(deps: EvaluateDeps, { fourEyes }: Pick<Approvals, 'fourEyes'>) {
  return {
    async effectOf(gameId: string, entered: OperatorsResult, now: Date): Promise<Result<MovedByResult, ResultRefusal>> {
      const effect = await deps.settlement.previewResult(gameId, entered, now)
      if (!effect.ok) return effect
      const { isWhole, paidUgx, takenBackUgx, openUgx } = effect.value
      return ok({ isWhole, movedUgx: addUgx(addUgx(paidUgx, takenBackUgx), openUgx) })
    },

    /**
     * `saidBy` null: the clock. Asked before anything else is locked. What moves more bets than are worked out moves more
     * than the threshold; what moves nothing counts with nothing.
     */
    async evaluate(
      tx: Tx,
      { isWhole, movedUgx, startOf }: MovedByResult,
      enteredBy: string | null,
      now: Date,
    ): Promise<Evaluation> {
      if (!isWhole) return fourEyes.evaluateAlways(tx, now)
      if (enteredBy === null || movedUgx === ZERO) return fourEyes.evaluate(tx, movedUgx, ZERO, now)
      const alone = await movedAlone(tx, { ...deps, fourEyes }, enteredBy, now)
      const since = new Date(now.getTime() - DAY_MS)
      const before = startOf === undefined ? ZERO : await movedBefore(tx, startOf, { enteredBy, since })
      return fourEyes.evaluate(tx, movedUgx, addUgx(alone, before), now)
    },
  }
}

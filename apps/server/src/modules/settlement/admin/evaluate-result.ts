import { addUgx, type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { ok, type Result } from '@mupiira/domain/result.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { StaffResult, ResultRefusal } from '../../catalogue/index.ts'
import type { PreviewResult } from '../preview-result.ts'
import type { Evaluation, FourEyes } from '../../../kernel/approvals.ts'
import { movedByEarlierStarts } from './staff-results.ts'

/**
 * The payouts and reversals of a result, and the possible payouts of tickets that stay open with a leg that it
 * decides. `isWhole: false`: not all bets could be computed.
 */
export type ResultExposure = {
  readonly isWhole: boolean
  readonly movedUgx: Ugx
  /** The game whose start changes. The effects of its earlier unapproved starts are included. */
  readonly startOf?: string
}

export type EvaluateResult = ReturnType<typeof createEvaluateResult>

/**
 * Decides whether a result needs a second approver (ADMT-30). Its effect is computed without locks, as it reads all bets of
 * the game; the decision is made in the transaction that enters it, with the day's unapproved results.
 */
export function createEvaluateResult(previewResult: PreviewResult, fourEyes: FourEyes) {
  return {
    async effectOf(gameId: string, entered: StaffResult, now: Date): Promise<Result<ResultExposure, ResultRefusal>> {
      const effect = await previewResult(gameId, entered, now)
      if (!effect.ok) return effect
      const { isWhole, paidUgx, reversedUgx, openUgx } = effect.value
      return ok({ isWhole, movedUgx: addUgx(addUgx(paidUgx, reversedUgx), openUgx) })
    },

    /**
     * `enteredBy` null: the game's clock. Call it before any other lock. An effect that could not be computed completely
     * counts as above the threshold, and a result without effect counts zero.
     */
    async evaluate(
      tx: Tx,
      { isWhole, movedUgx, startOf }: ResultExposure,
      enteredBy: string | null,
      now: Date,
    ): Promise<Evaluation> {
      if (!isWhole) return fourEyes.evaluateAlways(tx, enteredBy, now)
      const action = { actorId: enteredBy, amountUgx: movedUgx }
      if (enteredBy === null || movedUgx === ZERO) return fourEyes.evaluate(tx, { ...action, before: ZERO }, now)
      const alone = await fourEyes.movedWithoutApproval(tx, enteredBy, now)
      const since = new Date(now.getTime() - DAY_MS)
      const before = startOf === undefined ? ZERO : await movedByEarlierStarts(tx, startOf, { enteredBy, since })
      return fourEyes.evaluate(tx, { ...action, before: addUgx(alone, before) }, now)
    },
  }
}

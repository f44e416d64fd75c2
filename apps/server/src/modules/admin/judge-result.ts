import { addUgx, type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { ok, type Result } from '@mupiira/domain/result.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { OperatorsResult, ResultRefusal } from '../catalogue/index.ts'
import type { Settlement } from '../settlement/index.ts'
import type { Approvals } from './approvals.ts'
import type { Judgement } from './four-eyes.ts'
import { movedAlone, type MovedDoors } from './moved-alone.ts'
import { movedBefore } from './staff-results.ts'

export type JudgeDoors = MovedDoors & { readonly settlement: Pick<Settlement, 'previewResult'> }

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

export type JudgeResult = ReturnType<typeof createJudgeResult>

/**
 * Whether a result needs a second member of staff (ADMT-30). What it moves is worked out with nothing locked, since it goes
 * through the bets of the game; it is judged in the transaction that says it, with what he has moved alone before.
 */
export function createJudgeResult(doors: JudgeDoors, { fourEyes }: Pick<Approvals, 'fourEyes'>) {
  return {
    async effectOf(gameId: string, said: OperatorsResult, now: Date): Promise<Result<MovedByResult, ResultRefusal>> {
      const effect = await doors.settlement.previewResult(gameId, said, now)
      if (!effect.ok) return effect
      const { isWhole, paidUgx, takenBackUgx, openUgx } = effect.value
      return ok({ isWhole, movedUgx: addUgx(addUgx(paidUgx, takenBackUgx), openUgx) })
    },

    /**
     * `saidBy` null: the clock. Asked before anything else is locked. What moves more bets than are worked out moves more
     * than the threshold; what moves nothing counts with nothing.
     */
    async judge(
      tx: Tx,
      { isWhole, movedUgx, startOf }: MovedByResult,
      saidBy: string | null,
      now: Date,
    ): Promise<Judgement> {
      if (!isWhole) return fourEyes.judgeAlways(tx, now)
      if (saidBy === null || movedUgx === ZERO) return fourEyes.judge(tx, movedUgx, ZERO, now)
      const alone = await movedAlone(tx, { ...doors, fourEyes }, saidBy, now)
      const since = new Date(now.getTime() - DAY_MS)
      const before = startOf === undefined ? ZERO : await movedBefore(tx, startOf, { saidBy, since })
      return fourEyes.judge(tx, movedUgx, addUgx(alone, before), now)
    },
  }
}

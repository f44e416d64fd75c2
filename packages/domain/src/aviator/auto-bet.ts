import { ZERO, ugx } from '../money/ugx.ts'
import type { Ugx } from '../money/ugx.ts'

/** The plan of an auto bet. A limit of null is disabled. */
export interface AutoBetPlan {
  /** The number of rounds, from 1 to 100. */
  readonly rounds: number
  /** Stops before the net loss can exceed this amount. */
  readonly stopLossUgx: Ugx | null
  /** Stops when the net win reaches this amount. */
  readonly stopWinUgx: Ugx | null
}

export interface AutoBetRun {
  readonly plan: AutoBetPlan
  readonly roundsPlayed: number
  /** Payouts less stakes. */
  readonly netUgx: Ugx
}

export type AutoBetStop = 'ROUNDS' | 'LOSS' | 'WIN'

export const MAX_AUTO_ROUNDS = 100

export const startAutoBet = (plan: AutoBetPlan): AutoBetRun => ({ plan, roundsPlayed: 0, netUgx: ZERO })

/** Counts a finished round. A refunded bet changes the net result by zero. */
export const afterRound = (run: AutoBetRun, stakedUgx: Ugx, paidUgx: Ugx): AutoBetRun => ({
  ...run,
  roundsPlayed: run.roundsPlayed + 1,
  netUgx: ugx(run.netUgx + paidUgx - stakedUgx),
})

/** Returns why auto bet stops, or null to continue. The loss limit applies before the stake that could exceed it. */
export function autoBetStop({ plan, roundsPlayed, netUgx }: AutoBetRun, nextStakeUgx: Ugx): AutoBetStop | null {
  if (plan.stopWinUgx !== null && netUgx >= plan.stopWinUgx) return 'WIN'
  if (plan.stopLossUgx !== null && netUgx - nextStakeUgx < -plan.stopLossUgx) return 'LOSS'
  return roundsPlayed >= plan.rounds ? 'ROUNDS' : null
}

import { ugx, ugxFromShillings } from '../money/ugx.ts'
import type { Ugx } from '../money/ugx.ts'
import { startOfWeek } from '../time/kampala.ts'

/** The initial jackpot, and its growth per step. */
const START = ugxFromShillings(9_174_962)
const STEP = ugxFromShillings(115)
export const JACKPOT_STEP_MS = 9_000

/**
 * The jackpot at a time. It depends only on the time since Monday 00:00 in Kampala, so every player sees the same
 * amount (D41).
 */
export function jackpotAt(now: Date): Ugx {
  const steps = Math.floor((now.getTime() - startOfWeek(now).getTime()) / JACKPOT_STEP_MS)
  return ugx(START + STEP * BigInt(steps))
}

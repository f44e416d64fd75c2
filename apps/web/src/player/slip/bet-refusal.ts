import type { ErrorCode } from '@mupiira/contract/errors.ts'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { checkStake } from '@mupiira/domain/limits/stake-rules.ts'
import { stakeRefusalText } from '@mupiira/domain/limits/stake-texts.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { ApiError, textOf } from '../../shared/api/errors.ts'
import { money } from '../../shared/format/amounts.ts'
import { rulesOf } from '../../shared/rules-of.ts'

/** The reason and text of a refused bet. The slip chooses further actions by the reason. */
export type BetRefusal = {
  readonly reason: ErrorCode | 'UNKNOWN' | 'OFFLINE'
  readonly text: string
  /** The largest stake that is possible now, in shillings, if the stake was above it. */
  readonly mostStake?: number
}

/** The slip's message for a refused placement (SLIP-60 to SLIP-68). */
export function refusedBy(error: unknown): BetRefusal {
  if (!(error instanceof ApiError))
    return { reason: 'UNKNOWN', text: 'An unexpected error occurred. Please try again.' }
  // The specified text. The app then opens the login screen.
  if (error.code === 'NOT_AUTHENTICATED')
    return { reason: error.code, text: 'You need to be logged in to place a bet.' }
  const refusal = { reason: error.code, text: textOf(error, 'Failed to place bet. Please try again.') }
  const { maximumUgx } = error.details
  return error.code === 'STAKE_ABOVE_LIABILITY' && typeof maximumUgx === 'number'
    ? { ...refusal, mostStake: maximumUgx }
    : refusal
}

export const LOGGED_OUT: BetRefusal = { reason: 'NOT_AUTHENTICATED', text: 'Please log in to place a bet' }

type BetInput = { readonly stakeUgx: Ugx; readonly selections: number; readonly balance: number | null }

/** Checks the stake on the device before the server does (SLIP-30 to SLIP-40). */
export function refusedStake(
  input: BetInput,
  settings: PublicSettings,
  minStake: number | undefined,
): BetRefusal | null {
  const { stakeUgx, selections, balance } = input
  const evaluated = checkStake(
    // The server determines the first bet and counts the tickets of the day.
    { stakeUgx, selections, balanceUgx: money(balance ?? 0), isFirstBet: 'unknown', ticketsToday: 0 },
    rulesOf(settings, minStake),
  )
  return evaluated.ok ? null : { reason: evaluated.error.code, text: stakeRefusalText(evaluated.error) }
}

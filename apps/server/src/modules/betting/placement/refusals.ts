import type { placeBet } from '@mupiira/contract/bets.ts'
import type { StakeRefusal } from '@mupiira/domain/limits/stake-rules.ts'
import { formatAmount, formatPlain, formatUgx, type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { exhaustive } from '@mupiira/domain/result.ts'
import { codeOf } from '../../../kernel/db/failures.ts'
import type { Refusal } from '../../../kernel/http/route.ts'

export type BetRefusal = Refusal<(typeof placeBet)['errors'][number]>

/** An amount of a refusal: as text for people, and as a number for programs. */
const amount = (name: string, value: Ugx, text: string): { readonly [key: string]: unknown } => ({
  [name]: text,
  [`${name}Ugx`]: ugxToNumber(value),
})

/** Maps a domain refusal to the API error (SLIP-30 to SLIP-41, SLIP-62, D48). */
export function stakeRefusal(refusal: StakeRefusal): BetRefusal {
  switch (refusal.code) {
    case 'MAINTENANCE':
    case 'BETTING_DISABLED':
    case 'NO_SELECTIONS':
      return { error: refusal.code }
    case 'TOO_MANY_SELECTIONS':
      return { error: refusal.code, details: { maximum: refusal.maximum } }
    case 'INVALID_STAKE':
      return {
        error: refusal.notPositive ? 'STAKE_NOT_POSITIVE' : 'INVALID_STAKE',
        details: amount('minimum', refusal.minimumUgx, formatPlain(refusal.minimumUgx)),
      }
    case 'STAKE_BELOW_MINIMUM':
      return { error: refusal.code, details: amount('minimum', refusal.minimumUgx, formatPlain(refusal.minimumUgx)) }
    case 'STAKE_ABOVE_MAXIMUM':
      return { error: refusal.code, details: amount('maximum', refusal.maximumUgx, formatPlain(refusal.maximumUgx)) }
    case 'DAILY_BET_LIMIT':
      return { error: refusal.code, details: { limit: refusal.limit } }
    case 'NEGATIVE_BALANCE': {
      const text = formatAmount(refusal.balanceUgx)
      return { error: refusal.code, details: amount('balance', refusal.balanceUgx, text) }
    }
    case 'INSUFFICIENT_BALANCE':
      return {
        error: refusal.code,
        details: {
          ...amount('balance', refusal.balanceUgx, formatUgx(refusal.balanceUgx)),
          ...amount('required', refusal.requiredUgx, formatUgx(refusal.requiredUgx)),
        },
      }
    default:
      return exhaustive(refusal)
  }
}

/** The player's account could not be read in time; nothing was written (SLIP-66). */
export class AccountUnread extends Error {
  constructor(cause: unknown) {
    super('the account could not be read', { cause })
    this.name = 'AccountUnread'
  }
}

// The codes lock_not_available and query_canceled.
const IN_VAIN = new Set(['55P03', '57014'])

/** Turns timeouts into `AccountUnread`. All other database errors pass through unchanged. */
export function accountUnread(error: unknown): never {
  throw IN_VAIN.has(codeOf(error)) ? new AccountUnread(error) : error
}

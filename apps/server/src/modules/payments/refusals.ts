import type { requestDeposit, requestWithdrawal } from '@mupiira/contract/payments.ts'
import type { DepositRefusal, WithdrawalRefusal } from '@mupiira/domain/limits/payment-rules.ts'
import { formatAmount, formatPlain } from '@mupiira/domain/money/ugx.ts'
import { exhaustive } from '@mupiira/domain/result.ts'
import type { Refusal } from '../../kernel/http/route.ts'

export type DepositAnswer = Refusal<(typeof requestDeposit)['errors'][number] | 'NOT_ALLOWED' | 'RATE_LIMITED'>
export type WithdrawalAnswer = Refusal<(typeof requestWithdrawal)['errors'][number] | 'NOT_ALLOWED' | 'RATE_LIMITED'>

/** DEP-07..10. */
export function depositRefusal(refusal: DepositRefusal): DepositAnswer {
  switch (refusal.code) {
    case 'MAINTENANCE':
      return { error: 'MAINTENANCE' }
    case 'PHONE_MISSING':
      return { error: 'PHONE_REQUIRED' }
    case 'FIRST_DEPOSIT_BELOW_MINIMUM':
      return { error: 'FIRST_DEPOSIT_TOO_SMALL' }
    case 'DEPOSIT_OUT_OF_RANGE':
      return {
        error: 'DEPOSIT_OUT_OF_RANGE',
        details: {
          which: refusal.first ? 'First time' : 'Subsequent',
          minimum: formatPlain(refusal.minimumUgx),
          maximum: formatPlain(refusal.maximumUgx),
        },
      }
    case 'AMOUNT_NOT_WHOLE':
      return { error: 'AMOUNT_NOT_WHOLE' }
    default:
      return exhaustive(refusal)
  }
}

/** WDR-08, 09, 12, 15. */
export function withdrawalRefusal(refusal: WithdrawalRefusal): WithdrawalAnswer {
  switch (refusal.code) {
    case 'MAINTENANCE':
      return { error: 'MAINTENANCE' }
    case 'NEGATIVE_BALANCE':
      return {
        error: 'NEGATIVE_BALANCE',
        details: { balance: formatAmount(refusal.balanceUgx) },
      }
    case 'WITHDRAWAL_OUT_OF_RANGE':
      return {
        error: 'WITHDRAWAL_OUT_OF_RANGE',
        details: { minimum: formatPlain(refusal.minimumUgx), maximum: formatPlain(refusal.maximumUgx) },
      }
    case 'WITHDRAWAL_BELOW_MINIMUM':
      return { error: 'WITHDRAWAL_TOO_SMALL', details: { minimum: formatPlain(refusal.minimumUgx) } }
    case 'INSUFFICIENT_BALANCE':
      return { error: 'WITHDRAWAL_BALANCE' }
    case 'AMOUNT_NOT_WHOLE':
      return { error: 'AMOUNT_NOT_WHOLE' }
    default:
      return exhaustive(refusal)
  }
}

/** WDR-28: nothing was begun; the provider's own pause is five minutes. */
export const PROVIDER_AWAY = { error: 'PAYMENT_SERVICE_UNAVAILABLE', retryAfterSeconds: 300 } as const

import { parseAccountPhone, INVALID_PHONE_TEXT } from '@mupiira/domain/phone/phone.ts'
import type { PaymentMethod } from '@mupiira/domain/phone/carriers.ts'
import { amountProblemText, parseAmount } from '@mupiira/domain/money/parse-amount.ts'
import { ZERO, type Ugx } from '@mupiira/domain/money/ugx.ts'
import { ApiError, textOf } from '../../shared/api/errors.ts'

/** Why a deposit was refused. Field errors appear at their field. */
export type DepositRefusal = {
  readonly text: string
  readonly field: 'amount' | 'phone' | null
  /** The account's own number must be confirmed first (D51a). */
  readonly needsOwnNumber?: boolean
}

type Typed = { readonly amount: string; readonly phone: string; readonly method: PaymentMethod | null }
type DepositInput = { readonly amountUgx: Ugx; readonly method: PaymentMethod }

/** Parses the form. The server checks the amount against the limits. */
export function readDeposit({ amount, phone, method }: Typed): DepositInput | DepositRefusal {
  const parsed = parseAmount(amount)
  if (!parsed.ok) return { text: amountProblemText(parsed.error), field: 'amount' }
  if (parsed.value === ZERO) return { text: amountProblemText('EMPTY'), field: 'amount' }
  if (phone.trim() === '') return { text: 'Please enter your phone number', field: 'phone' }
  if (!parseAccountPhone(phone).ok) return { text: INVALID_PHONE_TEXT, field: 'phone' }
  if (method === null) return { text: 'Please choose MTN or Airtel', field: null }
  return { amountUgx: parsed.value, method }
}

export const refusedDeposit = (error: unknown): DepositRefusal => ({
  text: textOf(error, 'Payment failed: Payment request failed'),
  field: error instanceof ApiError ? fieldOf(error) : null,
  needsOwnNumber: error instanceof ApiError && error.code === 'OWN_NUMBER_FIRST',
})

function fieldOf({ code }: ApiError): DepositRefusal['field'] {
  switch (code) {
    case 'FIRST_DEPOSIT_TOO_SMALL':
    case 'DEPOSIT_OUT_OF_RANGE':
    case 'AMOUNT_TOO_PRECISE':
    case 'AMOUNT_NOT_WHOLE':
      return 'amount'
    case 'PHONE_REQUIRED':
    case 'INVALID_PHONE':
    case 'PAYER_OPTED_OUT':
    case 'TOO_MANY_PAYERS':
    case 'OWN_NUMBER_FIRST':
      return 'phone'
    default:
      return null
  }
}

import { textOfCode } from '../text-of-code.ts'
import type { PaymentStage } from './payment-states.ts'
import type { TransactionStatus, TransactionType } from '../ticket/states.ts'

export const PAYMENT_TYPE_TEXTS: { readonly [T in TransactionType]: string } = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
}

const STATUS_TEXTS: { readonly [S in TransactionStatus]: string } = {
  pending: 'Pending',
  success: 'Success',
  failed: 'Failed',
}

const FAILURE_TEXTS: { readonly [reason: string]: string } = {
  'timed-out': 'Not confirmed',
  unanswered: 'Not approved in time',
  'insufficient-funds': 'No funds',
  declined: 'Declined',
  refused: 'Refused',
  unavailable: 'Not sent',
  'never-sent': 'Not sent',
  decided: 'Marked as failed',
  denied: 'Not approved',
  cancelled: 'Cancelled',
}

/** The reasons of payments that are not failures. */
const REASON_TEXTS = {
  ...FAILURE_TEXTS,
  contradicted: 'The provider reported two results',
  mismatch: 'The provider has another amount or number',
  untracked: 'No reference from the provider',
}

/** `reasonText('insufficient-funds')` → "No funds"; an unknown reason is returned unchanged. */
export const reasonText = (reason: string): string => textOfCode(REASON_TEXTS, reason)

type Uncertain = { readonly status: TransactionStatus; readonly beingChecked: boolean }

/**
 * The term of a payment whose result is unknown, for players and staff; null for other payments. A deposit without a
 * reply counts as failed for the player, and is still credited if it is confirmed later (D32).
 */
export const uncertainTerm = ({ status, beingChecked }: Uncertain): 'Not confirmed yet' | 'Being checked' | null =>
  !beingChecked ? null : status === 'failed' ? 'Not confirmed yet' : 'Being checked'

/** The status with the provider's reason, for staff: "Success", "Not confirmed yet", "No funds", "To review". */
export function paymentStatusText(
  payment: Uncertain & { readonly reason: string | null; readonly stage?: PaymentStage },
): string {
  const { status, reason, stage } = payment
  if (stage === 'held') return 'To review'
  if (status === 'failed') return uncertainTerm(payment) ?? FAILURE_TEXTS[reason ?? ''] ?? STATUS_TEXTS.failed
  return uncertainTerm(payment) ?? textOfCode(STATUS_TEXTS, status)
}

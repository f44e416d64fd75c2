import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { uncertainTerm } from '../../shared/format/payment-terms.ts'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { PAYMENT_TONES } from './tones.ts'

const FAILURE_TEXTS: { readonly [reason: string]: string } = {
  'timed-out': 'not confirmed',
  unanswered: 'not approved in time',
  'insufficient-funds': 'no funds',
  declined: 'declined',
  refused: 'refused',
  unavailable: 'not sent',
  'never-sent': 'not sent',
  decided: 'marked as failed',
}

type State = Pick<AdminTransaction, 'status' | 'reason' | 'beingChecked'>

/** The status with the provider's reason: "success", "not confirmed yet", "no funds". */
export function paymentStatusText(payment: State): string {
  const { status, reason } = payment
  const uncertain = uncertainTerm(payment)?.toLowerCase()
  return uncertain ?? (status === 'failed' ? (FAILURE_TEXTS[reason ?? ''] ?? 'failed') : status)
}

export const PaymentStatus = ({ payment }: { readonly payment: State }) => (
  <Badge tone={payment.beingChecked ? 'live' : PAYMENT_TONES[payment.status]}>{paymentStatusText(payment)}</Badge>
)

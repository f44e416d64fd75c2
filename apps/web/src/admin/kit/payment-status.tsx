import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { PAYMENT_TONES } from './tones.ts'

const FAILURE_TEXTS: { readonly [reason: string]: string } = {
  'timed-out': 'timed out',
  expired: 'timed out',
  unanswered: 'not approved in time',
  'insufficient-funds': 'no funds',
  declined: 'declined',
  refused: 'refused',
  unavailable: 'not sent',
  'never-sent': 'not sent',
  decided: 'marked as failed',
}

/** The status with the provider's reason: "success", "timed out", "no funds". */
export const paymentStatusText = ({ status, reason }: Pick<AdminTransaction, 'status' | 'reason'>): string =>
  status === 'failed' ? (FAILURE_TEXTS[reason ?? ''] ?? 'failed') : status

export const PaymentStatus = ({ payment }: { readonly payment: Pick<AdminTransaction, 'status' | 'reason'> }) => (
  <Badge tone={PAYMENT_TONES[payment.status]}>{paymentStatusText(payment)}</Badge>
)

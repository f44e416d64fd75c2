import { paymentStatusText } from '@mupiira/domain/payments/payment-texts.ts'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { PAYMENT_TONES } from './tones.ts'

type State = Pick<AdminTransaction, 'status' | 'reason' | 'beingChecked' | 'stage'>

export const PaymentStatus = ({ payment }: { readonly payment: State }) => (
  <Badge tone={payment.beingChecked ? 'live' : PAYMENT_TONES[payment.status]}>{paymentStatusText(payment)}</Badge>
)

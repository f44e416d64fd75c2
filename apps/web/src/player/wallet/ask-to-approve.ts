import type { QueryClient } from '@tanstack/react-query'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { queryKey } from '../../shared/api/queries.ts'
import { closeToast, showToast } from '../../shared/ui/toast.tsx'

/** DEP-18: sends the player to his phone, for no longer than there is anything to approve. */
export function askToApprove(client: QueryClient, paymentId: string): void {
  const key = queryKey('GET /api/payments/{id}', { params: { id: paymentId } })
  const toast = showToast('info', 'Please check your phone and enter your PIN to approve the payment.')
  const stop = client.getQueryCache().subscribe(() => {
    if (client.getQueryData<Transaction>(key)?.status === 'pending') return
    stop()
    closeToast(toast)
  })
}

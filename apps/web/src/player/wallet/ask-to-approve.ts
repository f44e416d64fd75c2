import type { QueryClient } from '@tanstack/react-query'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { queryKey } from '../../shared/api/queries.ts'
import { closeToast, showToast } from '../../shared/ui/toast.tsx'

/** DEP-18: sends players to their phone for as long as the payment is pending. */
export function askToApprove(client: QueryClient, paymentId: string): void {
  const key = queryKey('GET /api/payments/{id}', { params: { id: paymentId } })
  const toast = showToast('info', 'Please check your phone and enter your PIN to approve the payment.')
  const stop = client.getQueryCache().subscribe(() => {
    if (client.getQueryData<Transaction>(key)?.status === 'pending') return
    stop()
    closeToast(toast)
  })
}

import type { QueryClient } from '@tanstack/react-query'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { queryKey } from '../../shared/api/queries.ts'
import { closeToast, showToast } from '../../shared/ui/toast.tsx'

/**
 * DEP-18: a toast while the payment is pending. It has at most two lines on a phone, so it covers no text of the page.
 */
export function askToApprove(client: QueryClient, paymentId: string): void {
  const key = queryKey('GET /api/payments/{id}', { params: { id: paymentId } })
  const toast = showToast('info', 'Check your phone and enter your PIN.')
  const stop = client.getQueryCache().subscribe(() => {
    if (client.getQueryData<Transaction>(key)?.status === 'pending') return
    stop()
    closeToast(toast)
  })
}

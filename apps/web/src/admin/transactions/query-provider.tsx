import { useState } from 'react'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { queryProvider } from './transaction-queries.ts'

const REPLY_TEXTS = {
  pending: 'The provider replied. The payment is still pending.',
  success: 'The provider replied. The payment has succeeded.',
  failed: 'The provider replied. The payment has failed.',
} as const

type QueryProviderProps = { readonly id: string; readonly onChanged: () => Promise<void> }

/** Queries the provider at once, for a payment whose next scheduled query is much later. */
export function QueryProvider({ id, onChanged }: QueryProviderProps) {
  const [busy, setBusy] = useState(false)
  const sendQuery = async () => {
    setBusy(true)
    try {
      const { transaction } = await queryProvider(id)
      if (transaction.beingChecked) showToast('info', 'The provider has no final result for this payment yet.')
      else showToast('success', REPLY_TEXTS[transaction.status])
      await onChanged()
    } catch (error) {
      showToast('error', textOf(error, 'The provider could not be reached. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <Button variant="secondary" busy={busy} busyText="Querying…" onClick={() => void sendQuery()}>
      Query provider now
    </Button>
  )
}

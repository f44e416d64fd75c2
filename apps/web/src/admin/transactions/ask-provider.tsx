import { useState } from 'react'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { act } from '../kit/staff-api.ts'

type AskProps = { readonly id: string; readonly onChanged: () => Promise<void> }

/** Of a payment that is asked about up to an hour apart, or not any more: somebody waits for its money now. */
export function AskProvider({ id, onChanged }: AskProps) {
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      const { transaction } = await act('POST /api/admin/transactions/{id}/ask', { params: { id } })
      if (transaction.beingChecked) showToast('info', 'The provider was asked: it has not said yet how this ends.')
      else showToast('success', `The provider was asked: the payment ended as ${transaction.status}.`)
      await onChanged()
    } catch (error) {
      showToast('error', textOf(error, 'The provider could not be asked. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <Button look="secondary" busy={busy} busyText="Asking…" onClick={() => void ask()}>
      Ask provider now
    </Button>
  )
}

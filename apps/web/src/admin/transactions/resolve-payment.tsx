import { useState } from 'react'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { act } from '../kit/staff-api.ts'
import { ENDING_TEXTS } from './transaction-texts.ts'

type ResolveProps = {
  readonly transaction: Pick<AdminTransaction, 'id' | 'type'>
  readonly onChanged: () => Promise<void>
}

const WAITS = 'A second member of staff must approve it: the payment stands as it was until then.'

/** ADMX-27, ADMT-30: what the provider did not answer in 72 hours is decided by staff, once. */
export function ResolvePayment({ transaction: { id, type }, onChanged }: ResolveProps) {
  const [ending, setEnding] = useState<'success' | 'failed' | null>(null)
  const resolve = async (chosen: 'success' | 'failed', note: string): Promise<string | null> => {
    if (note.length < 3) return 'Please say what you decided it on.'
    try {
      const { approvalId } = await act('POST /api/admin/transactions/{id}/resolve', {
        params: { id },
        body: { ending: chosen, note },
      })
      if (approvalId === null) showToast('success', ENDING_TEXTS[type][chosen])
      else showToast('info', WAITS)
    } catch (error) {
      return textOf(error, 'This could not be decided. Please try again.')
    }
    await onChanged()
    return null
  }
  return (
    <>
      <Notice tone="info">
        <p>The provider has not said what became of this payment. Ask it, then decide; nothing happens by itself.</p>
        <div className="flex flex-wrap gap-2 pt-2">
          <Button onClick={() => setEnding('success')}>It was paid</Button>
          <Button look="secondary" onClick={() => setEnding('failed')}>
            It failed
          </Button>
        </div>
      </Notice>
      {ending !== null && (
        <ConfirmDialog
          title={ending === 'success' ? 'Decide that it was paid?' : 'Decide that it failed?'}
          verb="Decide"
          isDangerous
          reason={{ label: 'What it was decided on', missing: 'Please say what you decided it on.' }}
          onConfirm={(note) => resolve(ending, note)}
          onClose={() => setEnding(null)}
        >
          <p>{ENDING_TEXTS[type][ending]} This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

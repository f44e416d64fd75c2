import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { resolveTransaction } from './transaction-queries.ts'
import { ENDING_TEXTS } from './transaction-texts.ts'

type ResolveProps = {
  readonly transaction: Pick<AdminTransaction, 'id' | 'type'>
  /** Why the payment waits for a decision. */
  readonly reason: string | null
  readonly onChanged: () => Promise<void>
}

const MISSING = 'Please give the evidence for your decision.'
const WAITS = 'A second member of staff must approve this. Until then the payment does not change.'

const NO_RESULT =
  'The provider has no result for this payment. Query the provider, then decide. Nothing happens automatically.'
const MISMATCH =
  'The provider’s reply does not match this payment. Open the last exchange below, compare the amount, then decide. Nothing happens automatically.'

/** Decides a payment in review (ADMX-27, ADMT-30): the provider has no result or sent a reply that does not match. */
export function ResolvePayment({ transaction: { id, type }, reason, onChanged }: ResolveProps) {
  const [ending, setEnding] = useState<'success' | 'failed' | null>(null)
  const resolve = async (chosen: 'success' | 'failed', note: string): Promise<string | null> => {
    if (note.length < 3) return MISSING
    try {
      const { approvalId } = await resolveTransaction(id, { ending: chosen, note })
      if (approvalId === null) showToast('success', ENDING_TEXTS[type][chosen])
      else showToast('info', WAITS)
    } catch (error) {
      return textOf(error, 'Your decision was not saved. Please try again.')
    }
    await onChanged()
    return null
  }
  return (
    <>
      <Notice tone="info">
        <p>{reason === 'mismatch' ? MISMATCH : NO_RESULT}</p>
        <div className="flex flex-wrap gap-2 pt-2">
          <Button onClick={() => setEnding('success')}>It was paid</Button>
          <DangerButton icon={OctagonX} onClick={() => setEnding('failed')}>
            It failed
          </DangerButton>
        </div>
      </Notice>
      {ending !== null && (
        <ConfirmDialog
          title={ending === 'success' ? 'Mark this payment as paid?' : 'Mark this payment as failed?'}
          verb={ending === 'success' ? 'Mark as paid' : 'Mark as failed'}
          isDangerous={ending === 'failed'}
          reason={{ label: 'Evidence for your decision', missing: MISSING }}
          onConfirm={(note) => resolve(ending, note)}
          onClose={() => setEnding(null)}
        >
          <p>{ENDING_TEXTS[type][ending]} This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

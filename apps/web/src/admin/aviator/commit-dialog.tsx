import { type FormEvent, useState } from 'react'
import { textOf } from '../../shared/api/errors.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { act } from '../kit/staff-api.ts'
import { Form } from '../../shared/ui/form.tsx'

type CommitProps = { readonly onDone: () => Promise<void>; readonly onClose: () => void }

/** A chain is drawn and its commitment published, before the block that salts it exists. */
export function CommitDialog({ onDone, onClose }: CommitProps) {
  const [height, setHeight] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const commit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!/^[1-9]\d{0,14}$/.test(height)) return setProblem('The height of a block is a whole number.')
    setBusy(true)
    setProblem(null)
    try {
      await act('POST /api/admin/aviator/chains', { body: { beacon: 'bitcoin', height } })
      showToast('success', `A chain is committed to block ${height}.`)
      await onDone()
      onClose()
    } catch (error) {
      setProblem(textOf(error, 'The chain could not be committed. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <Dialog title="Commit a chain" open onClose={onClose}>
      <Form onSubmit={(event) => void commit(event)} className="flex flex-col gap-4 p-4">
        <p className="text-14">
          100,000 seeds are drawn, and their commitment is published with the answer. A future block of Bitcoin salts
          them, so not even the house can choose its rounds.
        </p>
        <Field
          label="Height of the block"
          hint="The present height, as any explorer of Bitcoin shows it, plus 72: half a day ahead."
          value={height}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setHeight(event.target.value.trim())}
        />
        <DialogEnd problem={problem} verb="Commit" busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

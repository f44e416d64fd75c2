import { type FormEvent, useState } from 'react'
import { textOf } from '../../shared/api/errors.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { act } from '../kit/staff-api.ts'
import { Form } from '../../shared/ui/form.tsx'

type CommitProps = { readonly onDone: () => Promise<void>; readonly onClose: () => void }

/** Creates a chain and publishes its commitment, before the block that salts it exists. */
export function CommitDialog({ onDone, onClose }: CommitProps) {
  const [height, setHeight] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const commit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!/^[1-9]\d{0,14}$/.test(height)) return setProblem('Please enter a whole number.')
    setBusy(true)
    setProblem(null)
    try {
      await act('POST /api/admin/aviator/chains', { body: { beacon: 'bitcoin', height } })
      showToast('success', `Chain committed to block ${height}.`)
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
          This creates 100,000 seeds and publishes their commitment. A future Bitcoin block salts them, so nobody can
          choose the rounds.
        </p>
        <Field
          label="Height of the block"
          hint="The current height in a Bitcoin explorer plus 72, which is half a day ahead."
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

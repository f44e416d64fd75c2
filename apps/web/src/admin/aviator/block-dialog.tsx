import { type FormEvent, useState } from 'react'
import type { AdminAviatorChain } from '@mupiira/contract/admin-aviator.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { act } from '../kit/staff-api.ts'
import { Form } from '../../shared/ui/form.tsx'

/** A block's header: 80 bytes. */
const HEADER = /^[0-9a-f]{160}$/

type BlockProps = {
  readonly chain: AdminAviatorChain
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}

/** The block as one administrator entered it. A second matching entry salts the chain. */
export function BlockDialog({ chain, onDone, onClose }: BlockProps) {
  const [header, setHeader] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const enter = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!HEADER.test(header)) return setProblem('A header has 160 hexadecimal digits, 0 to 9 and a to f.')
    setBusy(true)
    setProblem(null)
    try {
      const { salt } = await act('POST /api/admin/aviator/chains/{id}/salt', {
        params: { id: chain.id },
        body: { height: chain.height, header },
      })
      showToast(
        'success',
        salt === null ? 'Block entered. A second administrator must enter the same block.' : 'The chain has its salt.',
      )
      await onDone()
      onClose()
    } catch (error) {
      setProblem(textOf(error, 'The block could not be entered. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <Dialog title={`Block ${chain.height}`} open onClose={onClose}>
      <Form onSubmit={(event) => void enter(event)} className="flex flex-col gap-4 p-4">
        <p className="text-14">
          Look up the block yourself in a block explorer, after a few more blocks. Its hash, work and time are computed
          from the header.
        </p>
        <Field
          label="Header of the block"
          hint="160 hexadecimal digits."
          value={header}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          onChange={(event) => setHeader(event.target.value.replace(/\s/g, '').toLowerCase())}
        />
        <DialogEnd problem={problem} verb="Enter" busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

import { useState, type FormEvent, type ReactNode } from 'react'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { DialogEnd } from './dialog-end.tsx'

type ConfirmProps = {
  readonly title: string
  /** What will happen, and to whom. */
  readonly children: ReactNode
  /** On the button: what is done. */
  readonly verb: string
  readonly isDangerous?: boolean
  /** Where nothing but the deed is asked for there is none. */
  readonly reason?: {
    readonly label: string
    /** Where it may be left out: what the log then says. */
    readonly otherwise?: string
    /** The text of a missing one. */
    readonly missing?: string
  }
  /** Does it: null when it is done, else what to say. The dialog stays until it is done or left. */
  readonly onConfirm: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}

/** The last look before a deed: what it does, and why, for the audit log. Shown while it is mounted. */
export function ConfirmDialog({
  title,
  children,
  verb,
  isDangerous = false,
  reason,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (words.trim() === '' && reason !== undefined && reason.otherwise === undefined) {
      return setProblem(reason.missing ?? 'Please say why.')
    }
    setBusy(true)
    setProblem(null)
    const entered = await onConfirm(words.trim())
    setBusy(false)
    if (entered === null) onClose()
    else setProblem(entered)
  }
  return (
    <Dialog title={title} open onClose={onClose}>
      <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex flex-col gap-4 p-4">
        <div className="flex flex-col gap-2 text-14">{children}</div>
        {reason !== undefined && (
          <Field
            label={reason.label}
            value={words}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setWords(event.target.value)}
            {...(reason.otherwise === undefined ? {} : { placeholder: reason.otherwise })}
          />
        )}
        <DialogEnd problem={problem} verb={verb} isDangerous={isDangerous} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import { Field } from '../../shared/ui/field.tsx'
import { FormDialog } from './form-dialog.tsx'

type ConfirmProps = {
  readonly title: string
  /** The consequences. */
  readonly children: ReactNode
  /** On the button. */
  readonly verb: string
  readonly isDangerous?: boolean
  readonly reason?: {
    readonly label: string
    /** The audit log's reason where staff give none. */
    readonly otherwise?: string
    /** The message for a missing reason. */
    readonly missing?: string
  }
  /** For changes that can lose much money: this text has to be typed. */
  readonly typed?: string
  /** null once it is done, else what went wrong. */
  readonly onConfirm: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}

/** Asks before an action of staff, and for the reason that the audit log keeps. Shown while it is mounted. */
export function ConfirmDialog({ children, reason, typed, onConfirm, ...dialog }: ConfirmProps) {
  const rule =
    reason === undefined || reason.otherwise !== undefined
      ? {}
      : { validate: (text: string) => text.trim() !== '' || (reason.missing ?? 'Please say why.') }
  return (
    <FormDialog
      {...dialog}
      defaultValues={{ reason: '', typed: '' }}
      onSubmit={(values) => onConfirm(values.reason.trim())}
    >
      {({ register, formState }) => (
        <>
          <div className="flex flex-col gap-2 text-14">{children}</div>
          {reason !== undefined && (
            <Field
              label={reason.label}
              maxLength={500}
              autoComplete="off"
              error={formState.errors.reason?.message}
              {...(reason.otherwise === undefined ? {} : { placeholder: reason.otherwise })}
              {...register('reason', rule)}
            />
          )}
          {typed !== undefined && (
            <Field
              label={`Type ${typed} to confirm`}
              autoComplete="off"
              error={formState.errors.typed?.message}
              {...register('typed', {
                validate: (text: string) => text.trim() === typed || `Please type ${typed} exactly.`,
              })}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

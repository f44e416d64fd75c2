import type { ReactNode } from 'react'
import { REASON_LENGTH } from '@mupiira/domain/access/reason.ts'
import { Field } from '../../shared/ui/field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { reasonRule } from './reason-rule.ts'

type ConfirmProps = {
  readonly title: string
  readonly children: ReactNode
  readonly verb: string
  readonly isDangerous?: boolean
  readonly reason?: {
    readonly label: string
    /** The default reason for the audit log. */
    readonly otherwise?: string
    /** The error for a missing reason. */
    readonly missing?: string
  }
  /** A text that staff must type to confirm a change that can lose a lot of money. */
  readonly typed?: string
  /** Returns null on success, else the error. `entered`: the text typed to confirm. */
  readonly onConfirm: (reason: string, entered: string) => Promise<string | null>
  readonly onClose: () => void
}

/** Asks for confirmation and a reason for the audit log. Open while mounted. */
export function ConfirmDialog({ children, reason, typed, onConfirm, ...dialog }: ConfirmProps) {
  const rule = reason === undefined || reason.otherwise !== undefined ? {} : reasonRule(reason.missing)
  return (
    <FormDialog
      {...dialog}
      defaultValues={{ reason: '', typed: '' }}
      onSubmit={(values) => onConfirm(values.reason.trim(), values.typed.trim())}
    >
      {({ register, formState }) => (
        <>
          <div className="flex flex-col gap-2 text-14">{children}</div>
          {reason !== undefined && (
            <Field
              label={reason.label}
              maxLength={REASON_LENGTH.maxLength}
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

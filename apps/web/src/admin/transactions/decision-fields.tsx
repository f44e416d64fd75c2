import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import type { Body } from '../../shared/api/client.ts'
import { Field } from '../../shared/ui/field.tsx'

/** The values of the two decisions on held withdrawals, of one or several. */
export type Approval = { readonly note: string }
export type Rejection = { readonly message: string; readonly note: string }
export const NO_APPROVAL: Approval = { note: '' }
export const NO_REJECTION: Rejection = { message: '', note: '' }

const hasLength = (missing: string) => (text: string) => text.trim().length >= 3 || missing

export const approvalBody = ({ note }: Approval): Body<'POST /api/admin/withdrawal-reviews/{id}/approve'> =>
  note.trim() === '' ? {} : { note: note.trim() }

export const rejectionBody = ({
  message,
  note,
}: Rejection): Body<'POST /api/admin/withdrawal-reviews/{id}/reject'> => ({
  message: message.trim(),
  note: note.trim(),
})

type FormOf<Values extends Approval> = {
  readonly register: UseFormReturn<Values>['register']
  readonly errors: FieldErrors<Values>
}

export const ApprovalFields = ({ register, errors }: FormOf<Approval>) => (
  <Field
    label="Internal note (optional)"
    maxLength={500}
    autoComplete="off"
    error={errors.note?.message}
    {...register('note', {
      validate: (text: string) => text.trim() === '' || hasLength('Please write at least 3 characters.')(text),
    })}
  />
)

export const RejectionFields = ({
  register,
  errors,
  isOfSeveral,
}: FormOf<Rejection> & { readonly isOfSeveral: boolean }) => (
  <>
    <Field
      label={isOfSeveral ? 'Reason that the players read' : 'Reason that the player reads'}
      maxLength={500}
      autoComplete="off"
      placeholder="Please send us a copy of your ID first."
      error={errors.message?.message}
      {...register('message', {
        validate: hasLength(isOfSeveral ? 'Please tell the players why.' : 'Please tell the player why.'),
      })}
    />
    <Field
      label="Internal note"
      maxLength={500}
      autoComplete="off"
      hint="Only staff read it. It is stored in the audit log."
      error={errors.note?.message}
      {...register('note', { validate: hasLength('Please explain your decision.') })}
    />
  </>
)

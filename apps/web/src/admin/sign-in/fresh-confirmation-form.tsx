import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field, PasswordField } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { StaffForm } from '../kit/staff-form.tsx'

type FreshConfirmationFormProps = {
  readonly by: 'code' | 'password'
  readonly verb: string
  readonly onConfirmed: () => void
}

const FEW_CODES = 3

/** Asks for a code of the authenticator app, a recovery code, or the password if there is no second factor. */
export function FreshConfirmationForm({ by, verb, onConfirmed }: FreshConfirmationFormProps) {
  const confirm = async ({ text }: { readonly text: string }): Promise<string | null> => {
    if (text.trim() === '') return by === 'code' ? 'Please enter the code.' : 'Please enter your password.'
    try {
      const body = by === 'code' ? { code: text.trim() } : { password: text }
      const { recoveryCodesLeft } = await api('POST /api/admin/confirm', { body })
      if (by === 'code' && recoveryCodesLeft <= FEW_CODES)
        showToast(
          'warning',
          `You have ${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code' : 'codes'} left.`,
        )
    } catch (error) {
      return textOf(error, `We could not check your ${by}. Please try again.`)
    }
    onConfirmed()
    return null
  }
  return (
    <StaffForm defaultValues={{ text: '' }} onSubmit={confirm} className="flex flex-col gap-4">
      {({ register }, { problem, busy }) => (
        <>
          {by === 'code' ? (
            <Field
              label="Code"
              hint="Six digits from your authenticator app, or one of your recovery codes."
              autoComplete="one-time-code"
              autoCapitalize="none"
              maxLength={20}
              {...register('text')}
            />
          ) : (
            <PasswordField label="Your password" autoComplete="current-password" {...register('text')} />
          )}
          {problem !== null && (
            <Notice tone="down" live>
              {problem}
            </Notice>
          )}
          <Button type="submit" wide busy={busy}>
            {verb}
          </Button>
        </>
      )}
    </StaffForm>
  )
}

import { useRef, useState, type FormEvent } from 'react'
import { CODE_DIGITS } from '@mupiira/domain/identity/recovery.ts'
import { api } from '../../shared/api/client.ts'
import { isUnanswered } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field, PasswordField } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { usePublicSettings } from '../../state/settings.ts'
import { resetText } from './recovery-texts.ts'
import { Form } from '../../shared/ui/form.tsx'

type NewPasswordProps = {
  /** The token of the e-mail link; null asks for an SMS code. */
  readonly token: string | null
  /** True right after a code was sent. */
  readonly isSent?: boolean
  readonly onDone: () => void
}

/** The second recovery step: the SMS code, unless an e-mail link proves the owner, and a new password (AUTH-39). */
export function NewPasswordForm({ token, isSent = false, onDone }: NewPasswordProps) {
  const minLength = usePublicSettings()?.passwordMinLength ?? 4
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const wasLost = useRef(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const code = String(form.get('code') ?? '').replace(/\D/g, '')
    const newPassword = String(form.get('newPassword') ?? '')
    if (token === null && code.length !== CODE_DIGITS)
      return setError(`Please enter the ${CODE_DIGITS} digits of the code.`)
    if ([...newPassword].length < minLength) return setError(`New password must be at least ${minLength} characters.`)
    // The previous error stays until the response arrives, so that the button does not move before a second tap.
    setBusy(true)
    try {
      await api('POST /api/auth/password/reset', { body: { newPassword, ...(token === null ? { code } : { token }) } })
      onDone()
    } catch (refusal) {
      setError(resetText(refusal, wasLost.current))
      wasLost.current ||= isUnanswered(refusal)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
      {token === null && (
        <>
          <p className="text-14 text-muted">{`${isSent ? 'If this number has an account, a code is on its way by SMS.' : 'Enter the code from our SMS.'} It is valid for 24 hours in this browser.`}</p>
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder={'0'.repeat(CODE_DIGITS)}
            maxLength={CODE_DIGITS + 2}
          />
        </>
      )}
      <PasswordField
        label="New password"
        name="newPassword"
        hint={`Min. ${minLength} Characters`}
        autoComplete="new-password"
      />
      {error !== null && (
        <Notice tone="down" live>
          {error}
        </Notice>
      )}
      <Button type="submit" wide tall busy={busy} busyText="Changing…">
        Set new password
      </Button>
    </Form>
  )
}

import { useState, type FormEvent } from 'react'
import { readRecipient } from '@mupiira/domain/identity/recovery.ts'
import { INVALID_PHONE_TEXT } from '@mupiira/domain/phone/phone.ts'
import { api } from '../../shared/api/client.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { requestErrorText } from './recovery-texts.ts'
import { Form } from '../../shared/ui/form.tsx'

const FAULTS = {
  RECIPIENT_MISSING: 'Please enter your email.',
  INVALID_PHONE: INVALID_PHONE_TEXT,
  INVALID_EMAIL: 'Please enter a valid email address.',
} as const

type RequestResetFormProps = {
  readonly phone?: string | undefined
  readonly onSent: (by: 'email' | 'sms') => void
}

/**
 * The recovery form. An e-mail address receives a link, and a phone number receives a code (AUTH-31 to AUTH-35, D49).
 */
export function RequestResetForm({ phone, onSent }: RequestResetFormProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const emailOrPhone = String(new FormData(event.currentTarget).get('emailOrPhone') ?? '')
    const recipient = readRecipient(emailOrPhone)
    if (!recipient.ok) return setError(FAULTS[recipient.error])
    // The previous error stays until the response arrives, so that the button does not move before a second tap.
    setBusy(true)
    try {
      const { sentBy } = await api('POST /api/auth/password/forgot', { body: { emailOrPhone } })
      onSent(sentBy)
    } catch (refusal) {
      setError(requestErrorText(refusal, recipient.value.kind))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
      <p className="text-14 text-muted">
        We will send a code by SMS to your phone number, or a link to your email address.
      </p>
      <Field
        label="Email or phone number"
        name="emailOrPhone"
        defaultValue={phone}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      {error !== null && (
        <Notice tone="down" live>
          {error}
        </Notice>
      )}
      <Button type="submit" wide tall busy={busy} busyText="Sending…">
        Send
      </Button>
    </Form>
  )
}

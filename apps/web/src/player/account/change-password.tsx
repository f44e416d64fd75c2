import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { api } from '../../shared/api/client.ts'
import { isUnanswered } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox, PasswordField } from '../../shared/ui/field.tsx'
import { Card, Notice } from '../../shared/ui/surfaces.tsx'
import { handleSessionLoss } from '../../state/session.ts'
import { usePublicSettings } from '../../state/settings.ts'
import { changeText, isFilled, newPasswordFault, type PasswordForm } from './password-form.ts'
import { Form } from '../../shared/ui/form.tsx'
import { emailQuery } from './account-queries.ts'

const EMPTY: PasswordForm = { currentPassword: '', newPassword: '', confirmation: '' }
const FALLBACK_MINIMUM = 4

export function ChangePassword() {
  const client = useQueryClient()
  const minLength = usePublicSettings()?.passwordMinLength ?? FALLBACK_MINIMUM
  const [form, setForm] = useState(EMPTY)
  const [keepsEmail, setKeepsEmail] = useState(true)
  const email = useQuery(emailQuery).data?.email ?? null
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ readonly tone: 'up' | 'down'; readonly text: string } | null>(null)
  const wasLost = useRef(false)

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isFilled(form)) return
    const fault = newPasswordFault(form, minLength)
    if (fault !== null) return setNotice({ tone: 'down', text: fault })
    setBusy(true)
    setNotice(null)
    try {
      const { currentPassword, newPassword } = form
      await api('POST /api/auth/password/change', {
        body: { currentPassword, newPassword, keepRecoveryAddress: keepsEmail },
      })
      wasLost.current = false
      setForm(EMPTY)
      setNotice({ tone: 'up', text: 'Password changed! You may need to log in again.' })
      void client.invalidateQueries({ queryKey: ['GET /api/auth/sessions'] })
      if (!keepsEmail) void client.invalidateQueries({ queryKey: ['GET /api/auth/email'] })
    } catch (error) {
      handleSessionLoss(client, error)
      setNotice({ tone: 'down', text: changeText(error, wasLost.current) })
      wasLost.current ||= isUnanswered(error)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof PasswordForm) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })

  return (
    <Card as="section" label="Change password">
      <h2 className="pb-2 text-16 font-bold">Change password</h2>
      <Form onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-3">
        <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
        <PasswordField
          label="New password"
          hint={`Min. ${minLength} Characters`}
          autoComplete="new-password"
          {...field('newPassword')}
        />
        <PasswordField label="Confirm new password" autoComplete="new-password" {...field('confirmation')} />
        {email !== null && (
          <Checkbox
            label={`Keep ${email} for account recovery`}
            checked={keepsEmail}
            onChange={(event) => setKeepsEmail(event.target.checked)}
          />
        )}
        {notice !== null && (
          <Notice tone={notice.tone} live>
            {notice.text}
          </Notice>
        )}
        <Button type="submit" wide tall disabled={!isFilled(form)} busy={busy} busyText="Changing…">
          Change password
        </Button>
      </Form>
    </Card>
  )
}

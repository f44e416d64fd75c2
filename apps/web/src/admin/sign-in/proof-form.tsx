import { useState, type FormEvent } from 'react'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field, PasswordField } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { Form } from '../../shared/ui/form.tsx'

type ProofFormProps = {
  readonly by: 'code' | 'password'
  readonly verb: string
  readonly onProven: () => void
}

const FEW_CODES = 3

/** A code of the authenticator app, a recovery code, or the password if there is no second factor. */
export function ProofForm({ by, verb, onProven }: ProofFormProps) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (text.trim() === '') return setProblem(by === 'code' ? 'Please enter the code.' : 'Please enter your password.')
    setBusy(true)
    setProblem(null)
    try {
      const body = by === 'code' ? { code: text.trim() } : { password: text }
      const { recoveryCodesLeft } = await api('POST /api/admin/confirm', { body })
      if (by === 'code' && recoveryCodesLeft <= FEW_CODES) {
        showToast('warning', `You have ${recoveryCodesLeft} recovery codes left.`)
      }
      onProven()
    } catch (error) {
      setBusy(false)
      setProblem(textOf(error, 'We could not check this. Please try again.'))
    }
  }
  return (
    <Form onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
      {by === 'code' ? (
        <Field
          label="Code"
          hint="Six digits from your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          maxLength={20}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {problem !== null && (
        <Notice tone="down" live>
          {problem}
        </Notice>
      )}
      <Button type="submit" wide busy={busy}>
        {verb}
      </Button>
    </Form>
  )
}

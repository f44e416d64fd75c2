import { type FormEvent, useState } from 'react'
import { maskPhone } from '@mupiira/domain/phone/phone.ts'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Form } from '../../shared/ui/form.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'

type ConfirmNumberProps = {
  readonly ownPhone: string
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/** D51a: an SMS code confirms the account's own number, so that deposits from other numbers can be paid out again. */
export function ConfirmNumberDialog({ ownPhone, onConfirmed, onClose }: ConfirmNumberProps) {
  const [isSent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (action: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await action()
    } catch (error) {
      setProblem(textOf(error, 'Please check your connection and try again.'))
    }
    setBusy(false)
  }
  const sendCode = () =>
    attempt(async () => {
      await api('POST /api/payer/own-number/code', { body: {} })
      setSent(true)
    })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!isSent) return void sendCode()
    if (!/^\d{6}$/.test(code.trim())) return setProblem('Please enter the 6 digits of the code.')
    void attempt(async () => {
      await api('POST /api/payer/own-number/confirm', { body: { code: code.trim() } })
      onConfirmed()
    })
  }
  return (
    <Dialog title="Confirm your number" open onClose={onClose}>
      <Form onSubmit={onSubmit} className="flex flex-col gap-3 p-4">
        <p className="text-14">
          {isSent
            ? `We sent a code by SMS to ${maskPhone(ownPhone)}.`
            : `We send a code by SMS to ${maskPhone(ownPhone)}. After that you can deposit from other numbers too.`}
        </p>
        {isSent && (
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        {problem !== null && (
          <Notice tone="down" live>
            {problem}
          </Notice>
        )}
        <Button type="submit" wide busy={busy} busyText={isSent ? 'Checking…' : 'Sending…'}>
          {isSent ? 'Confirm' : 'Send code'}
        </Button>
        {isSent && (
          <Button look="quiet" wide disabled={busy} onClick={() => void sendCode()}>
            Send a new code
          </Button>
        )}
      </Form>
    </Dialog>
  )
}

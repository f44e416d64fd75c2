import { type FormEvent, type ReactNode, useState } from 'react'
import { textOf } from '../api/errors.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { Notice } from './surfaces.tsx'

type SmsCodeFormProps = {
  /** Rendered before and after sending the code. */
  readonly children: (isSent: boolean) => ReactNode
  readonly sendCode: () => Promise<unknown>
  readonly confirm: (code: string) => Promise<void>
  /** The verb of the submit button. */
  readonly verb: string
}

/** Confirms a phone number with a code sent by SMS. */
export function SmsCodeForm({ children, sendCode, confirm, verb }: SmsCodeFormProps) {
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
  const send = () =>
    attempt(async () => {
      await sendCode()
      setSent(true)
    })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!isSent) return void send()
    const digits = code.trim()
    if (!/^\d{6}$/.test(digits)) return setProblem('Please enter the 6 digits of the code.')
    void attempt(() => confirm(digits))
  }
  return (
    <Form onSubmit={onSubmit} className="flex flex-col gap-3 p-4">
      {children(isSent)}
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
        {isSent ? verb : 'Send code'}
      </Button>
      {isSent && (
        <Button variant="quiet" wide disabled={busy} onClick={() => void send()}>
          Send a new code
        </Button>
      )}
    </Form>
  )
}

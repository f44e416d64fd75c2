import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { PasswordField } from '../../shared/ui/field.tsx'
import { Form } from '../../shared/ui/form.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { handleSessionLoss } from '../../state/session.ts'

/** Runs actions that need the player's password, one at a time. */
export function usePasswordAction(failedText: string) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [running, setRunning] = useState<string | null>(null)
  const [notice, setNotice] = useState<{ readonly tone: 'up' | 'down'; readonly text: string } | null>(null)

  /** `work` performs the action and returns the success message. */
  const run = async (name: string, work: (currentPassword: string) => Promise<string>): Promise<void> => {
    if (running !== null) return
    setRunning(name)
    setNotice(null)
    try {
      const text = await work(password)
      setPassword('')
      setNotice({ tone: 'up', text })
    } catch (error) {
      handleSessionLoss(client, error)
      setNotice({ tone: 'down', text: textOf(error, failedText) })
    } finally {
      setRunning(null)
    }
  }
  return { password, setPassword, running, notice, run }
}

type Props = {
  readonly action: ReturnType<typeof usePasswordAction>
  readonly label: string
  /** The name of the password field, unique on the screen. */
  readonly name: string
  readonly submit: {
    readonly text: string
    readonly busyText: string
    readonly variant?: 'secondary' | 'danger'
    readonly tall?: boolean
    /** Whether all other fields are filled. */
    readonly isReady?: boolean
    readonly work: (currentPassword: string) => Promise<string>
  }
  /** Fields above the password. */
  readonly children?: ReactNode
  readonly below?: ReactNode
}

/** A form whose action needs the player's password, with the outcome below the field. */
export function PasswordAction({ action, label, name, submit, children, below }: Props) {
  const { password, setPassword, running, notice, run } = action
  const { text, busyText, variant, tall, isReady = true, work } = submit
  const canSubmit = isReady && password !== ''
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (canSubmit) void run(text, work)
  }
  return (
    <Form onSubmit={onSubmit} className="flex flex-col gap-3">
      {children}
      <PasswordField
        label={label}
        name={name}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {notice !== null && (
        <Notice tone={notice.tone} live>
          {notice.text}
        </Notice>
      )}
      <Button
        type="submit"
        variant={variant}
        wide
        tall={tall}
        disabled={!canSubmit}
        busy={running === text}
        busyText={busyText}
      >
        {text}
      </Button>
      {below}
    </Form>
  )
}

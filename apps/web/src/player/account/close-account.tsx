import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox, PasswordField } from '../../shared/ui/field.tsx'
import { Form } from '../../shared/ui/form.tsx'
import { Card, Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { unsubscribe } from '../../state/push-device.ts'
import { handleSessionLoss, signOut } from '../../state/session.ts'

/** Closes the account and erases personal data (PLAY-10). */
export function CloseAccount() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [password, setPassword] = useState('')
  const [isSure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const isReady = isSure && password !== ''

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isReady) return
    setBusy(true)
    setFault(null)
    try {
      await api('POST /api/account/erasure', { body: { currentPassword: password } })
      signOut(client)
      void unsubscribe()
      navigate('/')
      showToast('success', 'Your account is closed, and your messages and devices are erased.')
    } catch (error) {
      handleSessionLoss(client, error)
      setFault(textOf(error, 'Your account could not be closed. Please check your connection and try again.'))
      setBusy(false)
    }
  }

  return (
    <Card as="section" label="Close account">
      <h2 className="text-16 font-bold">Close account</h2>
      <p className="pb-2 text-14 text-muted">
        We erase your messages, images, notifications, devices and recovery address at once. The law requires us to keep
        your identification, bets and payments for ten years; then we erase your identification too.
      </p>
      <Form onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-3">
        <Checkbox
          label="Close my account. I cannot undo this."
          checked={isSure}
          onChange={(event) => setSure(event.target.checked)}
        />
        <PasswordField
          label="Password to close the account"
          name="closingPassword"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {fault !== null && (
          <Notice tone="down" live>
            {fault}
          </Notice>
        )}
        <Button type="submit" look="danger" wide disabled={!isReady} busy={busy} busyText="Closing…">
          Close account
        </Button>
      </Form>
    </Card>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../shared/api/client.ts'
import { Checkbox } from '../../shared/ui/field.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { unsubscribe } from '../../state/push-device.ts'
import { signOut } from '../../state/session.ts'
import { PasswordAction, usePasswordAction } from './password-action.tsx'

const CLOSED_TEXT = 'Your account is closed. We have erased your messages and your list of devices.'

/** Closes the account and erases personal data (PLAY-10). */
export function CloseAccount() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [isSure, setSure] = useState(false)
  const action = usePasswordAction('Your account could not be closed. Please check your connection and try again.')

  const close = async (currentPassword: string): Promise<string> => {
    await api('POST /api/account/erasure', { body: { currentPassword } })
    signOut(client)
    void unsubscribe()
    navigate('/')
    showToast('success', CLOSED_TEXT)
    return CLOSED_TEXT
  }

  return (
    <Card as="section" label="Close account">
      <h2 className="text-16 font-bold">Close account</h2>
      <p className="pb-2 text-14 text-muted">
        We erase your messages, images, notifications, list of devices and recovery address at once. The law requires us
        to keep your identification, bets and payments for ten years; then we erase your identification too.
      </p>
      <PasswordAction
        action={action}
        label="Password to close the account"
        name="closingPassword"
        submit={{ text: 'Close account', busyText: 'Closing…', variant: 'danger', isReady: isSure, work: close }}
      >
        <Checkbox
          label="Close my account. I cannot undo this."
          checked={isSure}
          onChange={(event) => setSure(event.target.checked)}
        />
      </PasswordAction>
    </Card>
  )
}

import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { useState } from 'react'
import type { User } from '@mupiira/contract/users.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { act } from '../kit/staff-api.ts'
import { STATUS_CHANGES, STATUS_NAMES, type StatusChange } from './statuses.ts'

type ActionsProps = { readonly user: User; readonly onChanged: () => Promise<void> }

/** The status buttons of an account (ADMU-19 to ADMU-26). */
export function StatusActions({ user, onChanged }: ActionsProps) {
  const [change, setChange] = useState<StatusChange | null>(null)
  const confirm = async (newStatus: StatusChange['to'], reason: string): Promise<string | null> => {
    try {
      await act('POST /api/admin/users/{id}/status', { params: { id: user.id }, body: { newStatus, reason } })
    } catch (error) {
      return failureText(error)
    }
    showToast('success', `${user.username} is now ${STATUS_NAMES[newStatus].toLowerCase()}.`)
    await onChanged()
    return null
  }
  return (
    <>
      {STATUS_CHANGES[user.accountStatus].map((each) => (
        <Button key={each.to} variant={each.isDangerous ? 'quiet' : 'secondary'} onClick={() => setChange(each)}>
          {each.verb}
        </Button>
      ))}
      {change && (
        <ConfirmDialog
          title={`${change.verb} ${nameOf(user)}?`}
          verb={change.verb}
          isDangerous={change.isDangerous}
          reason={{ label: 'Reason' }}
          onConfirm={(reason) => confirm(change.to, reason)}
          onClose={() => setChange(null)}
        >
          <p>
            {user.username}, {displayPhone(user.phoneNumber)}, {change.effect}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function failureText(error: unknown): string {
  return error instanceof ApiError && error.detail !== ''
    ? `Failed to update user status: ${error.detail}`
    : 'An unexpected error occurred while updating user status'
}

import { ACCOUNT_STATUS_TEXTS } from '@mupiira/domain/access/account-status-texts.ts'
import { nameOf } from '@mupiira/domain/identity/registration.ts'
import type { User } from '@mupiira/contract/users.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { act } from '../kit/staff-api.ts'
import type { StatusChange } from './statuses.ts'

type StatusDialogProps = {
  readonly user: User
  readonly change: StatusChange
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

/** Confirms a change of an account's status (ADMU-19 to ADMU-26). */
export function StatusDialog({ user, change, onChanged, onClose }: StatusDialogProps) {
  const confirm = async (reason: string): Promise<string | null> => {
    try {
      await act('POST /api/admin/users/{id}/status', {
        params: { id: user.id },
        body: { newStatus: change.to, reason },
      })
    } catch (error) {
      return failureText(error)
    }
    showToast('success', `${user.username} is now ${ACCOUNT_STATUS_TEXTS[change.to].toLowerCase()}.`)
    await onChanged()
    return null
  }
  return (
    <ConfirmDialog
      title={`${change.verb} ${nameOf(user)}?`}
      verb={change.verb}
      isDangerous={change.isDangerous}
      reason={{ label: 'Reason' }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {user.username}, {displayPhone(user.phoneNumber)}, {change.effect}
      </p>
    </ConfirmDialog>
  )
}

function failureText(error: unknown): string {
  return error instanceof ApiError && error.detail !== ''
    ? `Failed to update user status: ${error.detail}`
    : 'An unexpected error occurred while updating user status'
}

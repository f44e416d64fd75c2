import { LogOut } from 'lucide-react'
import { useState } from 'react'
import type { UserFile } from '@mupiira/contract/user-file.ts'
import { textOf } from '../../shared/api/errors.ts'
import { dateText, dateTimeText } from '../../shared/format/times.ts'
import { EmptyState } from '../../shared/ui/states.tsx'
import { May } from '../kit/may.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { act } from '../kit/staff-api.ts'

type SessionsProps = { readonly details: UserFile; readonly onChanged: () => Promise<void> }

export function UserSessions({ details: { user, sessions }, onChanged }: SessionsProps) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const end = async (reason: string) => {
    try {
      await act('POST /api/admin/users/{id}/sessions/end', { params: { id: user.id }, body: { reason } })
    } catch (error) {
      return textOf(error, 'The sessions could not be ended. Please try again.')
    }
    await onChanged()
    return null
  }
  if (sessions.length === 0) return <EmptyState title="No sessions" text="This account is not logged in anywhere." />
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="w-full rounded-card border border-line bg-raised">
        {sessions.map(({ id, client, signedInAt, lastSeenAt }) => (
          <li key={id} className="flex flex-wrap gap-x-4 border-b border-line px-3 py-2 text-14 last:border-b-0">
            <b>{client}</b>
            <span className="text-muted">{`logged in ${dateTimeText(signedInAt)}`}</span>
            <span className="text-muted">{`last seen ${dateText(lastSeenAt)}`}</span>
          </li>
        ))}
      </ul>
      <May do="admin:users:lock">
        <DangerButton icon={LogOut} onClick={() => setDialogOpen(true)}>
          Log out everywhere
        </DangerButton>
      </May>
      {isDialogOpen && (
        <ConfirmDialog
          title="Log out everywhere?"
          verb="Log out"
          isDangerous
          reason={{ label: 'Reason' }}
          onConfirm={end}
          onClose={() => setDialogOpen(false)}
        >
          <p>{`${user.username} has to log in again in every browser.`}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import type { UserFile } from '@mupiira/contract/user-file.ts'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { saveFile } from '../../shared/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay } from '../../state/session.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { act, failureText } from '../kit/staff-api.ts'

type PrivacyProps = { readonly file: UserFile; readonly onChanged: () => Promise<void> }

/** Export and erasure of the player's data, for requests that reach customer care. */
export function UserPrivacy({ file: { user, erasureRequestedAt }, onChanged }: PrivacyProps) {
  const [open, setOpen] = useState<'export' | 'erase' | null>(null)
  const may = useMay()
  if (!may('admin:users:privacy') || isStaff(user.role)) return null
  const params = { id: user.id }
  const download = async (reason: string): Promise<string | null> => {
    try {
      const data = await act('POST /api/admin/users/{id}/export', { params, body: { reason } })
      const text = JSON.stringify(data, null, 1)
      saveFile(new Blob([text], { type: 'application/json' }), `player-${user.username}.json`)
    } catch (error) {
      return failureText(error, 'The data could not be exported. Please try again.')
    }
    return null
  }
  const erase = async (reason: string): Promise<string | null> => {
    try {
      const { approvalId } = await act('POST /api/admin/users/{id}/erasure', { params, body: { reason } })
      if (approvalId !== null) showToast('info', 'The erasure waits for a second member of staff.')
      else showToast('success', 'The account is closed and its data is erased.')
    } catch (error) {
      return failureText(error, 'Nothing was erased. Please try again.')
    }
    await onChanged()
    return null
  }
  return (
    <Card as="section" label="Personal data">
      <h2 className="text-16 font-bold">Personal data</h2>
      <p className="pb-2 text-14 text-muted">
        Everything that the account stores as one file, as the player can download it. Erasure closes the account and
        deletes what no law requires to keep.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setOpen('export')}>
          <Download aria-hidden="true" className="size-4" /> Export data
        </Button>
        {erasureRequestedAt === null && (
          <DangerButton icon={UserX} onClick={() => setOpen('erase')}>
            Erase data
          </DangerButton>
        )}
      </div>
      {open === 'export' && (
        <ConfirmDialog
          title={`Export the data of ${nameOf(user)}?`}
          verb="Export"
          reason={{ label: 'Reason' }}
          onConfirm={download}
          onClose={() => setOpen(null)}
        >
          <p>The file contains payments, bets, messages and the National ID number. The export is in the audit log.</p>
        </ConfirmDialog>
      )}
      {open === 'erase' && (
        <ConfirmDialog
          title={`Erase the data of ${nameOf(user)}?`}
          verb="Erase"
          isDangerous
          reason={{ label: 'Reason' }}
          typed={user.username}
          onConfirm={erase}
          onClose={() => setOpen(null)}
        >
          <p>
            The account is closed, and messages, devices and notifications are deleted. This cannot be undone. Payments,
            bets and the identification stay for the time that the law requires. The balance must be zero, without open
            bets or payments.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { Button } from '../../shared/ui/button.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { act } from '../kit/staff-api.ts'
import { saveFailure } from './game-texts.ts'

type SuspendProps = { readonly game: AdminGame; readonly onChanged: () => Promise<void> }

export function SuspendGame({ game: { id, name, suspended }, onChanged }: SuspendProps) {
  const [open, setOpen] = useState(false)
  const run = async (reason: string): Promise<string | null> => {
    try {
      await act('POST /api/admin/games/{id}/suspend', { params: { id }, body: { suspended: !suspended, reason } })
    } catch (error) {
      return saveFailure(error)
    }
    await onChanged()
    return null
  }
  return (
    <>
      {suspended ? (
        <Button onClick={() => setOpen(true)}>Reopen</Button>
      ) : (
        <DangerButton icon={CirclePause} onClick={() => setOpen(true)}>
          Suspend
        </DangerButton>
      )}
      {open && (
        <ConfirmDialog
          title={suspended ? `Reopen ${name}?` : `Suspend ${name}?`}
          verb={suspended ? 'Reopen' : 'Suspend'}
          isDangerous={!suspended}
          reason={{ label: 'Reason', missing: 'Please give a reason.' }}
          onConfirm={run}
          onClose={() => setOpen(false)}
        >
          <p>{suspended ? 'Bets and cashouts reopen at once.' : 'Bets and cashouts stop at once.'}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DangerButton } from './danger-button.tsx'
import { OpenBetsFigures } from './open-bets.tsx'
import { act } from './staff-api.ts'

type SuspendProps = {
  readonly game: { readonly id: string; readonly name: string; readonly suspended: boolean }
  readonly onChanged: () => Promise<void>
}

/** Suspends or reopens a game, with a reason for the audit log. */
export function SuspendGame({ game, onChanged }: SuspendProps) {
  // The game as it was when the dialog opened, because a list refreshes under it.
  const [changing, setChanging] = useState<SuspendProps['game'] | null>(null)
  const run = async (reason: string): Promise<string | null> => {
    if (changing === null) return null
    try {
      await act('POST /api/admin/games/{id}/suspend', {
        params: { id: changing.id },
        body: { suspended: !changing.suspended, reason },
      })
    } catch (error) {
      return textOf(error, 'Nothing was changed. Please try again.')
    }
    await onChanged()
    return null
  }
  return (
    <>
      {game.suspended ? (
        <Button onClick={() => setChanging(game)}>Reopen</Button>
      ) : (
        <DangerButton icon={CirclePause} onClick={() => setChanging(game)}>
          Suspend
        </DangerButton>
      )}
      {changing !== null && (
        <ConfirmDialog
          title={changing.suspended ? `Reopen ${changing.name}?` : `Suspend ${changing.name}?`}
          verb={changing.suspended ? 'Reopen' : 'Suspend'}
          isDangerous={!changing.suspended}
          reason={{ label: 'Reason', missing: 'Please give a reason.' }}
          onConfirm={run}
          onClose={() => setChanging(null)}
        >
          <p>
            {changing.suspended
              ? 'Bets and cashouts reopen at once, unless its league or everything is suspended.'
              : 'Bets and cashouts stop at once. Bets that wait for acceptance are rejected. Open tickets stay open.'}
          </p>
          <OpenBetsFigures on={{ game: changing.id }} />
        </ConfirmDialog>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../shared/api/errors.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { typedAmount } from '../../shared/format/typed-amount.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { AmountField } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { userQuery } from './list-queries.ts'
import { act } from './staff-api.ts'
import { readStakeLimit } from './read-stake-limit.ts'

const TITLE = 'Limit this player’s stakes?'

/** The maximum stake that staff set for a player. */
export function StakeLimit({ userId }: { readonly userId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Stake limit
      </Button>
      {open && <CurrentLimit userId={userId} onClose={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = { readonly userId: string; readonly onClose: () => void }

/** The limit is read when the dialog opens, because a colleague may have changed it. */
function CurrentLimit({ userId, onClose }: DialogProps) {
  const file = useQuery(userQuery(userId))
  const [removes, setRemoves] = useState(false)
  if (!file.isFetchedAfterMount || file.data === undefined)
    return (
      <Dialog title={TITLE} open onClose={onClose}>
        <p role="status" className="p-4 text-14">
          {file.isFetching ? 'Loading…' : 'The limit could not be loaded. Please try again.'}
        </p>
      </Dialog>
    )
  const { mostStake } = file.data
  return removes && mostStake !== null ? (
    <RemovalDialog userId={userId} mostStake={mostStake} onClose={onClose} />
  ) : (
    <LimitDialog userId={userId} mostStake={mostStake} onRemove={() => setRemoves(true)} onClose={onClose} />
  )
}

const REASON = { label: 'Reason', missing: 'Please give a reason.' }

type LimitChange = { readonly seen: number | null; readonly mostStake: number | null; readonly reason: string }

/** Returns the text of an error; null if the limit is saved. */
async function save(userId: string, { seen, mostStake, reason }: LimitChange): Promise<string | null> {
  if (reason.length < 3) return REASON.missing
  try {
    await act('PUT /api/admin/users/{id}/stake-limit', {
      params: { id: userId },
      body: { ...(mostStake === null ? {} : { mostStake }), seen, reason },
    })
  } catch (error) {
    return textOf(error, 'The limit was not saved. Please try again.')
  }
  showToast('success', mostStake === null ? 'Limit removed.' : `The maximum stake is now ${moneyText(mostStake)}.`)
  return null
}

type LimitDialogProps = DialogProps & { readonly mostStake: number | null; readonly onRemove: () => void }

function LimitDialog({ userId, mostStake, onRemove, onClose }: LimitDialogProps) {
  const [typed, setTyped] = useState(mostStake === null ? '' : typedAmount(mostStake))
  return (
    <ConfirmDialog
      title={TITLE}
      verb="Set the limit"
      reason={REASON}
      onConfirm={async (reason) => {
        const limit = readStakeLimit(typed)
        return 'error' in limit ? limit.error : save(userId, { seen: mostStake, mostStake: limit.ugx, reason })
      }}
      onClose={onClose}
    >
      {mostStake === null ? (
        <p>This player has no individual limit.</p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p>The maximum stake is now {moneyText(mostStake)}.</p>
          <Button variant="secondary" onClick={onRemove}>
            Remove the limit
          </Button>
        </div>
      )}
      <AmountField
        label="Maximum stake per bet (UGX)"
        hint="0 refuses all bets of this player."
        value={typed}
        onAmount={setTyped}
      />
    </ConfirmDialog>
  )
}

const RemovalDialog = ({ userId, mostStake, onClose }: DialogProps & { readonly mostStake: number }) => (
  <ConfirmDialog
    title="Remove this player’s stake limit?"
    verb="Remove the limit"
    reason={REASON}
    onConfirm={(reason) => save(userId, { seen: mostStake, mostStake: null, reason })}
    onClose={onClose}
  >
    <p>The limit is {moneyText(mostStake)}. Without it, only the general limit applies.</p>
  </ConfirmDialog>
)

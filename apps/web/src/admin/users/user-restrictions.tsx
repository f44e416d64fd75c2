import { ShieldPlus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { PlayerRestriction } from '@mupiira/contract/admin-restrictions.ts'
import type { UserFile } from '@mupiira/contract/user-file.ts'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import { restrictionName } from '@mupiira/domain/risk/restrictions.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay } from '../../state/session.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { act, failureText } from '../kit/staff-api.ts'
import { RestrictDialog } from './restrict-dialog.tsx'

type RestrictionsProps = { readonly file: UserFile; readonly onChanged: () => Promise<void> }

/** `endText(null)` → "until staff lift it" */
const endText = (endsAt: string | null): string =>
  endsAt === null ? 'until staff lift it' : `until ${dateTimeText(endsAt)}`

/** The restrictions of a player by staff, each with reason and end. */
export function UserRestrictions({ file: { user, restrictions }, onChanged }: RestrictionsProps) {
  const [isAdding, setAdding] = useState(false)
  const [lifted, setLifted] = useState<PlayerRestriction | null>(null)
  const may = useMay()
  const mayChange = may('admin:users:limit') && !isStaff(user.role)
  return (
    <section aria-label="Restrictions by staff" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-16 font-bold">Restrictions by staff</h2>
        {mayChange && (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            <ShieldPlus aria-hidden="true" className="size-4" /> Restrict
          </Button>
        )}
      </div>
      {restrictions.length === 0 ? (
        <EmptyState title="No restrictions" text="Staff have not restricted this player." />
      ) : (
        <ul className="rounded-card border border-line bg-raised">
          {restrictions.map((each) => (
            <li
              key={each.id}
              className="flex items-center justify-between gap-2 border-b border-line px-3 py-2 text-14 last:border-b-0"
            >
              <div className="min-w-0">
                <p>
                  <b>{restrictionName(each.kind, each.value)}</b> {endText(each.endsAt)}
                </p>
                <p className="break-words text-muted">{each.reason}</p>
                <p className="text-12 text-muted">
                  {`since ${dateTimeText(each.since)}${each.by === '' ? '' : `, by ${each.by}`}`}
                </p>
              </div>
              {mayChange && (
                <Button variant="secondary" onClick={() => setLifted(each)}>
                  <Undo2 aria-hidden="true" className="size-4" /> Lift
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <RestrictDialog
          userId={user.id}
          current={restrictions}
          onChanged={onChanged}
          onClose={() => setAdding(false)}
        />
      )}
      {lifted && (
        <LiftDialog userId={user.id} restriction={lifted} onChanged={onChanged} onClose={() => setLifted(null)} />
      )}
    </section>
  )
}

type LiftProps = {
  readonly userId: string
  readonly restriction: PlayerRestriction
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

function LiftDialog({ userId, restriction: { id, kind, value, endsAt }, onChanged, onClose }: LiftProps) {
  const lift = async (reason: string): Promise<string | null> => {
    try {
      await act('POST /api/admin/users/{id}/restrictions/lift', {
        params: { id: userId },
        body: { restrictionId: id, reason },
      })
    } catch (error) {
      return failureText(error, 'The restriction was not lifted. Please try again.')
    }
    showToast('success', 'Restriction lifted.')
    await onChanged()
    return null
  }
  return (
    <ConfirmDialog
      title="Lift this restriction?"
      verb="Lift"
      reason={{ label: 'Reason' }}
      onConfirm={lift}
      onClose={onClose}
    >
      <p>{`${restrictionName(kind, value)} applies ${endText(endsAt)}. The player’s next bet is placed without it.`}</p>
    </ConfirmDialog>
  )
}

import { useState } from 'react'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import type { User } from '@mupiira/contract/users.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { AdjustBalance, type AdjustmentKind } from './adjust-balance.tsx'
import { StatusActions } from './status-actions.tsx'

type ActionsProps = { readonly user: User; readonly onChanged: () => Promise<void> }

export function UserActions({ user, onChanged }: ActionsProps) {
  const [kind, setKind] = useState<AdjustmentKind | null>(null)
  return (
    <>
      <ButtonLink variant="secondary" href={`/admin/bets?user=${user.id}&tickets=${user.id}`}>
        Tickets
      </ButtonLink>
      {/* Staff accounts are never adjusted (decision 0019). */}
      {!isStaff(user.role) && (
        <>
          <Button variant="secondary" onClick={() => setKind('top-up')}>
            Top Up
          </Button>
          <Button variant="secondary" onClick={() => setKind('deduct')}>
            Deduct
          </Button>
        </>
      )}
      <StatusActions user={user} onChanged={onChanged} />
      {kind && (
        <AdjustBalance
          key={kind}
          user={user}
          kind={kind}
          onDone={onChanged}
          // A late response must not close a dialog that was opened since.
          onClose={() => setKind((open) => (open === kind ? null : open))}
        />
      )}
    </>
  )
}

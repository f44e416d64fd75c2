import { Ban, CircleCheck, CircleMinus, CirclePause, CirclePlus, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import type { User } from '@mupiira/contract/users.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { ActionMenu, type MenuAction } from '../kit/action-menu.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { StakeLimit } from '../kit/stake-limit.tsx'
import { AdjustBalance, type AdjustmentKind } from './adjust-balance.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { STATUS_CHANGES, type StatusChange } from './statuses.ts'

type ActionsProps = { readonly user: User; readonly onChanged: () => Promise<void> }

const STATUS_ICONS: { readonly [S in StatusChange['to']]: LucideIcon } = {
  active: CircleCheck,
  suspended: CirclePause,
  banned: Ban,
}

/** The actions of an account, the destructive ones last, and the dialog of the chosen one. */
function useUserActions({ user, onChanged }: ActionsProps): {
  readonly actions: MenuAction[]
  readonly dialog: ReactNode
} {
  const [kind, setKind] = useState<AdjustmentKind | null>(null)
  const [change, setChange] = useState<StatusChange | null>(null)
  // Staff accounts are never adjusted (decision 0019).
  const isAdjustable = !isStaff(user.role)
  const statusActions = STATUS_CHANGES[user.accountStatus].map((each): MenuAction => ({
    text: each.verb,
    icon: STATUS_ICONS[each.to],
    isDangerous: each.isDangerous,
    onSelect: () => setChange(each),
  }))
  const topUp: MenuAction = { text: 'Top Up', icon: CirclePlus, onSelect: () => setKind('top-up') }
  const deduct: MenuAction = {
    text: 'Deduct',
    icon: CircleMinus,
    isDangerous: true,
    onSelect: () => setKind('deduct'),
  }
  return {
    actions: [
      ...(isAdjustable ? [topUp] : []),
      ...statusActions.filter(({ isDangerous }) => !isDangerous),
      ...(isAdjustable ? [deduct] : []),
      ...statusActions.filter(({ isDangerous }) => isDangerous),
    ],
    dialog: (
      <>
        {change && <StatusDialog user={user} change={change} onChanged={onChanged} onClose={() => setChange(null)} />}
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
    ),
  }
}

const Tickets = ({ user }: Pick<ActionsProps, 'user'>) => (
  <ButtonLink variant="secondary" href={`/admin/bets?user=${user.id}&tickets=${user.id}`}>
    Tickets
  </ButtonLink>
)

export function UserActions(props: ActionsProps) {
  const { actions, dialog } = useUserActions(props)
  return (
    <>
      <Tickets user={props.user} />
      {!isStaff(props.user.role) && <StakeLimit userId={props.user.id} />}
      {actions.map(({ text, icon: Icon, isDangerous, onSelect }) =>
        isDangerous ? (
          <DangerButton key={text} icon={Icon} onClick={onSelect}>
            {text}
          </DangerButton>
        ) : (
          <Button key={text} variant="secondary" onClick={onSelect}>
            <Icon aria-hidden="true" className="size-4" />
            {text}
          </Button>
        ),
      )}
      <div className="contents">{dialog}</div>
    </>
  )
}

export function UserRowActions(props: ActionsProps) {
  const { actions, dialog } = useUserActions(props)
  return (
    <>
      <Tickets user={props.user} />
      <ActionMenu label={`More actions of ${props.user.username}`} actions={actions} />
      {dialog}
    </>
  )
}

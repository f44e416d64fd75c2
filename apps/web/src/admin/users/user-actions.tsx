import { Ban, CircleCheck, CircleMinus, CirclePause, CirclePlus, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import type { User } from '@mupiira/contract/users.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay, useUser } from '../../state/session.ts'
import { May } from '../kit/may.tsx'
import { useRequestedAction } from '../kit/use-requested-action.ts'
import { ActionMenu, type MenuAction } from '../kit/action-menu.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { StakeLimit } from '../kit/stake-limit.tsx'
import { AdjustBalance, type AdjustmentKind } from './adjust-balance.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { type AccountStatus, STATUS_CHANGES, type StatusChange } from './statuses.ts'

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
  /** True for the account of the member of staff who uses the console. */
  readonly isOwn: boolean
  /** Opens the dialog of a change of status, or says that it is not possible. */
  readonly start: (to: AccountStatus) => void
} {
  const [kind, setKind] = useState<AdjustmentKind | null>(null)
  const [change, setChange] = useState<StatusChange | null>(null)
  // Staff accounts are never adjusted (decision 0019).
  const may = useMay()
  const isAdjustable = !isStaff(user.role) && may('admin:users:adjust')
  const isOwn = useUser()?.id === user.id
  const changes = STATUS_CHANGES[user.accountStatus].filter(
    ({ to }) => !isOwn && may(to === 'active' ? 'admin:users:unlock' : 'admin:users:lock'),
  )
  const statusActions = changes.map((each): MenuAction => ({
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
    isOwn,
    start: (to) => {
      const found = changes.find((each) => each.to === to)
      if (found === undefined) showToast('info', `This account cannot be ${to} now.`)
      else setChange(found)
    },
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

/** The server refuses it too. A member of staff who suspended the own account could not undo it. */
const OWN_ACCOUNT = 'You cannot suspend or block your own account. Another member of staff can.'

const Tickets = ({ user }: Pick<ActionsProps, 'user'>) => (
  <May do="admin:bets:read">
    <ButtonLink variant="secondary" href={`/admin/bets?user=${user.id}&tickets=${user.id}`}>
      Tickets
    </ButtonLink>
  </May>
)

export function UserActions(props: ActionsProps) {
  const { actions, dialog, isOwn, start } = useUserActions(props)
  useRequestedAction((action) => {
    if (action === 'suspend') start('suspended')
  })
  return (
    <>
      <Tickets user={props.user} />
      {!isStaff(props.user.role) && (
        <May do="admin:users:limit">
          <StakeLimit userId={props.user.id} />
        </May>
      )}
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
      {isOwn && <p className="basis-full text-12 text-muted">{OWN_ACCOUNT}</p>}
      <div className="contents">{dialog}</div>
    </>
  )
}

export function UserRowActions(props: ActionsProps) {
  const { actions, dialog, isOwn } = useUserActions(props)
  return (
    <>
      <Tickets user={props.user} />
      {isOwn ? (
        <span title={OWN_ACCOUNT} className="text-12 whitespace-nowrap text-muted">
          Your account
        </span>
      ) : (
        actions.length > 0 && <ActionMenu label={`More actions of ${props.user.username}`} actions={actions} />
      )}
      <div className="contents">{dialog}</div>
    </>
  )
}

import { roleText, STAFF_LIST } from '@mupiira/contract/list-columns.ts'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, LogOut, UserX } from 'lucide-react'
import { useState } from 'react'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import type { StaffListItem } from '@mupiira/contract/admin-staff.ts'
import { textOf } from '../../shared/api/errors.ts'
import { dateText, dateTimeText } from '../../shared/format/times.ts'
import { useMay } from '../../state/session.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ActionMenu, type MenuAction } from '../kit/action-menu.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { RowTable } from '../kit/list-table.tsx'
import { act } from '../kit/staff-api.ts'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { InviteDialog, type Invited, InvitedDialog, RoleDialog } from './staff-dialogs.tsx'
import { staffQuery } from './staff-queries.ts'

/** The actions that need only a reason. */
const ACTIONS = {
  sessions: {
    verb: 'Log out',
    icon: LogOut,
    text: 'Log out everywhere',
    effect: 'They have to log in again in every browser.',
    done: 'Logged out everywhere.',
    run: (id: string, reason: string) =>
      act('POST /api/admin/users/{id}/sessions/end', { params: { id }, body: { reason } }),
  },
  factor: {
    verb: 'Reset',
    icon: KeyRound,
    text: 'Reset second factor',
    effect: 'Their codes no longer work, and they are logged out. They set up a new second factor at the next login.',
    done: 'Second factor reset.',
    run: (id: string, reason: string) =>
      act('POST /api/admin/staff/{id}/second-factor/reset', { params: { id }, body: { reason } }),
  },
  leave: {
    verb: 'Remove',
    icon: UserX,
    text: 'Remove from staff',
    effect: 'Their role ends, they are logged out, and the account is suspended. A new role brings them back.',
    done: 'Removed from staff.',
    run: (id: string, reason: string) => act('POST /api/admin/staff/{id}/leave', { params: { id }, body: { reason } }),
  },
} as const
type ActionId = keyof typeof ACTIONS

const COLUMNS: readonly Column<StaffListItem>[] = [
  {
    id: 'name',
    ...STAFF_LIST.name,
    cell: ({ name, isOwn }) => (isOwn ? `${name} (you)` : name),
  },
  {
    id: 'role',
    ...STAFF_LIST.role,
    phone: 'aside',

    cell: (member) => <Badge tone={member.permissions === null ? 'muted' : 'gold'}>{roleText(member)}</Badge>,
  },
  {
    id: 'phone',
    ...STAFF_LIST.phone,
    phone: 'below',

    cell: ({ phoneNumber }) => <span className="whitespace-nowrap">{displayPhone(phoneNumber)}</span>,
  },
  { id: 'factor', ...STAFF_LIST.factor },
  { id: 'sessions', ...STAFF_LIST.sessions, align: 'end' },
  {
    id: 'seen',
    ...STAFF_LIST.seen,
    phone: 'below-end',

    cell: ({ lastSeenAt }) => (
      <span className="lg:whitespace-nowrap">{lastSeenAt === null ? 'Never' : dateTimeText(lastSeenAt)}</span>
    ),
  },
  {
    id: 'since',
    ...STAFF_LIST.since,
    cell: ({ givenAt, givenBy }) =>
      givenAt === null ? '–' : `${dateText(givenAt)}${givenBy === null ? '' : `, by ${givenBy}`}`,
    hidden: true,
  },
]

const roleVerb = ({ permissions }: StaffListItem): string => (permissions === null ? 'Give a role' : 'Change role')

/** Members of staff, their roles and sessions. */
export function StaffScreen() {
  const query = useQuery(staffQuery)
  const params = useListParams()
  const may = useMay()
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const [edited, setEdited] = useState<StaffListItem | null>(null)
  const [asked, setAsked] = useState<{ readonly id: ActionId; readonly member: StaffListItem } | null>(null)
  const refresh = async () => void (await query.refetch())
  const run = async (reason: string): Promise<string | null> => {
    if (asked === null) return null
    const { done, run: send } = ACTIONS[asked.id]
    try {
      await send(asked.member.id, reason)
    } catch (error) {
      return textOf(error, 'This could not be saved. Please try again.')
    }
    showToast('success', done)
    await refresh()
    return null
  }
  const actionsOf = (member: StaffListItem): MenuAction[] => {
    const { permissions, sessions, hasSecondFactor } = member
    const possible: readonly (readonly [ActionId, boolean])[] = [
      ['sessions', sessions > 0 && may('admin:users:lock')],
      ['factor', hasSecondFactor],
      ['leave', permissions !== null],
    ]
    return possible
      .filter(([, isPossible]) => isPossible)
      .map(([id]) => ({
        text: ACTIONS[id].text,
        icon: ACTIONS[id].icon,
        isDangerous: true,
        onSelect: () => setAsked({ id, member }),
      }))
  }
  const isEditor = may('admin:staff:edit')
  return (
    <ConsolePage title="Staff" end={isEditor ? <Button onClick={() => setInviting(true)}>Invite staff</Button> : null}>
      <Loaded query={query} what="the staff" skeleton={<Skeleton className="h-24 w-full" />}>
        {({ items }) => (
          <RowTable
            name="staff"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            fileName={null}
            file={{ path: '/api/admin/staff/export', query: {}, what: 'Staff' }}
            params={params}
            empty={{ title: 'No staff', text: 'Invite a member of staff to begin.' }}
            {...(isEditor
              ? {
                  actions: (member: StaffListItem) =>
                    member.isManageable && (
                      <>
                        <Button
                          variant="secondary"
                          aria-label={`${roleVerb(member)}: ${member.name}`}
                          onClick={() => setEdited(member)}
                        >
                          {roleVerb(member)}
                        </Button>
                        {actionsOf(member).length > 0 && (
                          <ActionMenu label={`More actions of ${member.name}`} actions={actionsOf(member)} />
                        )}
                      </>
                    ),
                }
              : {})}
          />
        )}
      </Loaded>
      {isInviting && (
        <InviteDialog
          onInvited={async (created) => {
            setInvited(created)
            await refresh()
          }}
          onClose={() => setInviting(false)}
        />
      )}
      {invited !== null && !isInviting && <InvitedDialog invited={invited} onClose={() => setInvited(null)} />}
      {edited !== null && <RoleDialog member={edited} onChanged={refresh} onClose={() => setEdited(null)} />}
      {asked !== null && (
        <ConfirmDialog
          title={`${ACTIONS[asked.id].text}: ${asked.member.name}?`}
          verb={ACTIONS[asked.id].verb}
          isDangerous
          reason={{ label: 'Reason' }}
          onConfirm={run}
          onClose={() => setAsked(null)}
        >
          <p>{ACTIONS[asked.id].effect}</p>
        </ConfirmDialog>
      )}
    </ConsolePage>
  )
}

import { randomBytes } from 'node:crypto'
import {
  changeStaffPermissions,
  endStaffMembership,
  exportStaff,
  inviteStaff,
  listStaff,
  resetStaffSecondFactor,
  type StaffListItem,
} from '@mupiira/contract/admin-staff.ts'
import { STAFF_LIST } from '@mupiira/contract/list-columns.ts'
import {
  capabilitiesOf,
  includesAll,
  OWN_PERMISSIONS,
  type StaffCapability,
  type StaffPermissions,
} from '@mupiira/domain/access/staff-roles.ts'
import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { type Call, type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { exportList } from '../../audit/index.ts'
import type { Identity } from '../../identity/index.ts'
import type { ConsoleApprovals } from '../approvals.ts'
import { createStaffChanges, type StaffChangeDeps } from './change-staff.ts'

export type StaffRouteDeps = StaffChangeDeps & {
  readonly identity: Pick<Identity, 'accounts' | 'passwords' | 'profiles' | 'secondFactor' | 'sessions' | 'staff'>
}

/**
 * A password that is not shown to anyone: the owner of the phone sets the first one with an SMS code (decision 0018).
 */
const unknownPassword = (): string => randomBytes(32).toString('base64url')

/** Staff accounts in the console: roles, second factors, leaving. */
export function staffRoutes(kernel: Kernel, deps: StaffRouteDeps, approvals: ConsoleApprovals): readonly Route[] {
  const { clock, db } = kernel
  const { audit, identity } = deps
  const changes = createStaffChanges({ ...deps, clock, db, approvals })

  async function listItems({ actor }: Call<typeof listStaff | typeof exportStaff>): Promise<StaffListItem[]> {
    const members = await identity.staff.list()
    const names = new Map(members.map((member) => [member.id, nameOf(member)]))
    return members.map((member): StaffListItem => {
      const { id, phoneNumber, accountStatus, permissions, hasSecondFactor, sessions } = member
      return {
        id,
        name: nameOf(member),
        phoneNumber,
        accountStatus,
        permissions: permissions === null ? null : present(permissions),
        givenBy: member.givenBy === null ? null : (names.get(member.givenBy) ?? null),
        givenAt: member.givenAt?.toISOString() ?? null,
        leftAt: member.leftAt?.toISOString() ?? null,
        hasSecondFactor,
        sessions,
        lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
        isOwn: id === actor.userId,
        isManageable: id !== actor.userId && mayManage(actor.staff.capabilities, permissions),
      }
    })
  }

  /**
   * Creates the account without a role, and then requests the role. If that fails, the account may do nothing, and the
   * list offers to give it a role.
   */
  async function invite(call: Call<typeof inviteStaff>): Promise<Outcome<typeof inviteStaff>> {
    const { actor, body } = call
    const phone = parseAccountPhone(body.phoneNumber)
    if (!phone.ok) return { error: 'INVALID_PHONE' }
    if (!mayManage(actor.staff.capabilities, body.permissions)) return { error: 'STAFF_RIGHTS' }
    const [firstName = '', ...rest] = body.name.trim().split(/\s+/)
    const passwordHash = await identity.passwords.hash(unknownPassword())
    const person = { firstName, lastName: rest.join(' '), location: 'Kampala', phoneNumber: phone.value }
    const profile = await db.transaction(async (tx) => {
      const now = clock.now()
      const created = await identity.accounts.create(tx, { ...person, passwordHash }, now)
      if (created === null) return null
      // The database writes the audit entry.
      await identity.accounts.makeStaff(tx, { userId: created.id, by: staffOf(call), reason: body.reason }, now)
      return created
    })
    if (profile === null) return { error: 'STAFF_PHONE_TAKEN' }
    const { permissions, reason } = body
    const changed = await changes.changeRole({ userId: profile.id, permissions, seen: null, reason }, staffOf(call))
    const approvalId = changed.ok ? changed.value.approvalId : null
    return changed.ok ? { status: 201, body: { id: profile.id, approvalId } } : { error: 'STAFF_RIGHTS' }
  }

  return [
    route(listStaff, async (call) => ({ status: 200, body: { items: await listItems(call) } })),
    route(exportStaff, async (call) => {
      const rows = [await listItems(call)]
      return exportList({ clock, db, audit }, call, {
        name: 'staff',
        action: 'staff.export',
        columns: STAFF_LIST,
        rows,
      })
    }),
    route(inviteStaff, invite),

    route(changeStaffPermissions, async (call) => {
      const { params, body } = call
      if (!isId(params.id)) return { error: 'STAFF_NOT_FOUND' }
      const changed = await changes.changeRole({ ...body, userId: params.id }, staffOf(call))
      if (!changed.ok) return { error: changed.error }
      const { approvalId } = changed.value
      return approvalId === null ? { status: 200, body: { approvalId } } : { status: 202, body: { approvalId } }
    }),

    route(resetStaffSecondFactor, async (call) => {
      const { params, body } = call
      if (!isId(params.id)) return { error: 'STAFF_NOT_FOUND' }
      const done = await changes.resetSecondFactor(params.id, body.reason, staffOf(call))
      return done.ok ? { status: 200, body: { success: true } } : { error: done.error }
    }),

    route(endStaffMembership, async (call) => {
      const { params, body } = call
      if (!isId(params.id)) return { error: 'STAFF_NOT_FOUND' }
      const done = await changes.leave(params.id, body.reason, staffOf(call))
      return done.ok ? { status: 200, body: { success: true } } : { error: done.error }
    }),
  ]
}

const mayManage = (held: readonly StaffCapability[], permissions: StaffPermissions | null): boolean =>
  includesAll(held, permissions === null ? [] : capabilitiesOf(permissions))

const present = (permissions: StaffPermissions): NonNullable<StaffListItem['permissions']> =>
  permissions.role === OWN_PERMISSIONS
    ? { ...permissions, capabilities: [...permissions.capabilities] }
    : { role: permissions.role }

import {
  capabilitiesOf,
  includesAll,
  OWN_PERMISSIONS,
  permissionsLabel,
  type StaffCapability,
  type StaffPermissions,
} from '@mupiira/domain/access/staff-roles.ts'
import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import { type Approvals, AUDIT_FLAGS, type StaffAction } from '../../../kernel/access/approvals.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { inLockOrder } from '../../../kernel/db/locks.ts'
import type { Db, Tx } from '../../../kernel/db/sql.ts'
import type { Audit } from '../../audit/index.ts'
import type { Identity, Profile } from '../../identity/index.ts'

type MemberRefusal = 'STAFF_NOT_FOUND' | 'STAFF_RIGHTS' | 'OWN_ACCOUNT'
type StaffRefusal = MemberRefusal | 'STAFF_CHANGED'

/** `seen`: when the present role was given, as the form showed it. */
export type RoleChange = {
  readonly userId: string
  readonly permissions: StaffPermissions
  readonly seen: string | null
}
/** The stored data of a request. */
type RequestedRole = RoleChange & { readonly title: string; readonly accountStatus: Profile['accountStatus'] }

export type StaffChangeDeps = {
  readonly audit: Audit['commands']
  readonly identity: Pick<Identity, 'accounts' | 'profiles' | 'secondFactor' | 'sessions' | 'staff'>
}
type Deps = StaffChangeDeps & { readonly db: Db; readonly clock: Clock; readonly approvals: Approvals<StaffRefusal> }

/** A member of staff, locked together with the colleague who changes something. */
type LockedMember = {
  readonly profile: Profile
  readonly current: { readonly permissions: StaffPermissions; readonly givenAt: Date } | null
  /** The capabilities of the colleague, read after the locks. */
  readonly held: readonly StaffCapability[]
}

const EDITING: readonly StaffCapability[] = ['admin:staff:edit']

/** Everyone who has a role may open the console. */
const complete = (permissions: StaffPermissions): StaffPermissions =>
  permissions.role === OWN_PERMISSIONS
    ? {
        ...permissions,
        title: permissions.title.trim(),
        capabilities: [...new Set<StaffCapability>(['admin:enter', ...permissions.capabilities])],
      }
    : permissions

/** What the audit log stores about permissions. */
const facts = (permissions: StaffPermissions | null) =>
  permissions === null
    ? { role: null }
    : {
        role: permissionsLabel(permissions),
        ...(permissions.role === OWN_PERMISSIONS ? { capabilities: permissions.capabilities.join(', ') } : {}),
      }

/** Changes the roles of staff, with a second manager where there is one (decision 0019). */
export function createStaffChanges(deps: Deps) {
  const { approvals, audit, clock, db, identity } = deps

  /**
   * Two managers who remove each other lock the same accounts, so the later one is refused and one manager stays.
   */
  async function lockMember(tx: Tx, by: Staff, userId: string): Promise<Result<LockedMember, MemberRefusal>> {
    if (userId === by.actorId) return err('OWN_ACCOUNT')
    const locked = new Map<string, Profile | null>()
    for (const id of inLockOrder([userId, by.actorId])) locked.set(id, await identity.profiles.lock(tx, id))
    const profile = locked.get(userId) ?? null
    if (profile === null || !isStaff(profile.role)) return err('STAFF_NOT_FOUND')
    const isActive = locked.get(by.actorId)?.accountStatus === 'active'
    const held = isActive ? await identity.staff.capabilitiesOf(tx, by.actorId) : []
    const current = await identity.staff.currentRole(tx, userId)
    const rights = current === null ? [] : capabilitiesOf(current.permissions)
    return includesAll(held, [...EDITING, ...rights]) ? ok({ profile, current, held }) : err('STAFF_RIGHTS')
  }

  /** Checks that the colleague has all rights of the new role, and that the present one has not changed. */
  async function evaluate(
    tx: Tx,
    by: Staff,
    { userId, permissions, seen }: RoleChange,
  ): Promise<Result<LockedMember, StaffRefusal>> {
    const member = await lockMember(tx, by, userId)
    if (!member.ok) return member
    const { current, held } = member.value
    if (!includesAll(held, capabilitiesOf(permissions))) return err('STAFF_RIGHTS')
    return (current?.givenAt.toISOString() ?? null) === seen ? member : err('STAFF_CHANGED')
  }

  async function giveRole(
    tx: Tx,
    { profile, current }: LockedMember,
    change: { readonly permissions: StaffPermissions; readonly reason: string; readonly requestedBy: string },
    by: Staff & { readonly flag?: string },
  ): Promise<Date> {
    const { permissions, reason, requestedBy } = change
    const now = clock.now()
    const { actorId, address, flag } = by
    await identity.staff.giveRole(tx, { userId: profile.id, permissions, givenBy: requestedBy, reason }, now)
    // A person who has left returns; an account that was suspended with its role stays suspended.
    const returns = current === null && profile.accountStatus === 'suspended'
    if (returns) await identity.accounts.setStatus(tx, profile.id, 'active', now)
    await identity.sessions.end(tx, profile.id)
    const flags = { ...(requestedBy === actorId ? {} : { requestedBy }), ...(flag === undefined ? {} : { flag }) }
    const states = { before: facts(current?.permissions ?? null), after: { ...facts(permissions), ...flags } }
    const entry = { action: 'staff.change-role', subject: `user:${profile.id}`, reason } as const
    await audit.record(tx, { actorId, address, ...entry, ...states }, now)
    return now
  }

  const approved: StaffAction<StaffRefusal> = async (tx, { request, requestedBy, reason }, by) => {
    const { permissions, accountStatus, ...change } = request as RequestedRole
    const member = await evaluate(tx, by, { ...change, permissions })
    // The person may have left since.
    if (member.ok && member.value.profile.accountStatus !== accountStatus) return err('STAFF_CHANGED')
    return member.ok ? ok(await giveRole(tx, member.value, { permissions, reason, requestedBy }, by)) : member
  }
  approvals.register('staff-role', approved)

  return {
    /** Gives a role at once, or returns the id of the request that waits for another manager. */
    changeRole: (
      asked: RoleChange & { readonly reason: string },
      by: Staff,
    ): Promise<Result<{ readonly approvalId: string | null }, StaffRefusal>> =>
      db.transaction(async (tx) => {
        const { reason, ...change } = { ...asked, permissions: complete(asked.permissions) }
        const member = await evaluate(tx, by, change)
        if (!member.ok) return member
        const now = clock.now()
        const evaluation = await approvals.fourEyes.requireApproval(
          tx,
          { kind: 'staff-role', actorId: by.actorId },
          now,
        )
        const { permissions } = change
        if (evaluation === 'alone') {
          const author = { ...by, flag: AUDIT_FLAGS.staff }
          await giveRole(tx, member.value, { permissions, reason, requestedBy: by.actorId }, author)
          return ok({ approvalId: null })
        }
        const { current, profile } = member.value
        const title = `${current === null ? 'No role' : permissionsLabel(current.permissions)} → ${permissionsLabel(permissions)}`
        const subject = `user:${change.userId}` as const
        const requested: RequestedRole = { ...change, title, accountStatus: profile.accountStatus }
        const proposal = { kind: 'staff-role', subject, reason, amountUgx: ZERO, request: requested } as const
        const approvalId = await approvals.fourEyes.propose(
          tx,
          { ...proposal, requestedBy: by.actorId, once: true },
          now,
        )
        const after = { ...facts(permissions), waits: true }
        await audit.record(tx, { ...by, action: 'staff.change-role', subject, after, reason }, now)
        return ok({ approvalId })
      }),

    /** Ends the role and the sessions of a person who has left, and suspends the account. */
    leave: (userId: string, reason: string, by: Staff): Promise<Result<void, MemberRefusal>> =>
      db.transaction(async (tx) => {
        const member = await lockMember(tx, by, userId)
        if (!member.ok) return member
        const { current, profile } = member.value
        const now = clock.now()
        await identity.staff.endRole(tx, userId, by.actorId, now)
        if (profile.accountStatus === 'active') await identity.accounts.setStatus(tx, userId, 'suspended', now)
        const entry = { action: 'staff.leave', subject: `user:${userId}`, reason } as const
        await audit.record(tx, { ...by, ...entry, before: facts(current?.permissions ?? null) }, now)
        return ok(undefined)
      }),

    resetSecondFactor: (
      userId: string,
      reason: string,
      by: Staff,
    ): Promise<Result<void, MemberRefusal | 'SECOND_FACTOR_UNSET'>> =>
      db.transaction(async (tx) => {
        const member = await lockMember(tx, by, userId)
        if (!member.ok) return member
        if ((await identity.secondFactor.remove(tx, userId)) === 0) return err('SECOND_FACTOR_UNSET')
        // An open session may belong to someone who found a lost phone.
        await identity.sessions.end(tx, userId)
        const entry = { action: 'staff.second-factor-reset', subject: `user:${userId}`, reason } as const
        await audit.record(tx, { ...by, ...entry }, clock.now())
        return ok(undefined)
      }),
  }
}

import { STAFF_ACCOUNT_ROLES } from '@mupiira/domain/access/capabilities.ts'
import {
  capabilitiesOf,
  OWN_PERMISSIONS,
  readPermissions,
  type StaffCapability,
  type StaffPermissions,
} from '@mupiira/domain/access/staff-roles.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

export type GivenRole = {
  readonly userId: string
  readonly permissions: StaffPermissions
  /** Null for a command on the server. */
  readonly givenBy: string | null
  readonly reason: string
}

const currentOf = statement((p: Params<{ userId: string }>) =>
  q
    .selectFrom('staff_roles')
    .select(['role', 'title', 'capabilities', 'given_at'])
    .where('user_id', '=', p.userId)
    .where('ended_at', 'is', null),
)

/** The present role of a member of staff; null for players and for staff without a role. */
export async function currentStaffRole(
  db: Sql,
  userId: string,
): Promise<{ readonly permissions: StaffPermissions; readonly givenAt: Date } | null> {
  const row = await db.first(currentOf({ userId }))
  const permissions = row === undefined ? null : readPermissions(row)
  return row === undefined || permissions === null ? null : { permissions, givenAt: row.given_at }
}

/** The capabilities of a member of staff; none for players and for staff without a role. */
export async function staffCapabilitiesOf(db: Sql, userId: string): Promise<readonly StaffCapability[]> {
  const current = await currentStaffRole(db, userId)
  return current === null ? [] : capabilitiesOf(current.permissions)
}

const insertRole = statement(
  (
    p: Params<{
      userId: string
      role: StaffPermissions['role']
      title: string | null
      capabilities: readonly string[] | null
      givenBy: string | null
      now: Date
      reason: string
    }>,
  ) =>
    q.insertInto('staff_roles').values({
      user_id: p.userId,
      role: p.role,
      title: p.title,
      capabilities: p.capabilities as never,
      given_by: p.givenBy,
      given_at: p.now,
      reason: p.reason,
    }),
)

const endCurrent = statement((p: Params<{ userId: string; endedBy: string | null; now: Date }>) =>
  q
    .updateTable('staff_roles')
    .set({ ended_at: p.now, ended_by: p.endedBy })
    .where('user_id', '=', p.userId)
    .where('ended_at', 'is', null),
)

/** Ends the present role. Returns 0 if there is none. */
export const endStaffRole = (tx: Tx, userId: string, endedBy: string | null, now: Date): Promise<number> =>
  tx.change(endCurrent({ userId, endedBy, now }))

/** Gives a role and ends the previous one. */
export async function giveStaffRole(tx: Tx, given: GivenRole, now: Date): Promise<void> {
  const { userId, permissions, givenBy, reason } = given
  await endStaffRole(tx, userId, givenBy, now)
  const isOwn = permissions.role === OWN_PERMISSIONS
  await tx.change(
    insertRole({
      userId,
      role: permissions.role,
      title: isOwn ? permissions.title : null,
      capabilities: isOwn ? permissions.capabilities : null,
      givenBy,
      now,
      reason,
    }),
  )
}

const heldSince = statement((p: Params<{ since: Date }>) =>
  q
    .selectFrom('staff_roles as r')
    .innerJoin('profiles as p', 'p.id', 'r.user_id')
    .select(['r.user_id', 'r.role', 'r.title', 'r.capabilities'])
    .where('p.role', '=', anyOf(STAFF_ACCOUNT_ROLES))
    .where((e) => e.or([e('r.ended_at', 'is', null), e('r.ended_at', '>', p.since)]))
    .where((e) => e.or([e('p.account_status', '=', 'active'), e('p.status_changed_at', '>', p.since)])),
)

/**
 * The members of staff who hold all these capabilities, or who held them after `since`: then they were locked, left or
 * got another role.
 */
export async function staffWith(tx: Tx, capabilities: readonly StaffCapability[], since: Date): Promise<string[]> {
  const rows = await tx.run(heldSince({ since }))
  const holders = rows.filter((row) => {
    const permissions = readPermissions(row)
    if (permissions === null) return false
    const held = capabilitiesOf(permissions)
    return capabilities.every((each) => held.includes(each))
  })
  return [...new Set(holders.map((row) => row.user_id))]
}

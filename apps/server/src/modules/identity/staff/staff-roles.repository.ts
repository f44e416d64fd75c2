import { sql } from 'kysely'
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

const heldSince = statement((p: Params<{ since: Date | null; endedBy: string | null; mustUseSecondFactor: boolean }>) =>
  q
    .selectFrom('staff_roles as r')
    .innerJoin('profiles as p', 'p.id', 'r.user_id')
    .leftJoin('credentials as c', 'c.user_id', 'p.id')
    .leftJoin('second_factors as f', (join) => join.onRef('f.user_id', '=', 'p.id').on('f.enabled_at', 'is not', null))
    .select(['r.user_id', 'r.role', 'r.title', 'r.capabilities'])
    .where('p.role', '=', anyOf(STAFF_ACCOUNT_ROLES))
    .where(
      sql<boolean>`(r.ended_at is null or (r.ended_at > ${p.since} and r.ended_by is not distinct from ${p.endedBy}))`,
    )
    .where(sql<boolean>`(p.account_status = 'active' or p.status_changed_at > ${p.since})`)
    // A person who has logged in sets a lost second factor up again. An invited person may never come.
    .where(
      sql<boolean>`(not ${p.mustUseSecondFactor}::boolean or f.user_id is not null or c.last_login_at is not null)`,
    ),
)

export type HolderRules = {
  /** Who also counts: who was locked after `since`, and whose role `endedBy` ended after it. */
  readonly former: { readonly since: Date; readonly endedBy: string | null } | null
  /** Leaves out who cannot sign in, because the second factor has never been set up. */
  readonly mustUseSecondFactor: boolean
}

/** The members of staff who hold all these capabilities and can use them, or who lost them recently. */
export async function staffWith(
  db: Sql,
  capabilities: readonly StaffCapability[],
  { former, mustUseSecondFactor }: HolderRules,
): Promise<string[]> {
  const rows = await db.run(heldSince({ since: null, endedBy: null, ...former, mustUseSecondFactor }))
  const holders = rows.filter((row) => {
    const permissions = readPermissions(row)
    if (permissions === null) return false
    const held = capabilitiesOf(permissions)
    return capabilities.every((each) => held.includes(each))
  })
  return [...new Set(holders.map((row) => row.user_id))]
}

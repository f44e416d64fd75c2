import { sql } from 'kysely'
import { type AccountStatus, STAFF_ACCOUNT_ROLES } from '@mupiira/domain/access/capabilities.ts'
import { readPermissions, type StaffPermissions } from '@mupiira/domain/access/staff-roles.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

export type StaffMember = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly accountStatus: AccountStatus
  readonly permissions: StaffPermissions | null
  readonly givenBy: string | null
  readonly givenAt: Date | null
  readonly leftAt: Date | null
  readonly hasSecondFactor: boolean
  readonly sessions: number
  readonly lastSeenAt: Date | null
}

/** The latest role of each account, which has ended for those who left. */
const allStaff = statement((p: Params<{ now: Date }>) =>
  q
    .selectFrom('profiles as p')
    .leftJoinLateral(
      (e) =>
        e.selectFrom('staff_roles').selectAll().whereRef('user_id', '=', 'p.id').orderBy('id', 'desc').limit(1).as('r'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('sessions')
          .select([sql<number>`count(*)::int`.as('open'), sql<Date | null>`max(renewed_at)`.as('seen')])
          .whereRef('user_id', '=', 'p.id')
          .where('ended_at', 'is', null)
          .where('expires_at', '>', p.now)
          .as('s'),
      (join) => join.onTrue(),
    )
    .leftJoin('credentials as c', 'c.user_id', 'p.id')
    .leftJoin('second_factors as f', (join) => join.onRef('f.user_id', '=', 'p.id').on('f.enabled_at', 'is not', null))
    .select(['p.id', 'p.first_name', 'p.last_name', 'p.phone_number', 'p.account_status'])
    .select(['r.role', 'r.title', 'r.capabilities', 'r.given_by', 'r.given_at', 'r.ended_at'])
    .select(['f.user_id as factor_of', 's.open', sql<Date | null>`greatest(s.seen, c.last_login_at)`.as('seen_at')])
    .where('p.role', '=', anyOf(STAFF_ACCOUNT_ROLES))
    .orderBy(sql`r.ended_at is not null`)
    .orderBy('p.first_name')
    .orderBy('p.last_name')
    .orderBy('p.id'),
)

/** All members of staff by name; those who left come last. */
export async function listStaffMembers(db: Sql, now: Date): Promise<StaffMember[]> {
  const rows = await db.run(allStaff({ now }))
  return rows.map((row) => {
    const { role, title, capabilities } = row
    const isCurrent = role !== null && row.ended_at === null
    return {
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      phoneNumber: row.phone_number,
      accountStatus: row.account_status,
      permissions: isCurrent ? readPermissions({ role, title, capabilities }) : null,
      givenBy: isCurrent ? row.given_by : null,
      givenAt: isCurrent ? row.given_at : null,
      leftAt: row.ended_at,
      hasSecondFactor: row.factor_of !== null,
      sessions: row.open ?? 0,
      lastSeenAt: row.seen_at,
    }
  })
}

import { sql } from 'kysely'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { DEMO_BALANCE, DEMO_PLAYER } from '../demo-accounts.ts'
import { q, statement } from '../kernel/db/query.ts'
import type { Sql } from '../kernel/db/sql.ts'

/** The ledger check accepts exactly these entries of the kind `top-up`. */
export const demoTopUps = q
  .selectFrom('profiles')
  .select(['id as reference', sql<bigint>`${ugxFromShillings(DEMO_BALANCE)}::bigint`.as('amount')])
  .where('phone_number', '=', `+256${DEMO_PLAYER.phoneNumber}`)

const unread = statement(
  () => sql<{ unread: boolean }>`
    select exists (
      select from outbox
       where position is null or position > (select min(position) from outbox_cursors where reader = 'notifications')
    ) as unread`,
)

/** Whether any event is still without its notifications. */
export const hasUnreadEvents = async (db: Sql): Promise<boolean> => (await db.first(unread({})))?.unread ?? false

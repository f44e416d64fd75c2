import { sql } from 'kysely'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

type FoundTicket = {
  readonly id: string
  readonly userId: string
  readonly bookingCode: string
  readonly stakeUgx: Ugx
  readonly status: TicketStatus
}

/** Sorts after all characters of codes. */
const LAST = '~'

const byCode = statement((p: Params<{ start: string; end: string; limit: number }>) =>
  q
    .selectFrom('tickets')
    .select(['id', 'user_id as userId', 'booking_code as bookingCode', 'total_stake as stakeUgx', 'status'])
    .$narrowType<{ stakeUgx: Ugx; status: TicketStatus }>()
    .where(sql<boolean>`booking_code ~>=~ ${p.start} and booking_code ~<~ ${p.end}`)
    .orderBy(sql`booking_code using ~<~`)
    .limit(p.limit),
)

/** Tickets whose code begins so, in the order of their codes. */
export const ticketsByCode = (db: Sql, start: string, limit: number): Promise<FoundTicket[]> =>
  db.run(byCode({ start, end: `${start}${LAST}`, limit }))

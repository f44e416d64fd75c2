import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** An entry with what it was made for; positive where it came to the player. */
export type ReferenceEntry = {
  readonly id: bigint
  readonly kind: string
  readonly amountUgx: Ugx
  readonly description: string
  readonly createdAt: Date
}

/** All entries of one reference, oldest first. */
export async function entriesOf(sql: Sql, reference: string): Promise<ReferenceEntry[]> {
  const rows = await sql.query<Omit<ReferenceEntry, 'amountUgx'> & { amount: bigint }>(
    `select id, kind, case when player = source then -amount else amount end as amount, description, created_at as "createdAt"
       from postings where reference = $1 order by id`,
    [reference],
    'wallet-entries-of',
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amountUgx: ugx(amount) }))
}

import type { StatementEntry } from '@mupiira/contract/wallet.ts'
import { kindsOf, type StatementFilter } from '@mupiira/domain/money/statement-lines.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { type EntryRange, EVERYTHING } from './statement-period.ts'

export type EntryRow = {
  id: bigint
  amount: bigint
  previous_balance: bigint
  new_balance: bigint
  type: string
  description: string
  reference_id: string
  created_at: Date
}

/** The place in the statement that a cursor names, or null for a text that is none. */
export function readCursor(cursor: string): bigint | null {
  return /^[1-9]\d{0,17}$/.test(cursor) ? BigInt(cursor) : null
}

/** One page of a player's own entries, newest first (WALT-12), below the cursor's entry. */
export async function readStatement(
  sql: Sql,
  page: {
    readonly userId: string
    readonly before: bigint | null
    readonly limit: number
    readonly filter?: StatementFilter | undefined
    readonly range?: EntryRange
  },
): Promise<{ items: StatementEntry[]; nextCursor: string | null }> {
  const { first, last: until } = page.range ?? EVERYTHING
  const kinds = page.filter === undefined ? { allBut: [] } : kindsOf(page.filter)
  const rows = await sql.query<EntryRow>(
    `select id, amount, previous_balance, new_balance, type, description, reference_id, created_at
       from balance_history
      where user_id = $1 and id < coalesce($2, 9223372036854775807)
        and id between $4 and $5
        and ($6::text[] is null or type = any($6)) and type <> all($7::text[])
      order by id desc limit $3`,
    [
      page.userId,
      page.before,
      page.limit + 1,
      first,
      until,
      'only' in kinds ? kinds.only : null,
      'allBut' in kinds ? kinds.allBut : [],
    ],
    'wallet-statement',
  )
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(presentStatementEntry),
    nextCursor: rows.length > page.limit && last ? String(last.id) : null,
  }
}

export const presentStatementEntry = (row: EntryRow): StatementEntry => ({
  id: String(row.id),
  type: row.type,
  amount: ugxToNumber(ugx(row.amount)),
  previousBalance: ugxToNumber(ugx(row.previous_balance)),
  newBalance: ugxToNumber(ugx(row.new_balance)),
  description: row.description,
  referenceId: row.reference_id,
  createdAt: row.created_at.toISOString(),
})

import type { StatementEntry } from '@mupiira/contract/wallet.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { type EntryRow, presentStatementEntry } from './statement.ts'

/** A page of an account's entries by its number, newest first, and whether there are more. */
export async function statementPage(
  sql: Sql,
  userId: string,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: StatementEntry[]; hasMore: boolean }> {
  const rows = await sql.query<EntryRow>(
    `select h.* from (select id from postings where player = $1 order by id desc limit $2 offset $3) found
       join balance_history h on h.id = found.id order by h.id desc`,
    [userId, pageSize + 1, (page - 1) * pageSize],
  )
  return { items: rows.slice(0, pageSize).map(presentStatementEntry), hasMore: rows.length > pageSize }
}

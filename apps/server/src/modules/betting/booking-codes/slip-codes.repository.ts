import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { type CodeOwner, newSlipCode } from './ticket-codes.ts'

export type BookedLeg = { readonly gameId: string; readonly market: MarketId; readonly selection: string }

type CodeRow = CodeOwner & {
  readonly code: string
  readonly selections: readonly BookedLeg[]
  readonly ticketId: string | null
}

const MAX_ATTEMPTS = 8

const insertCode = statement((p: Params<CodeOwner & { code: string; selections: string; createdAt: Date }>) =>
  q
    .insertInto('booking_codes')
    .values({ code: p.code, user_id: p.userId, browser: p.browser, selections: p.selections, created_at: p.createdAt })
    .onConflict((conflict) => conflict.column('code').doNothing()),
)

/** Stores selections under a new code. */
export async function createSlipCode(
  db: Sql,
  owner: CodeOwner,
  selections: readonly BookedLeg[],
  createdAt: Date,
): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const code = newSlipCode()
    const row = { ...owner, code, selections: JSON.stringify(selections), createdAt }
    if ((await db.change(insertCode(row))) === 1) return code
  }
  throw new Error(`${MAX_ATTEMPTS} booking codes in a row were taken`)
}

const byCode = statement((p: Params<{ code: string }>) =>
  q
    .selectFrom('booking_codes')
    .select(['code', 'user_id as userId', 'browser', 'selections', 'ticket_id as ticketId'])
    .where('code', '=', p.code),
)

export const findCode = async (db: Sql, code: string): Promise<CodeRow | null> =>
  ((await db.first<unknown>(byCode({ code }))) as CodeRow | undefined) ?? null

const deleteUnused = statement((p: Params<{ before: Date }>) =>
  q.deleteFrom('booking_codes').where('ticket_id', 'is', null).where('created_at', '<', p.before),
)

/** Deletes codes issued before a date that no ticket uses. */
export const pruneCodes = (db: Sql, before: Date): Promise<number> => db.change(deleteUnused({ before }))

import { sql } from 'kysely'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { Tx } from '../../kernel/db/sql.ts'

const insert = statement((p: Params<{ id: string; account: string; amount: bigint; reference: string; now: Date }>) =>
  q
    .insertInto('holds')
    .values({ id: p.id, account: p.account, amount: p.amount, reference: p.reference, created_at: p.now }),
)
const byReference = statement((p: Params<{ reference: string }>) =>
  q.selectFrom('holds').select(['account', 'amount']).where('reference', '=', p.reference),
)
const setState = statement((p: Params<{ reference: string; state: 'posted' | 'voided'; now: Date }>) =>
  q
    .updateTable('holds')
    .set({ state: p.state, decided_at: p.now })
    .where('reference', '=', p.reference)
    .where('state', '=', 'pending'),
)
const addHeld = statement((p: Params<{ userId: string; amount: bigint }>) =>
  q
    .updateTable('accounts')
    .set({ held: sql`held + ${p.amount}` })
    .where('id', '=', p.userId),
)

type Hold = { readonly account: string; readonly amount: bigint }

/** Inserts a pending hold and adds it to the held money of its account. */
export async function insertHold(
  tx: Tx,
  { id, reference, account, amount }: Hold & { readonly id: string; readonly reference: string },
  now: Date,
): Promise<void> {
  await tx.change(insert({ id, account, amount, reference, now }))
  await tx.change(addHeld({ userId: account, amount }))
}

export const findHold = (tx: Tx, reference: string): Promise<Hold | undefined> => tx.first(byReference({ reference }))

/** Ends a pending hold and removes it from the held money of its account; false if it has ended already. */
export async function closeHold(
  tx: Tx,
  reference: string,
  { account, amount }: Hold,
  state: 'posted' | 'voided',
  now: Date,
): Promise<boolean> {
  if ((await tx.change(setState({ reference, state, now }))) !== 1) return false
  await tx.change(addHeld({ userId: account, amount: -amount }))
  return true
}

/** The records that explain the postings of captured holds in the ledger check. */
export const capturedHolds = q.selectFrom('holds').select(['reference', 'amount']).where('state', '=', 'posted')

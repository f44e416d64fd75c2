import { sql } from 'kysely'
import { insertRows } from '../../kernel/db/insert-rows.ts'
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

const insertAll = insertRows('holds')
const addAllHeld = statement(
  (p: Params<{ userIds: readonly string[]; amounts: readonly bigint[] }>) => sql`
    update accounts a set held = a.held + h.amount
      from (select user_id, sum(amount)::bigint as amount
              from unnest(${p.userIds}::uuid[], ${p.amounts}::bigint[]) as t (user_id, amount) group by user_id) h
     where a.id = h.user_id`,
)

/** Inserts pending holds of locked accounts and adds them to the held money. */
export async function insertHolds(
  tx: Tx,
  holds: readonly (Hold & { readonly id: string; readonly reference: string })[],
  now: Date,
): Promise<void> {
  const rows = holds.map(({ id, reference, account, amount }) => ({ id, reference, account, amount, createdAt: now }))
  await Promise.all([
    tx.change(insertAll(rows)),
    tx.change(addAllHeld({ userIds: holds.map(({ account }) => account), amounts: holds.map(({ amount }) => amount) })),
  ])
}

const voidAll = statement(
  (p: Params<{ references: readonly string[]; now: Date }>) => sql<{ count: number }>`
    with ended as (
      update holds set state = 'voided', decided_at = ${p.now}
       where reference = any(${p.references}::uuid[]) and state = 'pending' returning account, amount
    ), freed as (
      update accounts a set held = a.held - e.amount
        from (select account, sum(amount)::bigint as amount from ended group by account) e where a.id = e.account
    )
    select count(*)::int as count from ended`,
)

/** Ends pending holds of locked accounts and removes them from the held money. Returns how many it ended. */
export const voidHolds = async (tx: Tx, references: readonly string[], now: Date): Promise<number> =>
  (await tx.first(voidAll({ references, now })))?.count ?? 0

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

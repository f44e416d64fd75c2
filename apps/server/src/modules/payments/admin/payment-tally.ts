import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { TransactionStatus, TransactionType } from '@mupiira/domain/ticket/states.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { type Paging, placeByDays } from '../../../kernel/db/late-page.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** Payments of one type and status that were created on one day in Kampala. */
export type DayOfPayments = {
  readonly day: string
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly transactions: number
  readonly amountUgx: Ugx
}

type Row = { day: string; type: TransactionType; status: TransactionStatus; transactions: string; amount: string }

/** Exact totals of complete days: the folded rows plus the changes since. */
export async function talliedPayments(
  sql: Sql,
  { from, until }: { readonly from: Date | null; readonly until: Date | null },
): Promise<DayOfPayments[]> {
  const rows = await sql.query<Row>(
    `select day::text, type, status, sum(transactions)::text as transactions, sum(amount)::text as amount
       from ${BOTH} where day >= coalesce($1::date, '-infinity') and day < coalesce($2::date, 'infinity')
      group by day, type, status having sum(transactions) <> 0 order by day, type, status`,
    [from === null ? null : dayKey(from), until === null ? null : dayKey(until)],
    'payments-tallied',
  )
  return rows.map(({ day, type, status, transactions, amount }) => ({
    day,
    type,
    status,
    transactions: Number(transactions),
    amountUgx: ugx(BigInt(amount)),
  }))
}

const BOTH = `(select day, type, status, transactions, amount from transaction_tally
             union all select day, type, status, transactions, amount from transaction_tally_change) both_parts`

type Counted = {
  readonly from: Date | null
  readonly until: Date | null
  readonly type: TransactionType | null
  readonly status: TransactionStatus | null
}
const COUNTED = `from ${BOTH}
      where day >= coalesce($1::date, '-infinity') and day < coalesce($2::date, 'infinity')
        and ($3::text is null or type = $3) and ($4::text is null or status = $4)`
const countedBy = ({ from, until, type, status }: Counted) => [
  from === null ? null : dayKey(from),
  until === null ? null : dayKey(until),
  type,
  status,
]

/** The number of payments of a type and a status (null: any) on complete days. */
export async function countTallied(sql: Sql, counted: Counted): Promise<number> {
  const [row] = await sql.query<{ transactions: string }>(
    `select coalesce(sum(transactions), 0)::text as transactions ${COUNTED}`,
    countedBy(counted),
    'payments-tallied-count',
  )
  return Number(row?.transactions ?? 0)
}

/** The days of a late page, and the number of all matches. */
export const placeTallied = (sql: Sql, counted: Counted, paging: Paging) =>
  placeByDays(
    sql,
    `select day, sum(transactions) as count ${COUNTED} group by day`,
    countedBy(counted),
    paging,
    'payments-tallied-place',
  )

const FOLD = `
  with taken as (
    delete from transaction_tally_change where id in (select id from transaction_tally_change order by id limit $1)
    returning day, type, status, transactions, amount
  )
  insert into transaction_tally as t (day, type, status, transactions, amount)
  select day, type, status, sum(transactions), sum(amount) from taken group by day, type, status
  on conflict (day, type, status) do update
    set transactions = t.transactions + excluded.transactions, amount = t.amount + excluded.amount`

const CHANGES_AT_ONCE = 20_000

/** Folds collected changes into the daily rows. */
export const foldPaymentTally = (sql: Sql): Promise<number> => sql.change(FOLD, [CHANGES_AT_ONCE])

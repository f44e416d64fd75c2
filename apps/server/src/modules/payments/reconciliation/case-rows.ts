import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import type { ProviderName } from '../ports.ts'
import type { CaseKind, Difference } from './compare-orders.ts'

export type ReconciliationCase = Difference & {
  readonly id: string
  readonly provider: ProviderName
  readonly day: string
  readonly foundAt: Date
  readonly closedAt: Date | null
  readonly closedBy: string | null
  readonly note: string | null
  readonly bookedUgx: Ugx
}

type Row = {
  id: string
  provider: ProviderName
  kind: CaseKind
  subject: string
  transaction_id: string | null
  day: string
  amount: bigint
  detail: string
  found_at: Date
  closed_at: Date | null
  closed_by: string | null
  note: string | null
  booked: bigint
}
const COLUMNS = `id, provider, kind, subject, transaction_id, to_char(day, 'YYYY-MM-DD') as day, amount, detail, found_at,
  closed_at, closed_by, note, booked`

/** What the provider did not answer for: all of a kind, and payments of ours by their references. */
type Silent = { readonly kinds: readonly CaseKind[]; readonly references: readonly string[] }

/**
 * Opens a case for each difference, keeps those that are open already with the time when they were first found, and closes those of
 * the day that are gone: what the provider was silent about is not. What staff has explained, word for word the same, stays explained; a wallet that differs and a payment
 * that waits for an operator are not done with by a note. Returns the open ones.
 */
export async function keepCases(
  tx: Tx,
  found: {
    readonly provider: ProviderName
    readonly day: string
    readonly differences: readonly Difference[]
    readonly silent: Silent
  },
  now: Date,
): Promise<ReconciliationCase[]> {
  const { provider, day, differences, silent } = found
  await tx.change(
    `insert into reconciliation_case (id, provider, kind, subject, transaction_id, day, amount, detail, found_at, seen_at)
     select d.id, $1, d.kind, d.subject, d.transaction_id, $2, d.amount, d.detail, $9, $9
       from unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::bigint[], $8::text[])
         as d (id, kind, subject, transaction_id, amount, detail)
      where not exists (select from reconciliation_case e
                         where e.provider = $1 and e.kind = d.kind and e.subject = d.subject and e.amount = d.amount
                           and e.detail = d.detail and e.closed_by is not null
                           and e.kind not in ('wallet', 'waits-for-operator'))
     on conflict (provider, kind, subject) where closed_at is null
       do update set amount = excluded.amount, detail = excluded.detail, seen_at = excluded.seen_at`,
    [
      provider,
      day,
      differences.map(() => newId()),
      differences.map(({ kind }) => kind),
      differences.map(({ subject }) => subject),
      differences.map(({ paymentId }) => paymentId),
      differences.map(({ amountUgx }) => amountUgx),
      differences.map(({ detail }) => detail),
      now,
    ],
  )
  await tx.change(
    `update reconciliation_case c set closed_at = $3
      where provider = $1 and closed_at is null and (day = $2 or kind in ('wallet', 'waits-for-operator'))
        and not exists (select from unnest($4::text[], $5::text[]) as d (kind, subject)
                         where d.kind = c.kind and d.subject = c.subject)
        and kind <> all($6::text[])
        -- What these two say does not depend on the provider's answer.
        and (subject <> all($7::text[]) or kind in ('ledger', 'waits-for-operator'))`,
    [
      provider,
      day,
      now,
      differences.map(({ kind }) => kind),
      differences.map(({ subject }) => subject),
      silent.kinds,
      silent.references,
    ],
  )
  return openCases(tx, provider)
}

/** Open cases, the oldest first. */
export async function openCases(sql: Sql, provider: ProviderName | null): Promise<ReconciliationCase[]> {
  const rows = await sql.query<Row>(
    `select ${COLUMNS} from reconciliation_case
      where closed_at is null and ($1::text is null or provider = $1) order by found_at, id limit 1000`,
    [provider],
  )
  return rows.map(readCase)
}

export async function lockCase(tx: Tx, id: string): Promise<ReconciliationCase | null> {
  const [row] = await tx.query<Row>(`select ${COLUMNS} from reconciliation_case where id = $1 for update`, [id])
  return row === undefined ? null : readCase(row)
}

export async function closeCaseRow(
  tx: Tx,
  closed: { readonly id: string; readonly closedBy: string; readonly note: string; readonly bookedUgx: Ugx },
  now: Date,
): Promise<void> {
  await tx.change(
    `update reconciliation_case set closed_at = $2, closed_by = $3, note = $4, booked = $5 where id = $1`,
    [closed.id, now, closed.closedBy, closed.note, closed.bookedUgx],
  )
}

const readCase = (row: Row): ReconciliationCase => ({
  id: row.id,
  provider: row.provider,
  kind: row.kind,
  subject: row.subject,
  paymentId: row.transaction_id,
  day: row.day,
  amountUgx: ugx(row.amount),
  detail: row.detail,
  foundAt: row.found_at,
  closedAt: row.closed_at,
  closedBy: row.closed_by,
  note: row.note,
  bookedUgx: ugx(row.booked),
})

import { sql } from 'kysely'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Provider } from '@mupiira/domain/payments/providers.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import type { CaseKind, Difference } from './compare-orders.ts'

export type ReconciliationCase = Difference & {
  readonly id: string
  readonly provider: Provider
  /** The reference of the payment; null if only the provider knows the order. */
  readonly shortReference: string | null
  readonly day: string
  readonly foundAt: Date
  readonly closedAt: Date | null
  readonly closedBy: string | null
  readonly note: string | null
  readonly bookedUgx: Ugx
}

const CASE_COLUMNS = [
  sql<string | null>`(select short_reference from transactions where id = transaction_id)`.as('shortReference'),
  'id',
  'provider',
  'kind',
  'subject',
  'transaction_id as paymentId',
  'day',
  'amount as amountUgx',
  'detail',
  'found_at as foundAt',
  'closed_at as closedAt',
  'closed_by as closedBy',
  'note',
  'booked as bookedUgx',
] as const

const insertCases = insertRows('reconciliation_cases', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['provider', 'kind', 'subject'])
      .where('closed_at', 'is', null)
      .doUpdateSet((eb) => ({
        amount: eb.ref('excluded.amount'),
        detail: eb.ref('excluded.detail'),
        seen_at: eb.ref('excluded.seen_at'),
      })),
  ),
)

const explained = statement((p: Params<{ provider: Provider; subjects: readonly string[] }>) =>
  q
    .selectFrom('reconciliation_cases')
    .select(['kind', 'subject', 'amount', 'detail'])
    .where('provider', '=', p.provider)
    .where('subject', '=', anyOf(p.subjects))
    .where('closed_by', 'is not', null),
)

const closeResolved = statement(
  (
    p: Params<{
      provider: Provider
      day: string
      now: Date
      kinds: readonly string[]
      subjects: readonly string[]
      unansweredKinds: readonly string[]
      unansweredReferences: readonly string[]
    }>,
  ) => sql`
    update reconciliation_cases c set closed_at = ${p.now}
     where provider = ${p.provider} and closed_at is null
       and (day = ${p.day}::date or kind in ('wallet', 'waits-for-operator'))
       and not exists (select from unnest(${p.kinds}::text[], ${p.subjects}::text[]) as d (kind, subject)
                        where d.kind = c.kind and d.subject = c.subject)
       and kind <> all(${p.unansweredKinds}::text[])
       -- Ledger cases and cases in review do not depend on the provider's answer.
       and (subject <> all(${p.unansweredReferences}::text[]) or kind in ('ledger', 'waits-for-operator'))`,
)

/** Differences about which the provider gave no answer: all cases of a kind, and single payments by reference. */
export type UnansweredDifferences = { readonly kinds: readonly CaseKind[]; readonly references: readonly string[] }

/** A note cannot close a wallet difference or a payment that waits for an operator. */
const NEVER_EXPLAINED: ReadonlySet<CaseKind> = new Set(['wallet', 'waits-for-operator'])

/**
 * Opens a case for each difference, updates the open ones, and closes the day's cases whose difference is gone, unless
 * the provider gave no answer about them. A difference that staff has explained stays closed while it is unchanged.
 * Returns the open cases.
 */
export async function storeCases(
  tx: Tx,
  found: {
    readonly provider: Provider
    readonly day: string
    readonly differences: readonly Difference[]
    readonly unanswered: UnansweredDifferences
  },
  now: Date,
): Promise<ReconciliationCase[]> {
  const { provider, day, differences, unanswered } = found
  const subjects = differences.map(({ subject }) => subject)
  const known = new Set((await tx.run(explained({ provider, subjects }))).map(identityOf))
  const opened = differences.filter(
    ({ amountUgx: amount, ...difference }) =>
      NEVER_EXPLAINED.has(difference.kind) || !known.has(identityOf({ ...difference, amount })),
  )
  await tx.change(
    insertCases(
      opened.map(({ kind, subject, paymentId, amountUgx, detail }) => ({
        id: newId(),
        provider,
        kind,
        subject,
        transactionId: paymentId,
        day,
        amount: amountUgx,
        detail,
        foundAt: now,
        seenAt: now,
      })),
    ),
  )
  await tx.change(
    closeResolved({
      provider,
      day,
      now,
      kinds: differences.map(({ kind }) => kind),
      subjects,
      unansweredKinds: unanswered.kinds,
      unansweredReferences: unanswered.references,
    }),
  )
  return openCases(tx, provider)
}

const identityOf = (found: {
  readonly kind: string
  readonly subject: string
  readonly amount: bigint
  readonly detail: string
}): string => JSON.stringify([found.kind, found.subject, String(found.amount), found.detail])

/** Differences of payments, or of providers' wallets. */
export type CaseSubject = 'payments' | 'wallets'

/** Open cases of a provider (null: of all), the oldest first. */
export async function openCases(
  db: Sql,
  provider: Provider | null,
  about?: CaseSubject,
): Promise<ReconciliationCase[]> {
  let query = q.selectFrom('reconciliation_cases').select(CASE_COLUMNS).where('closed_at', 'is', null)
  if (provider !== null) query = query.where('provider', '=', provider)
  if (about !== undefined) query = query.where('kind', about === 'wallets' ? '=' : '<>', 'wallet')
  return (await db.run(query.orderBy('found_at').orderBy('id').limit(1_000))) as ReconciliationCase[]
}

const caseById = statement((p: Params<{ id: string }>) =>
  q.selectFrom('reconciliation_cases').select(CASE_COLUMNS).where('id', '=', p.id).forUpdate(),
)

export const lockCase = async (tx: Tx, id: string): Promise<ReconciliationCase | null> =>
  ((await tx.first(caseById({ id }))) as ReconciliationCase | undefined) ?? null

const setClosed = statement((p: Params<{ id: string; closedBy: string; note: string; bookedUgx: Ugx; now: Date }>) =>
  q
    .updateTable('reconciliation_cases')
    .set({ closed_at: p.now, closed_by: p.closedBy, note: p.note, booked: p.bookedUgx })
    .where('id', '=', p.id),
)

export const markCaseClosed = (
  tx: Tx,
  closed: { readonly id: string; readonly closedBy: string; readonly note: string; readonly bookedUgx: Ugx },
  now: Date,
): Promise<number> => tx.change(setClosed({ ...closed, now }))

const bookings = statement((p: Params<{ actorId: string; since: Date }>) =>
  q
    .selectFrom('reconciliation_cases')
    .select(['id', sql<Ugx>`abs(booked)`.as('amountUgx')])
    .where('closed_by', '=', p.actorId)
    .where('closed_at', '>', p.since)
    .where('booked', '<>', 0n),
)

/** The differences that a member of staff has booked to the operator since a given time, with their amounts. */
export const bookedBy = (tx: Tx, actorId: string, since: Date): Promise<{ id: string; amountUgx: Ugx }[]> =>
  tx.run(bookings({ actorId, since }))

/** The records that explain, in the ledger check, the postings that closed a case. */
export const bookedDifferences = q
  .selectFrom('reconciliation_cases')
  .select(['id as reference', sql<bigint>`abs(booked)`.as('amount')])
  .where('booked', '<>', 0n)

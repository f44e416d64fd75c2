import { type RawBuilder, sql } from 'kysely'
import type { LedgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import { HIDDEN_KINDS } from '@mupiira/domain/money/statement-lines.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { OpenStake } from '../ports.ts'

/** A player's entries between two ids, both included; empty if the first is greater than the last. */
export type EntryRange = { readonly first: bigint; readonly last: bigint }

const MAX_ID = 9_223_372_036_854_775_807n
export const EVERYTHING: EntryRange = { first: 0n, last: MAX_ID }

/** From `from`, inclusive, to `until`, exclusive; null means unbounded. */
export type Period = { readonly from: Date | null; readonly until: Date | null }

const range = statement(
  (p: Params<{ userId: string; from: Date | null; until: Date | null }>) => sql<{
    first: bigint | null
    last: bigint | null
  }>`
    select (select id from postings
             where player = ${p.userId} and created_at >= coalesce(${p.from}, '-infinity'::timestamptz)
             order by id limit 1) as first,
           (select id from postings
             where player = ${p.userId}
               and id < coalesce((select id from postings where player = ${p.userId} and created_at >= ${p.until}
                                   order by id limit 1), ${sql.lit(String(MAX_ID))}::bigint)
             order by id desc limit 1) as last`,
)

/**
 * The entries of a period so far. Ids of an account ascend with its balances. Their times can be out of order, because
 * a later request may lock the account first. A period therefore ends where the next one begins: each entry is in one
 * day, and a day opens with the closing balance of the previous day.
 */
export async function rangeOf(db: Sql, userId: string, { from, until }: Period): Promise<EntryRange> {
  const row = await db.first(range({ userId, from, until }))
  return { first: row?.first ?? MAX_ID, last: row?.last ?? 0n }
}

const entryAt = statement((p: Params<{ userId: string; place: number }>) =>
  q
    .selectFrom('postings')
    .select(['id', 'created_at as createdAt'])
    .where('player', '=', p.userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(p.place),
)

/** The player's entry at a place, counted from the newest (0); null if there are fewer entries. */
export const entryAtPlace = async (
  db: Sql,
  userId: string,
  place: number,
): Promise<{ readonly id: bigint; readonly createdAt: Date } | null> =>
  (await db.first(entryAt({ userId, place }))) ?? null

export type EntryRow = {
  readonly id: bigint
  readonly amount: Ugx
  readonly balanceAfter: Ugx
  readonly kind: LedgerKind
  readonly description: string
  readonly reference: string
  readonly createdAt: Date
  /** The state of the hold that has the same reference. */
  readonly hold: 'pending' | 'posted' | 'voided' | 'expired' | null
}

const selectEntries = (userId: RawBuilder<string>) =>
  q
    .selectFrom('postings as p')
    .select(['p.id', sql<LedgerKind>`kind`.as('kind'), 'description', 'p.reference', 'p.created_at as createdAt'])
    .select(sql<Ugx>`case when player = destination then p.amount else -p.amount end`.as('amount'))
    .select(sql<Ugx>`balance_after`.as('balanceAfter'))
    .select((e) => e.selectFrom('holds as h').select('state').whereRef('h.reference', '=', 'p.reference').as('hold'))
    .where('player', '=', userId)

type PageParams = {
  userId: string
  before: bigint | null
  first: bigint
  last: bigint
  only: readonly string[] | null
  allBut: readonly string[]
  limit: number
}
const page = statement((p: Params<PageParams>) =>
  selectEntries(p.userId)
    .where(sql<boolean>`p.id < coalesce(${p.before}, ${sql.lit(String(MAX_ID))}::bigint)`)
    .where(sql<boolean>`p.id between ${p.first} and ${p.last}`)
    .where(sql<boolean>`(${p.only}::text[] is null or kind = any(${p.only}))`)
    .where(sql<boolean>`kind <> all(${p.allBut}::text[])`)
    .orderBy('p.id', 'desc')
    .limit(p.limit),
)

/** Entries of the player's statement, newest first. */
export const entriesBefore = (db: Sql, search: PageParams): Promise<EntryRow[]> => db.run(page(search))

export type PaidPart = Pick<EntryRow, 'reference' | 'description' | 'amount'>

const paidParts = statement((p: Params<{ userId: string; references: readonly string[] }>) =>
  q
    .selectFrom('postings')
    .select(['reference', 'description', sql<Ugx>`-amount`.as('amount')])
    .where('player', '=', p.userId)
    .where('reference', '=', anyOf(p.references))
    .where('kind', 'in', [sql.lit('withdrawal'), sql.lit('withdrawal-fee')])
    .orderBy('id'),
)

/** The payments and fees of paid withdrawals. */
export const partsOf = async (db: Sql, userId: string, references: readonly string[]): Promise<PaidPart[]> =>
  references.length === 0 ? [] : db.run(paidParts({ userId, references }))

const after = statement(
  (p: Params<{ userId: string; after: bigint; last: bigint; allBut: readonly string[]; limit: number }>) =>
    selectEntries(p.userId)
      .where('p.id', '>', p.after)
      .where('p.id', '<=', p.last)
      .where(sql<boolean>`kind <> all(${p.allBut}::text[])`)
      .orderBy('p.id')
      .limit(p.limit),
)

/** Entries of the player's statement, oldest first. */
export const entriesAfter = (
  db: Sql,
  search: { readonly userId: string; readonly after: bigint; readonly last: bigint; readonly limit: number },
): Promise<EntryRow[]> => db.run(after({ ...search, allBut: HIDDEN_KINDS }))

type NumberedParams = Params<{
  userId: string
  after: bigint
  first: bigint
  last: bigint
  limit: number
  offset: number
}>
const newestFirst = statement((p: NumberedParams) =>
  selectEntries(p.userId)
    .where('p.id', '<', p.after)
    .where(sql<boolean>`p.id between ${p.first} and ${p.last}`)
    .orderBy('p.id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
)
const oldestFirst = statement((p: NumberedParams) =>
  selectEntries(p.userId)
    .where('p.id', '>', p.after)
    .where(sql<boolean>`p.id between ${p.first} and ${p.last}`)
    .orderBy('p.id')
    .limit(p.limit)
    .offset(p.offset),
)

export type LedgerPageRequest = {
  readonly page: number
  readonly pageSize: number
  /** The list continues after the entry with this id, and `page` is ignored. */
  readonly after: bigint | null
  readonly isOldestFirst: boolean
  readonly period: Period
}

/** The ledger entries of a player in order of time, and whether more follow. For staff. */
export async function ledgerPage(
  db: Sql,
  userId: string,
  { page, pageSize, after, isOldestFirst, period }: LedgerPageRequest,
): Promise<{ rows: EntryRow[]; hasMore: boolean }> {
  const offset = after === null ? (page - 1) * pageSize : 0
  const inOrder = isOldestFirst ? oldestFirst : newestFirst
  const entries = period.from === null && period.until === null ? EVERYTHING : await rangeOf(db, userId, period)
  const rows = await db.run(
    inOrder({ userId, after: after ?? (isOldestFirst ? 0n : MAX_ID), ...entries, limit: pageSize + 1, offset }),
  )
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

/** An entry with its kind; positive if the player received it. */
export type ReferenceEntry = {
  readonly id: bigint
  readonly kind: LedgerKind
  readonly amountUgx: Ugx
  readonly description: string
  readonly createdAt: Date
}

const ofReference = statement((p: Params<{ reference: string }>) =>
  q
    .selectFrom('postings')
    .select(['id', sql<LedgerKind>`kind`.as('kind'), 'description', 'created_at as createdAt'])
    .select(sql<Ugx>`case when player = source then -amount else amount end`.as('amountUgx'))
    .where('reference', '=', p.reference)
    .orderBy('id'),
)

/** All entries of one reference, oldest first. */
export const entriesOf = (db: Sql, reference: string): Promise<ReferenceEntry[]> => db.run(ofReference({ reference }))

type OpenColumns = { readonly references: readonly string[]; readonly cashed: readonly Ugx[] }
export type SumRow = {
  readonly kind: LedgerKind
  readonly amount: bigint
  readonly entries: bigint
  readonly open: bigint
}

const sums = statement(
  (p: Params<{ userId: string; first: bigint; last: bigint } & OpenColumns>) => sql<SumRow>`
    with entry as (
      select kind, reference, case when player = destination then amount else -amount end as amount
        from postings where player = ${p.userId} and id between ${p.first} and ${p.last}
    )
    select kind, sum(amount)::bigint as amount, count(*) as entries,
           coalesce(sum(amount + open.cashed) filter (where kind in ('bet', 'bet-hold')), 0)::bigint as open
      from entry left join unnest(${p.references}::uuid[], ${p.cashed}::bigint[]) as open (reference, cashed) using (reference) group by kind`,
)

/** The sums of a range by kind, with the part on open stakes. */
export const sumsOf = async (
  db: Sql,
  userId: string,
  { first, last }: EntryRange,
  undecided: readonly OpenStake[],
): Promise<SumRow[]> => {
  if (first > last) return []
  const references = undecided.map(({ reference }) => reference)
  return db.run(sums({ userId, first, last, references, cashed: undecided.map(({ cashed }) => cashed) }))
}

const lastBalance = statement((p: Params<{ userId: string; upTo: bigint }>) =>
  q
    .selectFrom('postings')
    .select('balance_after')
    .where('player', '=', p.userId)
    .where('id', '<=', p.upTo)
    .orderBy('id', 'desc')
    .limit(1),
)

/** The balance before a range; for an empty range, the balance at its end. */
export const balanceBefore = async (db: Sql, userId: string, { first, last }: EntryRange): Promise<bigint> =>
  (await db.first(lastBalance({ userId, upTo: first <= last ? first - 1n : last })))?.balance_after ?? 0n

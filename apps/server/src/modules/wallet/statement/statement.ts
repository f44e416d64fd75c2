import type { AdminEntry } from '@mupiira/contract/admin-tickets.ts'
import type { StatementEntry, StatementTotals } from '@mupiira/contract/wallet.ts'
import { type LedgerKind, ledgerKind, STATEMENT_LINES, type StatementLine } from '@mupiira/domain/money/ledger-kinds.ts'
import { HIDDEN_KINDS, kindsOf, netResultOf, type StatementFilter } from '@mupiira/domain/money/statement-lines.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { OpenStakes } from '../ports.ts'
import {
  balanceBefore,
  entriesBefore,
  type EntryRange,
  type EntryRow,
  EVERYTHING,
  ledgerPage,
  type LedgerPageRequest,
  type PaidPart,
  partsOf,
  type Period,
  type ReferenceEntry,
  sumsOf,
} from './statement.repository.ts'

/** The period from one calendar day in Kampala to another, both included. An error names the invalid field. */
export function readPeriod(query: {
  readonly from?: string | undefined
  readonly to?: string | undefined
}): Result<Period, 'from' | 'to'> {
  const from = query.from === undefined ? null : startOfDayKey(query.from)
  const to = query.to === undefined ? null : startOfDayKey(query.to)
  if (query.from !== undefined && from === null) return err('from')
  if (query.to !== undefined && to === null) return err('to')
  if (from !== null && to !== null && to < from) return err('to')
  return ok({ from, until: to === null ? null : startOfNextDay(to) })
}

/** The entry id that a cursor names, or null for an invalid cursor. */
export const readCursor = (cursor: string): bigint | null => (/^[1-9]\d{0,17}$/.test(cursor) ? BigInt(cursor) : null)

/**
 * One page of a player's entries, newest first (WALT-12), starting after the cursor's entry. A withdrawal is shown as
 * one entry with its status: the hold. The hidden postings of its capture cancel each other out, so the balances of the
 * shown entries still add up.
 */
export async function readStatement(
  db: Sql,
  page: {
    readonly userId: string
    readonly before: bigint | null
    readonly limit: number
    readonly filter?: StatementFilter | undefined
    readonly range?: EntryRange
  },
): Promise<{ items: StatementEntry[]; nextCursor: string | null }> {
  const { userId, before, limit, filter, range = EVERYTHING } = page
  const rows = await entriesBefore(db, {
    userId,
    before,
    ...range,
    limit: limit + 1,
    only: filter === undefined ? null : kindsOf(filter),
    allBut: HIDDEN_KINDS,
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor = rows.length > limit && last !== undefined ? String(last.id) : null
  const paid = shown.flatMap(({ kind, hold, reference }) =>
    kind === 'withdrawal-hold' && hold === 'posted' ? [reference] : [],
  )
  const parts = Map.groupBy(await partsOf(db, userId, paid), ({ reference }) => reference)
  return { items: shown.map((row) => presentStatementEntry(row, parts.get(row.reference))), nextCursor }
}

const HOLD_STATES = { pending: 'pending', posted: 'paid', voided: 'returned', expired: 'returned' } as const

/** The description with the state of a withdrawal. */
export const descriptionOf = ({ kind, description, hold }: EntryRow): string =>
  kind === 'withdrawal-hold' && hold !== null ? `${description} (${HOLD_STATES[hold]})` : description

/** The entry's kind in the player's statement. The hold of a withdrawal is shown as the withdrawal. */
export const typeOf = ({ kind, hold }: EntryRow): LedgerKind =>
  kind === 'withdrawal-hold' && hold !== null ? 'withdrawal' : kind

function presentStatementEntry(row: EntryRow, parts: readonly PaidPart[] | undefined): StatementEntry {
  const isWithdrawal = row.kind === 'withdrawal-hold' && row.hold !== null
  return {
    ...presentLedgerEntry(row),
    type: typeOf(row),
    description: descriptionOf(row),
    ...(isWithdrawal && row.hold !== null ? { state: HOLD_STATES[row.hold] } : {}),
    ...(isWithdrawal && parts !== undefined
      ? { parts: parts.map(({ description, amount }) => ({ description, amount: ugxToNumber(amount) })) }
      : {}),
  }
}

const presentLedgerEntry = (row: EntryRow): StatementEntry => ({
  id: String(row.id),
  type: row.kind,
  amount: ugxToNumber(row.amount),
  previousBalance: ugxToNumber(ugx(row.balanceAfter - row.amount)),
  newBalance: ugxToNumber(row.balanceAfter),
  description: row.description,
  referenceId: row.reference,
  createdAt: row.createdAt.toISOString(),
})

/** A page of all ledger entries of a player, for staff. */
export async function readLedgerPage(
  db: Sql,
  userId: string,
  pageRequest: LedgerPageRequest,
): Promise<{ items: StatementEntry[]; hasMore: boolean }> {
  const { rows, hasMore } = await ledgerPage(db, userId, pageRequest)
  return { items: rows.map(presentLedgerEntry), hasMore }
}

/** A ledger entry for staff. */
export const presentEntry = ({ id, kind, amountUgx, description, createdAt }: ReferenceEntry): AdminEntry => ({
  id: String(id),
  kind,
  amount: ugxToNumber(amountUgx),
  description,
  createdAt: createdAt.toISOString(),
})

/** The sums of a range. The opening balance plus all lines equals the closing balance. */
export async function readTotals(
  db: Sql,
  userId: string,
  range: EntryRange,
  openStakes: OpenStakes,
): Promise<StatementTotals> {
  const undecided = await openStakes(db, userId)
  const sums = Object.fromEntries(STATEMENT_LINES.map((line) => [line, 0n])) as Record<StatementLine, bigint>
  let entries = 0
  let open = 0n
  for (const row of await sumsOf(db, userId, range, undecided)) {
    sums[ledgerKind(row.kind).statement] += row.amount
    if (!HIDDEN_KINDS.includes(row.kind)) entries += Number(row.entries)
    open += row.open
  }
  const opening = await balanceBefore(db, userId, range)
  const closing = STATEMENT_LINES.reduce((balance, line) => balance + sums[line], opening)
  const shown = (amount: bigint): number => ugxToNumber(ugx(amount))
  return {
    openingBalance: shown(opening),
    closingBalance: shown(closing),
    entries,
    deposits: shown(sums.deposits),
    withdrawals: shown(sums.withdrawals),
    fees: shown(sums.fees),
    held: shown(sums.held),
    stakes: shown(sums.stakes),
    openStakes: shown(open),
    wins: shown(sums.wins),
    refunds: shown(sums.refunds),
    other: shown(sums.other),
    net: shown(netResultOf(sums, open)),
  }
}

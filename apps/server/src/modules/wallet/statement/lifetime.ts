import { figureOf, type LineFigure } from '@mupiira/domain/money/figures.ts'
import { ledgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { OpenStakes } from '../ports.ts'
import { entryAtPlace, EVERYTHING, type SumRow, sumsOf } from './statement.repository.ts'

/** The sums of an account read at most this many of its newest entries, so that the request stays fast. */
const MAX_ENTRIES = 20_000

export type Lifetime = ReturnType<typeof figuresOf> & {
  /** The time of the first counted entry, if there are more entries than are counted. */
  readonly since: Date | null
}

/** The figures of an account since it exists. */
export async function readLifetime(
  db: Sql,
  userId: string,
  openStakes: OpenStakes,
  maxEntries = MAX_ENTRIES,
): Promise<Lifetime> {
  const [first, omitted] = await Promise.all([
    entryAtPlace(db, userId, maxEntries - 1),
    entryAtPlace(db, userId, maxEntries),
  ])
  const isCapped = first !== null && omitted !== null
  const range = isCapped ? { ...EVERYTHING, first: first.id } : EVERYTHING
  const rows = await sumsOf(db, userId, range, await openStakes(db, userId))
  return { ...figuresOf(rows), since: isCapped ? first.createdAt : null }
}

const BALANCE_FIGURES = [
  'deposits',
  'withdrawals',
  'withdrawalFees',
  'turnover',
  'payouts',
  'refunds',
  'voids',
] as const

function figuresOf(rows: readonly SumRow[]) {
  const amountOf = (...kinds: readonly string[]): bigint =>
    rows.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0n)
  const lines = rows.map(({ kind, amount }) => {
    return { line: ledgerKind(kind).report, amount: amount < 0n ? -amount : amount }
  })
  // A stake that waits for its decision is on hold: it is open too, but it is not turnover.
  const waiting = -amountOf('bet-hold', 'bet-release')
  const open = -rows.reduce((sum, row) => sum + row.open, 0n) - waiting
  const shown = (amount: bigint): number => ugxToNumber(ugx(amount))
  const figures = BALANCE_FIGURES.map((figure): [(typeof BALANCE_FIGURES)[number], number] => [
    figure,
    shown(figureOf(figure satisfies LineFigure, lines)),
  ])
  return {
    figures: {
      ...(Object.fromEntries(figures) as { [figure in (typeof BALANCE_FIGURES)[number]]: number }),
      openStakes: shown(open),
      netResult: shown(open - figureOf('grossGamingRevenue', lines)),
    },
    /** Top-ups less deductions by staff. */
    adjustments: shown(amountOf('top-up', 'deduction')),
  }
}

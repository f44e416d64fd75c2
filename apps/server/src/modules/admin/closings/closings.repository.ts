import { sql } from 'kysely'
import type { FigureId } from '@mupiira/domain/money/figures.ts'
import type { Amounts } from '@mupiira/domain/money/profit-and-loss.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

export type Closing = {
  /** `2026-10`. */
  readonly month: string
  readonly figures: Amounts
  /** The last posting that the figures contain. */
  readonly lastPosting: bigint
  readonly reason: string
  readonly closedBy: string
  /** The second person; null if there was none. */
  readonly approvedBy: string | null
  readonly closedAt: Date
}

const all = statement(() =>
  q
    .selectFrom('month_closings')
    .select([sql<string>`to_char(month, 'YYYY-MM')`.as('month'), 'figures', 'last_posting as lastPosting', 'reason'])
    .select(['closed_by as closedBy', 'approved_by as approvedBy', 'closed_at as closedAt'])
    .orderBy('month', 'desc'),
)

/** All closings, the latest month first. */
export const closings = async (db: Sql): Promise<Closing[]> =>
  (await db.run(all({}))).map((row) => ({ ...row, figures: readFigures(row.figures) }))

const insert = statement((p: Params<Omit<Closing, 'figures' | 'month'> & { day: string; figures: string }>) =>
  q
    .insertInto('month_closings')
    .values({
      month: p.day,
      figures: p.figures,
      last_posting: p.lastPosting,
      reason: p.reason,
      closed_by: p.closedBy,
      approved_by: p.approvedBy,
      closed_at: p.closedAt,
    })
    .onConflict((conflict) => conflict.column('month').doNothing()),
)

/** False if the month is closed already. */
export const insertClosing = async (tx: Tx, { month, figures, ...closing }: Closing): Promise<boolean> =>
  (await tx.change(insert({ ...closing, day: `${month}-01`, figures: JSON.stringify(figureTexts(figures)) }))) === 1

/** Amounts as texts, because they may exceed the exact numbers of JSON. */
export const figureTexts = (figures: Amounts): { readonly [figure: string]: string } =>
  Object.fromEntries(Object.entries(figures).map(([figure, amount]) => [figure, String(amount)]))

const readFigures = (stored: unknown): Amounts =>
  Object.fromEntries(
    Object.entries(stored as { readonly [figure in FigureId]?: string }).map(([figure, text]) => [
      figure,
      BigInt(text),
    ]),
  )

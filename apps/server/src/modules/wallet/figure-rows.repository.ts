import { sql } from 'kysely'
import { type FigureLine, LINE_FIGURES, linesOf, type Product, productOf } from '@mupiira/domain/money/figures.ts'
import { LEDGER_KINDS, ledgerKind, type LedgerKind, type ReportLine } from '@mupiira/domain/money/ledger-kinds.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { figuresOf, filledUntil, type RollupSource } from '../../kernel/rollups.ts'
import { HOUSE } from './house-accounts.ts'

/** A posting behind a figure. `player` is null between house accounts. */
export type FigurePosting = {
  readonly id: bigint
  readonly at: Date
  readonly kind: LedgerKind
  readonly line: ReportLine
  readonly product: Product
  readonly player: string | null
  readonly reference: string
  readonly amount: Ugx
}

export type PostingsRequest = {
  readonly from: Date
  readonly until: Date
  readonly lines: readonly FigureLine[]
  readonly limit: number
  readonly offset: number
}

/** The line of each kind, of Aviator and of everything else, as `kind` and `kind aviator`. */
const LINES: readonly (readonly [string, ReportLine])[] = (Object.keys(LEDGER_KINDS) as LedgerKind[]).flatMap(
  (kind) => {
    const { report, aviator } = ledgerKind(kind)
    return [
      [kind, report],
      [`${kind} aviator`, aviator ?? 'other'],
    ] as const
  },
)

const lineKey = sql<string>`kind || case when ${sql.lit(HOUSE.aviator)} in (source, destination) then ' aviator' else '' end`

/** `offset 0` reads the period by its time index before it is sorted. */
const postings = statement(
  (p: Params<{ from: Date; until: Date; keys: readonly string[]; limit: number; offset: number }>) => sql<
    Omit<FigurePosting, 'line' | 'product'> & { readonly key: string }
  >`
    select id, created_at as at, kind, key, player, reference, amount
      from (select *, ${lineKey} as key from postings
             where created_at >= ${p.from} and created_at < ${p.until} offset 0) period
     where key = any(${p.keys}::text[])
     order by created_at desc, id desc limit ${p.limit} offset ${p.offset}`,
)

/** The postings of lines in a period, latest first. */
export async function figurePostings(db: Sql, { lines, ...request }: PostingsRequest): Promise<FigurePosting[]> {
  const keys = LINES.flatMap(([key, line]) => (lines.includes(line) ? [key] : []))
  return (await db.run(postings({ ...request, keys }))).map(withLine)
}

const LINE_OF = new Map(LINES)
const withLine = ({
  key,
  ...row
}: Omit<FigurePosting, 'line' | 'product'> & { readonly key: string }): FigurePosting => {
  const line = LINE_OF.get(key) ?? 'other'
  return { ...row, line, product: productOf(line) }
}

/** The lines that figures contain. Others move money between house accounts, or adjust balances. */
const FIGURE_LINES: ReadonlySet<FigureLine> = new Set(
  LINE_FIGURES.flatMap((figure) => Object.keys(linesOf(figure)) as FigureLine[]),
)

const figureKeys = LINES.flatMap(([key, line]) => (FIGURE_LINES.has(line) ? [key] : []))

const writtenLater = statement(
  (p: Params<{ from: Date; until: Date; after: bigint; keys: readonly string[]; limit: number }>) => sql<
    Omit<FigurePosting, 'line' | 'product'> & { readonly key: string }
  >`
    select id, created_at as at, kind, key, player, reference, amount
      from (select *, ${lineKey} as key from postings
             where id > ${p.after} and created_at >= ${p.from} and created_at < ${p.until} offset 0) later
     where key = any(${p.keys}::text[])
     order by id limit ${p.limit}`,
)

/** Postings of a period that were written after another posting and count for a figure, in order. */
export async function postingsWrittenAfter(
  db: Sql,
  request: { readonly from: Date; readonly until: Date; readonly after: bigint; readonly limit: number },
): Promise<FigurePosting[]> {
  return (await db.run(writtenLater({ ...request, keys: figureKeys }))).map(withLine)
}

const first = statement(() => q.selectFrom('postings').select('created_at as at').orderBy('id').limit(1))

/** The time of the first posting, or null. */
export const firstPosting = async (db: Sql): Promise<Date | null> => (await db.first(first({})))?.at ?? null

export type AccountAmount = { readonly player: string; readonly amount: Ugx }

const owed = statement(
  (p: Params<{ limit: number; offset: number }>) => sql<AccountAmount>`
    select id as player, greatest(balance, 0) + held as amount
      from accounts where kind = 'player' and (balance > 0 or held > 0)
     order by id limit ${p.limit} offset ${p.offset}`,
)
type AccountsRequest = { readonly limit: number; readonly offset: number }

/** The accounts behind the money owed to players. */
export const owedAccounts = (db: Sql, request: AccountsRequest): Promise<AccountAmount[]> => db.run(owed(request))
/** Debts change with postings to or from a balance below zero. */
export const DEBTS: RollupSource<'entries' | 'amount'> = {
  name: 'debts',
  figures: ['entries', 'amount'],
  oldest: q.selectFrom('postings').select(({ fn }) => fn.min('created_at').as('at')),
  changes: (from, until) => sql`
    select at, kampala_day(at) as day, array[player::text] as key, 1 as entries,
           greatest(-balance_after, 0) - greatest(change - balance_after, 0) as amount
      from (select created_at as at, player, balance_after,
                   case when player = destination then amount else -amount end as change
              from postings where created_at >= ${from} and created_at < ${until} and player is not null) entry
     where balance_after < 0 or balance_after - change < 0`,
}

const debts = statement((p: Params<{ since: Date }>) =>
  q
    .selectFrom(figuresOf(DEBTS, p.since).as('f'))
    .select([sql<string>`key[1]`.as('player'), sql<Ugx>`sum(amount)::bigint`.as('amount')])
    .groupBy('key')
    .having(sql<bigint>`sum(amount)`, '<>', 0n)
    .orderBy('key'),
)

/** The accounts below zero, and what each owes. */
export const debtAccounts = async (db: Sql): Promise<AccountAmount[]> =>
  db.run(debts({ since: await filledUntil(db, DEBTS) }))

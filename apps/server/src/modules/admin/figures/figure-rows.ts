import { reportLines } from '@mupiira/domain/money/day-report.ts'
import { type FigureId, type FigureLine, type Product, productOf, TICKET_LINES } from '@mupiira/domain/money/figures.ts'
import { BALANCE_FIGURES, DAY_FIGURES, type RowGrouping, signedLines } from '@mupiira/domain/money/profit-and-loss.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey, startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import type { BetGroup } from '../../betting/index.ts'
import { balancesOfNow, type Days, type FigureSources, profitAndLoss } from './profit-and-loss.ts'

/** One group of the profit and loss; `aviator` is a group of every grouping. */
export type RowGroup = { readonly by: RowGrouping; readonly key: string }
export type FigureFilter = { readonly figure: FigureId; readonly days: Days; readonly group: RowGroup | null }

/** A row behind a figure. `amount` is what it adds to the figure. */
export type Row = {
  readonly at: Date | null
  readonly line: FigureLine | FigureId
  readonly product: Product | ''
  readonly player: string | null
  readonly subject: 'bet' | 'payment' | ''
  readonly subjectId: string
  readonly gameId: string | null
  readonly market: string | null
  readonly amount: bigint
}
type Window = { readonly limit: number; readonly offset: number }

export type FigurePage = {
  readonly rows: readonly Row[]
  /** Null if counting is too expensive. */
  readonly total: number | null
  readonly hasMore: boolean
  /** The figure. */
  readonly sum: bigint
}

/** How many rows a file reads at once. An hour has few enough rows to be sorted in one query. */
const ROWS_AT_ONCE = 5_000

const isOneOf = <Id extends FigureId>(ids: readonly Id[], figure: FigureId): figure is Id =>
  (ids as readonly FigureId[]).includes(figure)

/** The rows behind figures. Counts and sums are those of the rollups, which have the same rows as source. */
export function createFigureRows(sources: FigureSources) {
  return {
    async page(filter: FigureFilter, window: Window, now: Date): Promise<FigurePage> {
      const { figure } = filter
      if (isOneOf(BALANCE_FIGURES, figure)) return balancePage(sources, figure, window, now)
      const days = isOneOf(DAY_FIGURES, figure)
        ? await computedDays(sources, filter, now)
        : await lineDays(sources, filter)
      const total = days.reduce((sum, { entries }) => sum + entries, 0)
      const rows: Row[] = []
      let offset = window.offset
      for (const day of days) {
        if (rows.length === window.limit) break
        if (offset >= day.entries) {
          offset -= day.entries
          continue
        }
        rows.push(...(await day.rows({ limit: window.limit - rows.length, offset })))
        offset = 0
      }
      const sum = days.reduce((amount, day) => amount + day.amount, 0n)
      return { rows, total, hasMore: window.offset + rows.length < total, sum }
    },

    /** All rows, latest first, read an hour at a time. */
    async *all(filter: FigureFilter, now: Date): AsyncGenerator<Row> {
      const { figure } = filter
      if (isOneOf(BALANCE_FIGURES, figure)) {
        for (let offset = 0; ; offset += ROWS_AT_ONCE) {
          const { rows, hasMore } = await balancePage(sources, figure, { limit: ROWS_AT_ONCE, offset }, now)
          yield* rows
          if (!hasMore) return
        }
      }
      const days = isOneOf(DAY_FIGURES, figure)
        ? await computedDays(sources, filter, now)
        : await lineDays(sources, filter)
      for (const day of days) for await (const rows of day.every()) yield* rows
    },
  }
}

export type FigureRows = ReturnType<typeof createFigureRows>

/** The rows of one day. */
type DayOfRows = {
  readonly entries: number
  readonly amount: bigint
  readonly rows: (window: Window) => Promise<Row[]>
  readonly every: () => AsyncIterable<Row[]>
}

/** The days that have rows, latest first. */
async function lineDays(sources: FigureSources, { figure, days, group }: FigureFilter): Promise<DayOfRows[]> {
  const product = productOfGroup(group)
  const signs = new Map(signedLines(figure).filter(([line]) => product === null || productOf(line) === product))
  const lines = [...signs.keys()]
  const betGroup = product === null ? (group as BetGroup | null) : null
  const isOfTickets = betGroup !== null || lines.some((line) => (TICKET_LINES as readonly string[]).includes(line))
  const sums = isOfTickets
    ? await sources.betting.administration.money.byDay(days, betGroup)
    : await ledgerDays(sources, days)
  const byDay = Map.groupBy(
    sums.filter(({ line, entries }) => signs.has(line) && entries > 0),
    ({ day }) => day,
  )
  const signed = (line: FigureLine, amount: bigint): bigint => BigInt(signs.get(line) ?? 0) * amount
  const readRows = isOfTickets ? ticketRows : postingRows
  return [...byDay]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, own]) => {
      const from = startOfDayKey(day) ?? days.from
      const read = async (period: Days, window: Window): Promise<Row[]> =>
        (await readRows(sources, { ...period, ...window, lines }, betGroup)).map((row) => {
          return { ...row, amount: signed(row.line, row.amount) }
        })
      return {
        entries: own.reduce((sum, { entries }) => sum + entries, 0),
        amount: own.reduce((sum, { line, amount }) => sum + signed(line, amount), 0n),
        rows: (window) => read({ from, until: startOfNextDay(from) }, window),
        async *every() {
          for (let until = startOfNextDay(from); until > from; until = new Date(until.getTime() - HOUR_MS)) {
            const hour = { from: new Date(until.getTime() - HOUR_MS), until }
            for (let offset = 0; ; offset += ROWS_AT_ONCE) {
              const rows = await read(hour, { limit: ROWS_AT_ONCE, offset })
              yield rows
              if (rows.length < ROWS_AT_ONCE) break
            }
          }
        },
      }
    })
}

/** The product that a group restricts to; null for a group of sports bets or for no group. */
function productOfGroup(group: RowGroup | null): Product | null {
  if (group === null) return null
  if (group.key === 'aviator') return 'aviator'
  return group.by === 'product' ? 'sportsbook' : null
}

async function ledgerDays({ wallet }: FigureSources, { from, until }: Days) {
  const transfers = await wallet.ledger.days(from, until)
  return [...Map.groupBy(transfers, ({ at }) => dayKey(at))].flatMap(([day, own]) =>
    reportLines(own).map((sum) => ({ ...sum, day })),
  )
}

type RowsRequest = Days & Window & { readonly lines: readonly FigureLine[] }
export type LineRow = Row & { readonly line: FigureLine }

async function ticketRows(
  { betting }: FigureSources,
  request: RowsRequest,
  group: BetGroup | null,
): Promise<LineRow[]> {
  const rows = await betting.administration.money.rows(request, group)
  return rows.map(({ ticketId, userId, ...row }) => {
    return { ...row, product: 'sportsbook', player: userId, subject: 'bet', subjectId: ticketId }
  })
}

const PAYMENT_LINES: ReadonlySet<FigureLine> = new Set(['deposits', 'withdrawals', 'fees', 'provider-charges'])

type FigurePosting = Awaited<ReturnType<FigureSources['wallet']['ledger']['rows']['postings']>>[number]

/** The row of a posting, with the amount of its line. */
export function rowOfPosting(posting: FigurePosting): LineRow {
  const { at, line, product, player, reference, amount } = posting
  const isPayment = PAYMENT_LINES.has(line)
  const subject = isPayment ? 'payment' : product === 'aviator' ? '' : 'bet'
  return {
    at,
    line,
    product: isPayment ? '' : product,
    player,
    subject,
    subjectId: subject === '' ? '' : reference,
    gameId: null,
    market: null,
    amount,
  }
}

async function postingRows({ wallet }: FigureSources, request: RowsRequest): Promise<LineRow[]> {
  return (await wallet.ledger.rows.postings(request)).map(rowOfPosting)
}

/** The days of a figure that is computed for each day. */
async function computedDays(sources: FigureSources, { figure, days }: FigureFilter, now: Date): Promise<DayOfRows[]> {
  const { rows } = await profitAndLoss(sources, days, 'day', now)
  return rows.toReversed().map(({ key, amounts }) => {
    const row = { ...NO_SUBJECT, at: startOfDayKey(key), line: figure, amount: amounts[figure] ?? 0n }
    return {
      entries: 1,
      amount: row.amount,
      rows: () => Promise.resolve([row]),
      async *every() {
        yield [row]
      },
    }
  })
}

const NO_SUBJECT = {
  product: '',
  player: null,
  subject: '',
  subjectId: '',
  gameId: null,
  market: null,
} as const satisfies Partial<Row>

/** The tickets or accounts behind a balance of now. */
async function balancePage(
  { betting, wallet }: FigureSources,
  figure: (typeof BALANCE_FIGURES)[number],
  { limit, offset }: Window,
  now: Date,
): Promise<FigurePage> {
  const sum = (await balancesOfNow({ betting, wallet }, now))[figure] ?? 0n
  const read = { limit: limit + 1, offset }
  const rows: Row[] =
    figure === 'openStakes'
      ? (await betting.administration.money.openTickets(read)).map(({ at, ticketId, userId, amount }) => {
          const subject = { subject: 'bet', subjectId: ticketId, product: 'sportsbook' } as const
          return { ...NO_SUBJECT, ...subject, at, line: figure, player: userId, amount }
        })
      : (figure === 'debts'
          ? (await wallet.ledger.rows.debts()).slice(offset, offset + limit + 1)
          : await wallet.ledger.rows.owed(read)
        ).map(({ player, amount }) => ({ ...NO_SUBJECT, at: null, line: figure, player, amount }))
  return { rows: rows.slice(0, limit), total: null, hasMore: rows.length > limit, sum }
}

import {
  exportFigureRows,
  exportProfitAndLoss,
  type FigureRow,
  getProfitAndLoss,
  listFigureRows,
  type ProfitAndLoss,
} from '@mupiira/contract/admin-figures.ts'
import { FIGURE_ROW_LIST } from '@mupiira/contract/list-columns.ts'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { ProfitGrouping } from '@mupiira/domain/money/profit-and-loss.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { invalidDay, readDays } from '../../../kernel/http/input/day-range.ts'
import { type Call, type Refusal, type Route, route } from '../../../kernel/http/route.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Audit, exportList } from '../../audit/index.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import type { Identity } from '../../identity/index.ts'
import type { Payments } from '../../payments/index.ts'
import { createFigureRows, type FigureFilter, type Row } from './figure-rows.ts'
import { profitAndLossCsv } from './figures-csv.ts'
import { type Days, type FigureSources, presentAmounts, profitAndLoss } from './profit-and-loss.ts'

export type FigureDeps = FigureSources & {
  readonly audit: Audit['commands']
  readonly catalogue: Pick<Catalogue, 'games'>
  readonly identity: Pick<Identity, 'profiles'>
  readonly payments: Pick<Payments, 'reads'>
}

const PAGE = 50
const MAX_DAYS = 366
const ROWS_AT_ONCE = 1_000

/** The profit and loss, and the rows behind each figure. */
export function figureRoutes(kernel: Kernel, deps: FigureDeps): readonly Route[] {
  const figureRows = createFigureRows(deps)

  async function reportOf(query: { from: string; to: string; by: ProfitGrouping }, days: Days, now: Date) {
    const { rows, total, now: balances } = await profitAndLoss(deps, days, query.by, now)
    return {
      ...query,
      asOf: now.toISOString(),
      rows: rows.map(({ key, name, amounts }) => ({ key, name, figures: presentAmounts(amounts) })),
      total: presentAmounts(total),
      now: presentAmounts(balances),
    } satisfies ProfitAndLoss
  }

  return [
    route(getProfitAndLoss, async ({ query, now }) => {
      const days = readPeriod(query)
      return 'error' in days ? days : { status: 200, body: await reportOf(query, days, now) }
    }),

    route(exportProfitAndLoss, async ({ query, now }) => {
      const days = readPeriod(query)
      return 'error' in days ? days : { file: profitAndLossCsv(await reportOf(query, days, now)) }
    }),

    route(listFigureRows, async ({ query, now }) => {
      const filter = readFilter(query)
      if ('error' in filter) return filter
      const { page = 1, pageSize = PAGE } = query
      const found = await figureRows.page(filter, { limit: pageSize, offset: (page - 1) * pageSize }, now)
      const { total, hasMore, sum } = found
      const items = await presentRows(deps, found.rows)
      return { status: 200, body: { items, page, pageSize, total, hasMore, sum: shown(sum) } }
    }),

    route(exportFigureRows, async (call) => {
      const filter = readFilter(call.query)
      if ('error' in filter) return filter
      const rows = presented(deps, figureRows.all(filter, call.now))
      const file = { name: `figure-${filter.figure}`, action: 'figure.export', columns: FIGURE_ROW_LIST, rows } as const
      return exportList({ ...kernel, audit: deps.audit }, call, file)
    }),
  ]
}

const shown = (amount: bigint): number => ugxToNumber(ugx(amount))

function readPeriod(query: { readonly from: string; readonly to: string }): Days | Refusal<'INVALID_FIELDS'> {
  const days = readDays(query)
  if ('wrong' in days) return invalidDay(days)
  const { from, until } = days
  if (from === null || until === null || until <= from) return refusal('is before the first day')
  if (until.getTime() - from.getTime() > MAX_DAYS * DAY_MS)
    return refusal(`is more than ${MAX_DAYS} days after the first`)
  return { from, until }
}

const refusal = (message: string) => ({ error: 'INVALID_FIELDS', errors: [{ path: 'to', message }] }) as const

function readFilter(query: Call<typeof exportFigureRows>['query']): FigureFilter | Refusal<'INVALID_FIELDS'> {
  const days = readPeriod(query)
  if ('error' in days) return days
  const { figure, by, key } = query
  return { figure, days, group: by === undefined || key === undefined ? null : { by, key } }
}

/** Presents rows in groups, with one look-up of names for each. */
async function* presented(deps: FigureDeps, rows: AsyncIterable<Row>): AsyncGenerator<FigureRow[]> {
  let waiting: Row[] = []
  for await (const row of rows) {
    waiting.push(row)
    if (waiting.length < ROWS_AT_ONCE) continue
    yield await presentRows(deps, waiting)
    waiting = []
  }
  yield await presentRows(deps, waiting)
}

/** Rows with the names of their players, tickets, payments and games. */
export async function presentRows(
  { identity, payments, catalogue, betting }: FigureDeps,
  rows: readonly Row[],
): Promise<FigureRow[]> {
  const idsOf = (kind: Row['subject']) => [
    ...new Set(rows.flatMap(({ subject, subjectId }) => (subject === kind ? subjectId : []))),
  ]
  const [names, codes, references, games] = await Promise.all([
    identity.profiles.names([...new Set(rows.flatMap(({ player }) => player ?? []))]),
    betting.administration.history.codes(idsOf('bet')),
    payments.reads.shortReferences(idsOf('payment')),
    catalogue.games.byIds([...new Set(rows.flatMap(({ gameId }) => gameId ?? []))]),
  ])
  return rows.map(({ at, amount, player, gameId, market, ...row }) => ({
    ...row,
    at: at?.toISOString() ?? null,
    amount: shown(amount),
    player: player === null ? null : { id: player, username: names.get(player)?.username ?? '' },
    code: codes.get(row.subjectId) ?? references.get(row.subjectId) ?? '',
    game: gameId === null ? null : { id: gameId, name: games.get(gameId)?.name ?? '' },
    market: market === null ? null : marketDefinition(market as MarketId).name,
  }))
}

import { type Static, Type } from 'typebox'
import { FIGURE_IDS } from '@mupiira/domain/money/figures.ts'
import { PROFIT_GROUPINGS, ROW_GROUPINGS } from '@mupiira/domain/money/profit-and-loss.ts'
import { AdminDay } from './admin-tickets.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Id, Instant, literals, Money, nullable, numberedPage, PageNumber, PageSize, strict } from './schemas.ts'

/** Amounts by figure (domain/money/figures.ts). A row has the figures that exist for its grouping. */
export const Amounts = Type.Partial(
  Type.Object(
    Object.fromEntries(FIGURE_IDS.map((id) => [id, Money])) as { [id in (typeof FIGURE_IDS)[number]]: typeof Money },
  ),
)

/** The figures of whole days in Kampala, by day, product, sport, league or market. */
export const ProfitAndLoss = Type.Object({
  asOf: Instant,
  from: Type.String(),
  to: Type.String(),
  by: literals(PROFIT_GROUPINGS),
  /** `key` identifies the group in the rows behind a figure; `name` is its text. */
  rows: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), figures: Amounts })),
  /** The figures of the period. Each is the sum of its rows. */
  total: Amounts,
  /** Open stakes, money owed to players and debts, as of `asOf`. */
  now: Amounts,
})
export type ProfitAndLoss = Static<typeof ProfitAndLoss>

const period = { from: AdminDay, to: AdminDay }
const query = Type.Object({ ...period, by: literals(PROFIT_GROUPINGS) }, strict)

export const getProfitAndLoss = endpoint({
  method: 'GET',
  path: '/api/admin/profit-and-loss',
  summary: 'The figures of a period by day, product, sport, league or market',
  access: 'admin',
  capability: 'admin:figures:read',
  query,
  responses: { 200: ProfitAndLoss },
  errors: [],
})

export const exportProfitAndLoss = endpoint({
  method: 'GET',
  path: '/api/admin/profit-and-loss.csv',
  summary: 'The profit and loss of a period as a CSV file',
  access: 'admin',
  capability: 'admin:figures:read',
  query,
  responses: { 200: Type.String({ contentMediaType: 'text/csv' }) },
  errors: [],
})

/** One row behind a figure, with the amount that it adds to the figure. */
export const FigureRow = Type.Object({
  at: nullable(Instant),
  /** The line of the report, such as `wins`, or `settled-stakes` and `bonuses`. */
  line: Type.String(),
  product: literals(['sportsbook', 'aviator', '']),
  amount: Money,
  player: nullable(Type.Object({ id: Id, username: Type.String() })),
  /** Where the row comes from: a ticket, a payment, or an account or round without an own screen. */
  subject: literals(['bet', 'payment', '']),
  subjectId: Type.String(),
  /** The booking code of the ticket or the short reference of the payment. */
  code: Type.String(),
  /** The game and the market of a part of a ticket. */
  game: nullable(Type.Object({ id: Id, name: Type.String() })),
  market: nullable(Type.String()),
})
export type FigureRow = Static<typeof FigureRow>

const filter = {
  figure: literals(FIGURE_IDS),
  /** The days of the figure. Balances of now ignore them. */
  ...period,
  /** One group of the profit and loss. */
  by: Type.Optional(literals(ROW_GROUPINGS)),
  key: Type.Optional(Type.String({ maxLength: 200 })),
}

export const listFigureRows = endpoint({
  method: 'GET',
  path: '/api/admin/figures/rows',
  summary: 'The rows behind a figure, latest first. Their amounts add up to `sum`, the figure',
  access: 'admin',
  capability: 'admin:figures:read',
  query: Type.Object({ ...filter, page: Type.Optional(PageNumber), pageSize: Type.Optional(PageSize) }, strict),
  responses: { 200: Type.Object({ ...numberedPage(FigureRow).properties, sum: Money }) },
  errors: [],
})

export const exportFigureRows = listExport({
  path: '/api/admin/figures/rows',
  rows: 'rows behind a figure',
  capability: 'admin:figures:read',
  filter,
  errors: [],
})

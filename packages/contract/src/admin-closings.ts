import { type Static, Type } from 'typebox'
import { FIGURE_IDS } from '@mupiira/domain/money/figures.ts'
import { Amounts, FigureRow } from './admin-figures.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { AmountInput, Id, Instant, literals, Money, nullable, Reason, strict } from './schemas.ts'

const Month = Type.String({ minLength: 7, maxLength: 7, description: 'A month in Kampala: 2026-10' })

/** The closing of a month, with its figures at that moment. */
const Closing = Type.Object({
  at: Instant,
  by: Type.String(),
  /** The second person; null if there was none. */
  approvedBy: nullable(Type.String()),
  reason: Type.String(),
  figures: Amounts,
})

export const ListedMonth = Type.Object({
  month: Type.String(),
  /** Null while the month is open. */
  closing: nullable(Closing),
  /** True if a request to close the month waits for a second member of staff. */
  isRequested: Type.Boolean(),
})
export type ListedMonth = Static<typeof ListedMonth>

const MonthDetail = Type.Object({
  ...ListedMonth.properties,
  isOver: Type.Boolean(),
  /** The figures as they are now. */
  now: Amounts,
  /** Why the month cannot be closed: differences with providers, and payments of the month without a final result. */
  open: Type.Object({
    cases: Type.Array(Type.Object({ id: Id, kind: Type.String(), provider: Type.String(), day: Type.String() })),
    payments: Type.Array(Type.Object({ id: Id, shortReference: Type.String() })),
    /** The number of such payments. At most 50 are listed. */
    paymentCount: Type.Integer(),
  }),
  /** Postings of the month that were written after its closing, at most 500. */
  rowsAfterClosing: Type.Array(FigureRow),
})
export type MonthDetail = Static<typeof MonthDetail>

/** One figure of a month in a file. */
export const MonthFigure = Type.Object({
  month: Type.String(),
  figure: literals(FIGURE_IDS),
  now: Money,
  atClosing: nullable(Money),
  closedAt: nullable(Instant),
  closedBy: nullable(Type.String()),
  reason: nullable(Type.String()),
})
export type MonthFigure = Static<typeof MonthFigure>

const reading = { access: 'admin', capability: 'admin:figures:read' } as const
const params = Type.Object({ month: Month })

export const listMonths = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/admin/months',
  summary: 'The ended months, latest first, with their closings',
  responses: { 200: Type.Object({ items: Type.Array(ListedMonth) }) },
  errors: [],
})

export const getMonth = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/admin/months/{month}',
  summary: 'The figures of a month at its closing and now, and what prevents its closing',
  params,
  responses: { 200: MonthDetail },
  errors: [],
})

export const exportMonthFigures = listExport({
  path: '/api/admin/months',
  rows: 'figures of a month',
  capability: 'admin:figures:read',
  filter: { month: Month },
  errors: [],
})

export const closeMonth = endpoint({
  method: 'POST',
  path: '/api/admin/months/{month}/close',
  summary: 'Close a month: store its figures, with a second member of staff where there is one',
  access: 'admin',
  capability: 'admin:months:close',
  requiresFreshConfirmation: true,
  params,
  /** `netGamingRevenue`: the displayed figure. The request is refused if it has changed since. */
  body: Type.Object({ reason: Reason, netGamingRevenue: AmountInput }, strict),
  responses: { 200: Type.Object({ approvalId: Type.Null() }), 202: Type.Object({ approvalId: Id }) },
  errors: ['MONTH_NOT_OVER', 'MONTH_CLOSED', 'MONTH_NOT_RECONCILED', 'MONTH_CHANGED'],
})

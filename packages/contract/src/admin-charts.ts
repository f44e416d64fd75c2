import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Instant, literals, Money, strict } from './schemas.ts'

/** Figures (domain/money/figures.ts) of one hour, or of one day in Kampala. */
const MoneyPoint = Type.Object({
  at: Instant,
  turnover: Money,
  payouts: Money,
  grossGamingRevenue: Money,
  deposits: Money,
  withdrawals: Money,
})

export const MoneyChart = Type.Object({ asOf: Instant, by: literals(['hour', 'day']), points: Type.Array(MoneyPoint) })
export type MoneyChart = Static<typeof MoneyChart>

export const getMoneyChart = endpoint({
  method: 'GET',
  path: '/api/admin/charts/money',
  summary: 'Turnover, payouts, gross gaming revenue, deposits and withdrawals of the last 48 hours or 30 days',
  access: 'admin',
  capability: 'admin:enter',
  query: Type.Object({ by: literals(['hour', 'day']) }, strict),
  responses: { 200: MoneyChart },
  errors: [],
})

const Outcomes = Type.Object({ success: Type.Integer(), pending: Type.Integer(), failed: Type.Integer() })

export const AdminCharts = Type.Object({
  asOf: Instant,
  /** The open tickets at each hour of the last 48 hours, and now. */
  liability: Type.Array(Type.Object({ at: Instant, tickets: Type.Integer(), stakes: Money, payout: Money })),
  /** Payments by day of the request, for 30 days. */
  payments: Type.Array(Type.Object({ at: Instant, deposits: Outcomes, withdrawals: Outcomes })),
  /** The number of players who placed a bet, by day. */
  players: Type.Array(Type.Object({ at: Instant, players: Type.Integer() })),
  /** Provider replies per hour, for 48 hours. */
  providers: Type.Array(
    Type.Object({
      provider: Type.String(),
      hours: Type.Array(
        Type.Object({ at: Instant, exchanges: Type.Integer(), failures: Type.Integer(), meanMs: Type.Integer() }),
      ),
    }),
  ),
})
export type AdminCharts = Static<typeof AdminCharts>

export const getAdminCharts = endpoint({
  method: 'GET',
  path: '/api/admin/charts/desk',
  summary: 'Open liability, payments by outcome, active players and provider replies',
  access: 'admin',
  capability: 'admin:enter',
  responses: { 200: AdminCharts },
  errors: [],
})

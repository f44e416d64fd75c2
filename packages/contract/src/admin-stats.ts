import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Instant, Money, nullable } from './schemas.ts'

/** In percent, of what came today against the day before; null where there was nothing to compare with (ADMX-14, D12). */
const Change = nullable(Type.Number())

/** ADMX-07 to ADMX-18 */
export const AdminStats = Type.Object({
  asOf: Instant,
  totalGames: Type.Integer(),
  totalGamesChange: Change,
  liveMatches: Type.Integer(),
  liveMatchesChange: Change,
  /** Tickets that are pending. */
  activeBets: Type.Integer(),
  activeBetsChange: Change,
  /** Stakes of lost tickets (D36). */
  totalRevenue: Money,
  totalRevenueChange: Change,
  /** Stakes of ended tickets less their payouts. */
  grossRevenue: Money,
  /** Tickets placed since midnight in Kampala. */
  today: Type.Object({
    bets: Type.Integer(),
    staked: Money,
    winnings: Money,
    pending: Type.Integer(),
    activeUsers: Type.Integer(),
    /** Won of won and lost, in percent with one decimal. */
    winRate: Type.Number(),
  }),
})
export type AdminStats = Static<typeof AdminStats>

export const getAdminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'The figures of the console’s first page',
  access: 'admin',
  capability: 'admin:enter',
  responses: { 200: AdminStats },
  errors: [],
})

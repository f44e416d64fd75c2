import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Instant, literals, Money, nullable } from './schemas.ts'

const SKIP_REASONS = ['long text', 'long list', 'duplicate', 'not stored', 'existing game'] as const

/**
 * The change from the previous day in percent. `new`: the previous day was zero. Null: the previous day had too few
 * events for a percentage.
 */
const Change = nullable(Type.Union([Type.Number(), Type.Literal('new')]))

/**
 * The last nightly check of a sealed table; null before the first. `not compared`: no published seal exists, because
 * `SEALS_DIR` is not set or nothing is sealed yet. `seal lost`: blocks are sealed, but the published seal is missing.
 */
const SealCheck = nullable(
  Type.Object({
    checkedAt: Instant,
    outcome: literals(['correct', 'not compared', 'seal lost', 'different']),
    differences: Type.Integer(),
    /** The number of sealed blocks. */
    blocks: Type.Integer(),
    /** The published seal that the table was compared with. */
    published: nullable(Type.Object({ block: Type.String(), hash: Type.String() })),
  }),
)
export type SealCheck = Static<typeof SealCheck>

/** Figures of sports and Aviator (domain/money/figures.ts). Stakes of open bets are included. */
const BettingResult = Type.Object({
  /** The number of stakes. */
  bets: Type.Integer(),
  turnover: Money,
  payouts: Money,
  refunds: Money,
  voids: Money,
  grossGamingRevenue: Money,
  /** The number of sports bets of the period that are still open, and their stakes. */
  openBets: Type.Integer(),
  openStakes: Money,
})

/** The dashboard figures (ADMX-07 to ADMX-18). */
export const AdminStats = Type.Object({
  asOf: Instant,
  totalGames: Type.Integer(),
  totalGamesChange: Change,
  liveMatches: Type.Integer(),
  liveMatchesChange: Change,
  /** Pending tickets. */
  activeBets: Type.Integer(),
  activeBetsChange: Change,
  /** The results of today, and of all days including today. */
  result: Type.Object({ today: BettingResult, sinceStart: BettingResult }),
  /** Matches whose reports were skipped in the last half hour, at most 50. */
  skippedMatches: Type.Array(
    Type.Object({
      matchId: Type.String(),
      reason: literals(SKIP_REASONS),
      name: Type.String(),
      league: Type.String(),
      startTime: Instant,
    }),
  ),
  /** The lag of the feed: 95 % of its last pushed goals appeared in a response after at most this time. */
  feedLag: Type.Object({ seconds: Type.Number(), goals: Type.Integer() }),
  checks: Type.Object({ ledger: SealCheck, auditLog: SealCheck }),
  /** Tickets placed since midnight in Kampala. */
  today: Type.Object({
    bets: Type.Integer(),
    pending: Type.Integer(),
    activeUsers: Type.Integer(),
    /** The share of won tickets among won and lost tickets, in percent with one decimal. */
    winRate: Type.Number(),
    /** The number of won and lost tickets. */
    decided: Type.Integer(),
  }),
})
export type AdminStats = Static<typeof AdminStats>

export const getAdminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'The figures of the console’s dashboard',
  access: 'admin',
  capability: 'admin:enter',
  responses: { 200: AdminStats },
  errors: [],
})

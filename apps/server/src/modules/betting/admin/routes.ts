import type { Approvals, Outdated } from '../../../kernel/access/approvals.ts'
import type { Route } from '../../../kernel/http/route.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type CancelDeps, createTicketCancellation } from './cancel-ticket.ts'
import { createSuspensionRule } from './change-suspension.ts'
import { type CourtsidingDeps, courtsidingRoutes } from './courtsiding-routes.ts'
import { type DelayedBetDeps, delayedBetRoutes } from './delayed-bet-routes.ts'
import { type InPlayDeps, inPlayRoutes } from './in-play-routes.ts'
import { type PriceRiskDeps, priceRiskRoutes } from './price-risk-routes.ts'
import { type RiskDeps, riskRoutes } from './risk-routes.ts'
import { type TicketDeps, ticketRoutes } from './ticket-routes.ts'
import { type TradingDeps, tradingRoutes } from './trading-routes.ts'

export type BettingAdminDeps = Omit<CancelDeps, 'clock'> &
  CourtsidingDeps &
  DelayedBetDeps &
  InPlayDeps &
  PriceRiskDeps &
  RiskDeps &
  TicketDeps &
  TradingDeps
export type BettingApprovals = Approvals<'TICKET_NOT_FOUND' | 'TICKET_NOT_PENDING' | Outdated>

/** Console endpoints of tickets and risk. */
export const bettingAdminRoutes = (
  kernel: Kernel,
  deps: BettingAdminDeps,
  approvals: BettingApprovals,
): readonly Route[] => [
  ...ticketRoutes(kernel, deps, createTicketCancellation({ ...deps, clock: kernel.clock }, approvals)),
  ...riskRoutes(kernel, deps, createSuspensionRule(kernel, deps, approvals)),
  ...priceRiskRoutes(kernel, deps),
  ...inPlayRoutes(deps),
  ...courtsidingRoutes(kernel, deps),
  ...delayedBetRoutes(kernel, deps),
  ...tradingRoutes(kernel, deps),
]

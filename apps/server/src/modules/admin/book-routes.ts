import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Approvals } from './approvals.ts'
import { createCancelBet } from './cancel-bet.ts'
import { createJudgeEnd, createMayEndByClock, createSayResult } from './say-result.ts'
import { type ChartDoors, chartRoutes } from './chart-routes.ts'
import { type FixtureDoors, fixtureRoutes } from './fixture-routes.ts'
import { type GameDoors, gameRoutes } from './game-routes.ts'
import { goalRoutes } from './goal-routes.ts'
import { type MarketDoors, marketRoutes } from './market-routes.ts'
import { type PriceRiskDoors, priceRiskRoutes } from './price-risk-routes.ts'
import { createResolvePayment, type ResolveDoors } from './resolve-payment.ts'
import { type ResultDoors, resultRoutes } from './result-routes.ts'
import { type RiskDoors, riskRoutes } from './risk-routes.ts'
import { type StatsDoors, statsRoutes } from './stats-routes.ts'
import { type TicketDoors, ticketRoutes } from './ticket-routes.ts'
import { type TransactionDoors, transactionRoutes } from './transaction-routes.ts'

export type BookDoors = ChartDoors &
  FixtureDoors &
  GameDoors &
  MarketDoors &
  PriceRiskDoors &
  ResolveDoors &
  ResultDoors &
  RiskDoors &
  StatsDoors &
  TicketDoors &
  TransactionDoors

/** What staff asks and does about the book: games and their results, tickets, payments. */
export function bookRoutes(kernel: Kernel, doors: BookDoors, approvals: Approvals): readonly Route[] {
  const sayResult = createSayResult(kernel.db, doors, approvals)
  const judgeEnd = createJudgeEnd(kernel.db, doors, approvals)
  doors.catalogue.beforeClockEnds(createMayEndByClock(judgeEnd, doors))
  const games = gameRoutes(kernel, doors, { sayResult, judgeEnd })
  return [
    ...chartRoutes(doors),
    ...fixtureRoutes(kernel, doors),
    ...games,
    ...goalRoutes(games),
    ...marketRoutes(kernel, doors),
    ...priceRiskRoutes(kernel, doors),
    ...resultRoutes(kernel, doors, sayResult),
    ...riskRoutes(kernel, doors),
    ...statsRoutes(doors),
    ...ticketRoutes(kernel, doors, createCancelBet(doors, approvals)),
    ...transactionRoutes(kernel, doors, createResolvePayment(doors, approvals)),
  ]
}

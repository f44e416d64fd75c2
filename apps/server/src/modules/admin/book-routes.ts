import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Approvals } from './approvals.ts'
import { createCancelBet } from './cancel-bet.ts'
import { createJudgeResult, type JudgeDoors } from './judge-result.ts'
import { createMayEndByClock, createSayResult } from './say-result.ts'
import { type ChartDoors, chartRoutes } from './chart-routes.ts'
import { type FixtureDoors, fixtureRoutes } from './fixture-routes.ts'
import type { GameDesk, GameDoors } from './game-desk.ts'
import { gameRoutes } from './game-routes.ts'
import { type MarketDoors, marketRoutes } from './market-routes.ts'
import { createProposeStart } from './move-start.ts'
import { playRoutes } from './play-routes.ts'
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
  JudgeDoors &
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
  const judgeResult = createJudgeResult(doors, approvals)
  const sayResult = createSayResult(kernel.db, doors, approvals, judgeResult)
  doors.catalogue.beforeClockEnds(createMayEndByClock(kernel.db, doors, judgeResult))
  const proposeStart = createProposeStart(doors, approvals)
  const games: GameDesk = { ...kernel, ...doors, sayResult, judgeResult, proposeStart }
  return [
    ...chartRoutes(doors),
    ...fixtureRoutes(kernel, doors),
    ...gameRoutes(games),
    ...playRoutes(games),
    ...marketRoutes(kernel, doors, approvals),
    ...priceRiskRoutes(kernel, doors),
    ...resultRoutes(kernel, doors, sayResult),
    ...riskRoutes(kernel, doors),
    ...statsRoutes(doors),
    ...ticketRoutes(kernel, doors, createCancelBet(doors, approvals)),
    ...transactionRoutes(kernel, doors, createResolvePayment(doors, approvals)),
  ]
}

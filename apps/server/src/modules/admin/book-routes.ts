import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Betting } from '../betting/index.ts'
import type { ConsoleApprovals } from './approvals.ts'
import { createEvaluateResult, type EvaluateDeps } from './evaluate-result.ts'
import { createMayEndByClock, createSayResult } from './enter-result.ts'
import { type ChartDeps, chartRoutes } from './chart-routes.ts'
import { type FixtureDeps, fixtureRoutes } from './fixture-routes.ts'
import type { AdminGames, GameDeps } from './admin-games.ts'
import { gameRoutes } from './game-routes.ts'
import { type MarketDeps, marketRoutes } from './market-routes.ts'
import type { PaymentAdminDeps, Payments } from '../payments/index.ts'
import { createProposeStart } from './move-start.ts'
import { playRoutes } from './play-routes.ts'
import { createResolvePayment, type ResolveDeps } from './resolve-payment.ts'
import { type ResultDeps, resultRoutes } from './result-routes.ts'
import { type StatsDeps, statsRoutes } from './stats-routes.ts'
import { enteredAlone } from './staff-results.ts'

export type BookDeps = ChartDeps &
  FixtureDeps &
  GameDeps &
  EvaluateDeps &
  MarketDeps &
  ResolveDeps &
  ResultDeps &
  StatsDeps &
  PaymentAdminDeps & { readonly betting: Betting; readonly payments: Pick<Payments, 'administration'> } & Parameters<
    Betting['administration']['routes']
  >[0]

/** Console endpoints for games, results, tickets and payments. */
export function bookRoutes(kernel: Kernel, deps: BookDeps, approvals: ConsoleApprovals): readonly Route[] {
  approvals.countMoved('result', enteredAlone)
  const evaluateResult = createEvaluateResult(deps, approvals.fourEyes)
  const sayResult = createSayResult(kernel.db, deps, approvals, evaluateResult)
  deps.catalogue.beforeClockEnds(createMayEndByClock(kernel.db, deps, evaluateResult))
  const proposeStart = createProposeStart(deps, approvals)
  const games: AdminGames = { ...kernel, ...deps, sayResult, evaluateResult, proposeStart }
  return [
    ...chartRoutes(deps),
    ...fixtureRoutes(kernel, deps),
    ...gameRoutes(games),
    ...playRoutes(games),
    ...marketRoutes(kernel, deps, approvals),
    ...resultRoutes(kernel, deps, sayResult),
    ...statsRoutes(deps),
    ...deps.betting.administration.routes(deps, approvals),
    ...deps.payments.administration.routes(deps, createResolvePayment(deps, approvals)),
  ]
}

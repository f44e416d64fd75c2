import { err } from '@mupiira/domain/result.ts'
import type { Approvals, Outdated } from '../../../kernel/access/approvals.ts'
import type { Route } from '../../../kernel/http/route.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { createBaseOdds } from './base-odds.ts'
import { createEnterResultCommands, createEndByClockCheck, type EnterRefusal } from './enter-result.ts'
import { createResultEvaluator } from './evaluate-result.ts'
import type { GameAdmin, SettlementAdminDeps } from './game-admin.ts'
import { gameRoutes } from './game-routes.ts'
import { createProposeStartCommand } from './propose-start.ts'
import { resultRoutes } from './result-routes.ts'
import { tradingRoutes } from './trading-routes.ts'
import type { PreviewResult } from '../preview-result.ts'
import { unapprovedResultsBy } from './staff-results.repository.ts'

/** Console endpoints of results, and of changes that may decide games or void bets. */
export function settlementAdminRoutes(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  deps: SettlementAdminDeps & Pick<GameAdmin, 'catalogue' | 'exposure' | 'previewResults'>,
  approvals: Approvals<EnterRefusal | 'START_CHANGED' | Outdated>,
): readonly Route[] {
  const { clock, db } = kernel
  approvals.registerAmounts('enter-result', unapprovedResultsBy)
  const previewResult: PreviewResult = async (gameId, entered, now) => {
    const effect = await deps.previewResults([{ gameId, entered }], now)
    return effect.ok ? effect : err(effect.error.error)
  }
  const evaluateResult = createResultEvaluator(previewResult, approvals.fourEyes, {
    clock,
    db,
    exposure: deps.exposure,
    games: deps.catalogue.games,
  })
  const { enterResult, enterResults } = createEnterResultCommands(kernel, deps, approvals, evaluateResult)
  deps.catalogue.clock.onBeforeEnd(createEndByClockCheck(db, deps, evaluateResult))
  const baseOdds = createBaseOdds({ ...deps, clock }, approvals)
  const proposeStart = createProposeStartCommand({ ...deps, clock }, approvals)
  const { gamesWithBets } = deps.exposure
  const commands = { baseOdds, enterResult, enterResults, evaluateResult, previewResult, proposeStart }
  const admin: GameAdmin = { ...deps, ...commands, clock, db, gamesWithBets }
  return [...gameRoutes(admin), ...resultRoutes(admin), ...tradingRoutes(admin)]
}

import { getGameScores, listPricesOffModel } from '@mupiira/contract/admin-risk.ts'
import { payoutsByScore } from '@mupiira/domain/markets/worst-scores.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { openPayoutsOn } from '../exposure/exposure.repository.ts'
import { progressOf } from '../../pricing/index.ts'
import { type OffModelDeps, oddsOffModel } from './odds-off-model.ts'

export type PriceRiskDeps = OffModelDeps

/** Prices that deviate from the model, and the final scores with the highest payouts. */
export const priceRiskRoutes = ({ db }: Pick<Kernel, 'db'>, deps: PriceRiskDeps): readonly Route[] => [
  route(listPricesOffModel, async ({ now }) => ({ status: 200, body: await oddsOffModel(deps, now) })),

  route(getGameScores, async ({ params, now }) => {
    const game = isId(params.id) ? await deps.games.byId(params.id) : null
    if (game === null) return { error: 'GAME_NOT_FOUND' }
    const claims = await openPayoutsOn(db, [game.id])
    // Other sports have no list of final scores.
    const scores = game.sport === 'soccer' ? payoutsByScore(claims, progressOf(game, now)) : []
    return {
      status: 200,
      body: {
        stake: ugxToNumber(ugx(claims.reduce((sum, { stake }) => sum + stake, 0n))),
        scores: scores.map(({ home, away, payout }) => ({ home, away, payout: ugxToNumber(ugx(payout)) })),
      },
    }
  }),
]

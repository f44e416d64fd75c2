import { isScorerMarket } from '@mupiira/domain/markets/catalogue.ts'
import { addUgx, type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { countLowerStakeLimits } from '../tickets/player-counters.repository.ts'
import { FRESH_MS } from './open-exposure.ts'
import type { OpenLiability } from './liability.repository.ts'
import type { LiabilityReader } from './open-liabilities.ts'

/** How many open positions and players a limit affects, for the preview of changed settings. */
export function createLimitFigures(db: Db, liabilityReader: LiabilityReader) {
  const open = (): Promise<readonly OpenLiability[]> => liabilityReader.all(FRESH_MS)
  const above = async (limitUgx: Ugx, isScorer: boolean): Promise<number> =>
    (await open()).filter(({ market, selectionUgx }) => isScorerMarket(market) === isScorer && selectionUgx >= limitUgx)
      .length
  return {
    /** Players with a stake limit of their own below this amount. */
    lowerStakeLimits: (amountUgx: Ugx) => countLowerStakeLimits(db, amountUgx),
    /** Selections without further bets at this limit. Goalscorers have a limit of their own. */
    selectionsAbove: (limitUgx: Ugx) => above(limitUgx, false),
    scorersAbove: (limitUgx: Ugx) => above(limitUgx, true),
    async gamesAbove(limitUgx: Ugx): Promise<number> {
      const byGame = new Map<string, Ugx>()
      for (const { gameId, gameUgx } of await open()) byGame.set(gameId, addUgx(byGame.get(gameId) ?? ZERO, gameUgx))
      return [...byGame.values()].filter((amount) => amount >= limitUgx).length
    },
  }
}

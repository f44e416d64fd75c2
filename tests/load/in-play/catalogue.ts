import type { GameForMarkets } from '@mupiira/domain/markets/types.ts'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { fairMatch } from '@mupiira/domain/pricing/margin.ts'
import { priceInPlay } from '@mupiira/domain/pricing/price-in-play.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'

const GAME: GameForMarkets = {
  sport: 'soccer',
  homeTeam: 'Express',
  awayTeam: 'Villa',
  knockout: false,
  favourite: 'home',
  drawPossible: true,
  players: [],
}
const WARM_UP = 60
const MEASURED = 300

/** The mean time to price all markets of a live game, over the minutes of a second half with a lead. */
export function catalogueMs(): number {
  const fair = fairMatch({ home: 2.1, draw: 3.3, away: 3.6, over25: 1.9, under25: 1.95 })
  const params = fair.ok ? fitModel(fair.value, 'soccer') : null
  if (params?.kind !== 'score') throw new Error('no model')
  const { settlement_rulebook: rulebook, overround, in_play_margin: margin } = DEFAULT_SETTINGS
  let beganMs = 0
  for (let run = 0; run < WARM_UP + MEASURED; run++) {
    if (run === WARM_UP) beganMs = performance.now()
    const state = {
      phase: 'second-half',
      minute: 46 + (run % 45),
      score: { home: 1, away: run % 2 },
      halfTime: { home: 1, away: 0 },
      firstToScore: 'home',
      redCards: { home: 0, away: 0 },
      scorers: null,
    } as const
    priceInPlay(params, state, GAME, { rulebook, overround, margin })
  }
  return (performance.now() - beganMs) / MEASURED
}

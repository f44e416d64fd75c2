import type { Game } from '@mupiira/contract/games.ts'
import { lastPrices, type Outcome, outcomesOf } from './locked-odds.ts'

/** The 1X2 odds at which betting on a live game closed; empty if they are unknown. */
export const closingOdds = (game: Game): readonly { readonly outcome: Outcome; readonly odds: number }[] =>
  outcomesOf(game).flatMap((outcome) => {
    const odds = game.status === 'live' ? lastPrices(game)[outcome] : null
    return odds === null ? [] : [{ outcome, odds }]
  })

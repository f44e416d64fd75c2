import { ugxFromShillings } from '../money/ugx.ts'
import type { Ugx } from '../money/ugx.ts'
import { decideTicket } from '../ticket/decide.ts'
import { odds } from '../odds/odds.ts'
import type { OddsHundredths } from '../odds/odds.ts'
import { labelOf } from './catalogue.ts'
import { settle } from './settle.ts'
import { MARKET_TABLE } from './table.ts'
import type { GameForMarkets, MarketId, MatchResult, Rulebook, Settlement } from './types.ts'

/** A selection of a worked example with its settlement and the payout of the example stake. */
export interface ExampleLine {
  readonly selectionId: string
  readonly label: string
  readonly outcome: Settlement
  readonly payoutUgx: Ugx
}

export interface WorkedExample {
  readonly game: Pick<GameForMarkets, 'homeTeam' | 'awayTeam'>
  readonly result: MatchResult
  readonly lines: readonly ExampleLine[]
}

/** Every line is a single bet with this stake and these odds, without a bonus. */
export const EXAMPLE_STAKE_UGX: Ugx = ugxFromShillings(10_000)
export const EXAMPLE_ODDS_HUNDREDTHS: OddsHundredths = odds(200)

const GAME = {
  homeTeam: 'Vipers',
  awayTeam: 'KCCA',
  players: [
    { id: 'okello', name: 'Okello, who scored', side: 'home' },
    { id: 'kato', name: 'Kato, who played but did not score', side: 'away' },
    { id: 'ssali', name: 'Ssali, who did not play', side: 'home' },
  ],
} as const

/**
 * Computes an example of a market's rule with the settlement and payout functions. `workedExample('draw_no_bet',
 * 'house').lines[0]` → Vipers in a drawn game: won, UGX 20,000.00
 */
export function workedExample(market: MarketId, rulebook: Rulebook): WorkedExample {
  const [result, ...selectionIds] = MARKET_TABLE[market].example
  const lines = selectionIds.map((selectionId) => {
    const outcome = settle(market, selectionId, result, rulebook)
    const payoutUgx = payoutOf(outcome)
    return { selectionId, label: labelOf(market, selectionId, GAME), outcome, payoutUgx }
  })
  return { game: GAME, result, lines }
}

function payoutOf(outcome: Settlement): Ugx {
  const game = { oddsHundredths: EXAMPLE_ODDS_HUNDREDTHS, outcomes: [outcome] }
  const bonus = { minOddsHundredths: EXAMPLE_ODDS_HUNDREDTHS }
  const terms = { stakeUgx: EXAMPLE_STAKE_UGX, bonus, bonusPercent: 0, maxPayoutUgx: ugxFromShillings(1_000_000) }
  return decideTicket([game], terms).payoutUgx
}

import { ugxFromShillings } from '../money/ugx.ts'
import type { Ugx } from '../money/ugx.ts'
import { decideTicket } from '../ticket/decide.ts'
import { odds } from '../odds/odds.ts'
import type { OddsHundredths } from '../odds/odds.ts'
import { labelOf } from './labels.ts'
import { settle } from './settle.ts'
import type { GameForMarkets, MarketId, MatchResult, Rulebook, Settlement } from './types.ts'

/** One selection of a worked example: what it came to, and what the example's stake returned. */
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

/** Every line of an example is a single bet of this stake at these odds, without a bonus. */
export const EXAMPLE_STAKE_UGX: Ugx = ugxFromShillings(10_000)
export const EXAMPLE_ODDS_HUNDREDTHS: OddsHundredths = odds(200)

const GAME = {
  homeTeam: 'Vipers',
  awayTeam: 'KCCA',
  players: [
    { id: 'okello', name: 'Okello (scored)', side: 'home' },
    { id: 'kato', name: 'Kato (played, no goal)', side: 'away' },
    { id: 'ssali', name: 'Ssali (did not play)', side: 'home' },
  ],
} as const

/** The visitors lead at the break, the hosts win: so the halves, the order of the goals and the end all differ. */
const COMEBACK: MatchResult = {
  sport: 'soccer',
  home: 2,
  away: 1,
  halfTime: { home: 0, away: 1 },
  firstToScore: 'away',
  scorers: ['okello'],
  participants: ['okello', 'kato'],
  qualifier: 'home',
}
const DRAW: MatchResult = { ...COMEBACK, home: 1, away: 1 }
const TO_NIL: MatchResult = { ...COMEBACK, away: 0, halfTime: { home: 0, away: 0 }, firstToScore: 'home' }

type Row = readonly [result: MatchResult, ...selectionIds: string[]]

/** The result and the selections that show each market's rule best. */
const ROWS: Readonly<Record<MarketId, Row>> = {
  '1x2': [COMEBACK, '1', 'X', '2'],
  double_chance: [COMEBACK, '1X', '12', 'X2'],
  draw_no_bet: [DRAW, '1', '2'],
  over_under: [COMEBACK, 'over_2.5', 'under_2.5', 'over_3.5'],
  btts: [COMEBACK, 'yes', 'no'],
  ht_ft: [COMEBACK, '2/1', '1/1', '2/X'],
  correct_score: [COMEBACK, '2-1', '1-0'],
  // The line of one goal is where the rulebooks part: on lines of half a goal nobody ties.
  asian_handicap: [COMEBACK, 'home_-1.5', 'away_+1.5', 'home_-1'],
  to_qualify: [DRAW, '1', '2'],
  total_goals: [COMEBACK, '2-3', '0-1'],
  exact_goals: [COMEBACK, '3', '2'],
  odd_even: [COMEBACK, 'odd', 'even'],
  home_total: [COMEBACK, '2', '1'],
  away_total: [COMEBACK, '1', '0'],
  first_to_score: [COMEBACK, 'away', 'home', 'none'],
  anytime_scorer: [COMEBACK, 'okello', 'kato', 'ssali'],
  first_half_over_under: [COMEBACK, 'over_0.5', 'over_1.5'],
  '1x2_over_under': [COMEBACK, '1&over_2.5', '1&under_2.5'],
  '1x2_btts': [COMEBACK, '1&yes', '2&yes'],
  double_chance_over_under: [COMEBACK, '1X&over_2.5', 'X2&over_2.5'],
  clean_sheet: [TO_NIL, 'home_yes', 'away_yes'],
  win_to_nil: [TO_NIL, 'home_yes', 'away_yes'],
  winning_margin: [COMEBACK, 'home_1', 'home_2', 'draw'],
  half_time_result: [COMEBACK, '2', '1'],
  highest_scoring_half: [COMEBACK, 'second', 'first', 'equal'],
}

/**
 * An example of a market's rule, worked out by the rules that settle and pay bets, so that no page can say otherwise.
 * `workedExample('draw_no_bet', 'house').lines[0]` → Vipers in a drawn game: won, UGX 20,000.00
 */
export function workedExample(market: MarketId, rulebook: Rulebook): WorkedExample {
  const [result, ...selectionIds] = ROWS[market]
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

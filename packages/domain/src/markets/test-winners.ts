import type { MarketId, Rulebook } from './types.ts'

/** The number of selections that win for every result, under each rulebook; null if it depends on the result. */
type Winners = number | null | Readonly<Record<Rulebook, number>>

/** The expected numbers follow the rules in words, not the settlers. Tests compare settlement and prices with them. */
const WINNERS: Readonly<Record<MarketId, Winners>> = {
  '1x2': 1,
  double_chance: 2,
  // By house rules, both sides win a draw.
  draw_no_bet: null,
  over_under: 4,
  btts: 1,
  ht_ft: { house: 3, industry: 1 },
  correct_score: null,
  asian_handicap: 2,
  to_qualify: 1,
  total_goals: 1,
  exact_goals: 1,
  odd_even: 1,
  home_total: 1,
  away_total: 1,
  first_to_score: 1,
  anytime_scorer: null,
  first_half_over_under: 3,
  '1x2_over_under': 1,
  '1x2_btts': 1,
  double_chance_over_under: 2,
  clean_sheet: 2,
  win_to_nil: 2,
  winning_margin: 1,
  half_time_result: 1,
  highest_scoring_half: 1,
}

/** `winnersOf('ht_ft', 'house')` → 3 */
export function winnersOf(market: MarketId, rulebook: Rulebook): number | null {
  const winners = WINNERS[market]
  return winners === null || typeof winners === 'number' ? winners : winners[rulebook]
}

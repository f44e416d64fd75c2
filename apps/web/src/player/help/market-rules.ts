import type { MarketId, Rulebook } from '@mupiira/domain/markets/types.ts'

type RuleText = string | Readonly<Record<Rulebook, string>>

const RULES: Readonly<Record<MarketId, RuleText>> = {
  '1x2': 'You pick the winner after 90 minutes: 1 is the home side, X the draw, 2 the away side.',
  double_chance:
    'Two of the three results win: 1X the home side or a draw, 12 either side, X2 the away side or a draw.',
  draw_no_bet: {
    house:
      'You pick the side that does not lose. If your side wins the bet is won, and a draw counts as a win as well.',
    industry: 'You pick the winner. If the match is drawn the selection is void and counts with odds of 1.00.',
  },
  over_under: {
    house: 'All goals of the match against the line: more goals than the line win Over, fewer win Under.',
    industry:
      'All goals of the match against the line: more goals than the line win Over, fewer win Under. Exactly the line is void.',
  },
  btts: 'Yes wins when both sides score at least one goal, No when at least one side does not.',
  ht_ft: {
    house:
      'The first part names the half-time, the second the full-time result. Only the full-time part counts: the selection wins when that is right.',
    industry:
      'The first part names the result at half time, the second at full time. Both must be right. Goals of the second half do not change the first part.',
  },
  correct_score: 'The final score is exactly the one that you pick, home goals first.',
  asian_handicap: {
    house:
      'The number is added to the goals of your side. If it then has more goals than the other, or as many, the selection wins.',
    industry:
      'The number is added to the goals of your side. If it then has more goals than the other, the selection wins; with as many it is void. A quarter line is two bets of half the stake on the lines beside it.',
  },
  to_qualify:
    'You pick the side that goes through to the next round, extra time and penalties included. The selection waits until that is known and is void when no side goes through. Offered in knock-out games only.',
  total_goals: 'The number of all goals lies in your band. 7+ is seven or more.',
  exact_goals: 'The number of all goals is exactly yours. 6+ is six or more.',
  odd_even: 'The number of all goals is odd or even. No goal at all is even.',
  home_total: 'The home side scores exactly this many goals. 6+ is six or more.',
  away_total: 'The away side scores exactly this many goals. 6+ is six or more.',
  first_to_score:
    'You pick the side of the earliest goal, an own goal counting for the side that gets it, or that there is none.',
  anytime_scorer:
    'Your player scores at least one goal in 90 minutes with stoppage time. An own goal is nobody’s. If he does not take part the selection is void. Offered where the line-ups are known.',
  first_half_over_under: {
    house: 'As Over/Under, with the goals of the first half and its stoppage time only.',
    industry: 'As Over/Under, with the goals of the first half and its stoppage time only. Exactly the line is void.',
  },
  '1x2_over_under': 'Both parts must be right: the winner, and more or fewer than 2.5 goals.',
  '1x2_btts': 'Both parts must be right: the winner, and whether both sides score.',
  double_chance_over_under: 'Both parts must be right: one of the two results, and more or fewer than 2.5 goals.',
  clean_sheet: 'Yes wins when the side that you pick concedes no goal, No when it concedes one or more.',
  win_to_nil: 'Yes wins when the side that you pick wins and concedes no goal, No in every other case.',
  winning_margin: 'Your side wins by exactly this many goals; 3+ is three or more. Draw is a pick of its own.',
  half_time_result: 'The result at the end of the first half: 1, X or 2.',
  highest_scoring_half: 'You pick the half with more goals, or that both have as many.',
}

/** The rule of a market in words, under the rulebook in force. */
export function marketRule(market: MarketId, rulebook: Rulebook): string {
  const rule = RULES[market]
  return typeof rule === 'string' ? rule : rule[rulebook]
}

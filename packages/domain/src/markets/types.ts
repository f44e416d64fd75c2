/** The market ids of the HTTP interface (D10). */
export const MARKET_IDS = [
  ...(['1x2', 'double_chance', 'draw_no_bet', 'over_under', 'btts', 'ht_ft', 'correct_score'] as const),
  ...(['asian_handicap', 'to_qualify', 'total_goals', 'exact_goals', 'odd_even', 'home_total', 'away_total'] as const),
  ...(['first_to_score', 'anytime_scorer', 'first_half_over_under', '1x2_over_under', '1x2_btts'] as const),
  ...(['double_chance_over_under', 'clean_sheet', 'win_to_nil', 'winning_margin', 'half_time_result'] as const),
  'highest_scoring_half',
] as const

export type MarketId = (typeof MARKET_IDS)[number]

/** In the order of the screens (MKT-20). */
export const MARKET_GROUPS = ['popular', 'goals', 'combos', 'specials'] as const
export type MarketGroup = (typeof MARKET_GROUPS)[number]

export const SPORTS = ['soccer', 'basketball', 'tennis'] as const
export type Sport = (typeof SPORTS)[number]

export type Side = 'home' | 'away'

/** `house` is the specification's rulebook and the default, `industry` the usual one (D18, SETL-13). */
export type Rulebook = 'house' | 'industry'

/** The outcome of a settled selection. */
export type Outcome = 'won' | 'lost' | 'void' | 'half-won' | 'half-lost'

/** `undecided`: the result lacks what this selection needs (half-time score, scorers, qualifier …); the leg waits. */
export type Settlement = Outcome | 'undecided'

/**
 * The result of a game as bets see it: 90 minutes with stoppage time (D54). A field that is missing is not known,
 * and selections that need it stay undecided.
 */
export interface MatchResult {
  readonly sport: Sport
  readonly home: number
  readonly away: number
  readonly halfTime?: { readonly home: number; readonly away: number }
  readonly firstToScore?: Side | 'none'
  /** Ids (or names, where the feed has none) of the scorers of goals that were not own goals. */
  readonly scorers?: readonly string[]
  /** Ids of all players who took part; a selection of any other player is void. */
  readonly participants?: readonly string[]
  /** The side that advances, extra time and penalties included; 'nobody' when neither side does. */
  readonly qualifier?: Side | 'nobody'
  /** A retirement or walk-over: every selection is void (SETL-48). */
  readonly retired?: boolean
}

/** The facts of a game that decide which selections it has. */
export interface GameForMarkets {
  readonly sport: Sport
  readonly homeTeam: string
  readonly awayTeam: string
  /** Whether the game decides which side goes through (To Qualify). */
  readonly knockout: boolean
  /** The side that gives the handicap (D44). */
  readonly favourite: Side
  /** The players of both line-ups where the feed has them (Goalscorer Anytime). */
  readonly players?: readonly Player[]
  /** False in sports, or games, that cannot end in a draw: X is shown as "–", locked (D53). */
  readonly drawPossible: boolean
}

export interface Player {
  readonly id: string
  readonly name: string
  readonly side: Side
  readonly position?: 'goalkeeper' | 'defender' | 'midfielder' | 'forward'
  readonly substitute?: boolean
}

export interface Selection {
  readonly id: string
  readonly label: string
}

/** One market of one game: `available` is false where its data is missing; then it is shown and cannot be bet on (D10). */
export interface OfferedMarket {
  readonly id: MarketId
  readonly name: string
  /** The name, with what the house rule changes of its usual meaning (MKT-44). */
  readonly heading: string
  readonly group: MarketGroup
  readonly category: string
  readonly available: boolean
  readonly selections: readonly Selection[]
}

export const isMarketId = (text: string): text is MarketId => (MARKET_IDS as readonly string[]).includes(text)

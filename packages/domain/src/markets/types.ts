/** The market ids of the API (D10). */
export const MARKET_IDS = [
  ...(['1x2', 'double_chance', 'draw_no_bet', 'over_under', 'btts', 'ht_ft', 'correct_score'] as const),
  ...(['asian_handicap', 'to_qualify', 'total_goals', 'exact_goals', 'odd_even', 'home_total', 'away_total'] as const),
  ...(['first_to_score', 'anytime_scorer', 'first_half_over_under', '1x2_over_under', '1x2_btts'] as const),
  ...(['double_chance_over_under', 'clean_sheet', 'win_to_nil', 'winning_margin', 'half_time_result'] as const),
  'highest_scoring_half',
] as const

export type MarketId = (typeof MARKET_IDS)[number]

/** The groups in screen order (MKT-20). */
export const MARKET_GROUPS = ['popular', 'goals', 'combos', 'specials'] as const
export type MarketGroup = (typeof MARKET_GROUPS)[number]

export const SPORTS = ['soccer', 'basketball', 'tennis'] as const
export type Sport = (typeof SPORTS)[number]

export type Side = 'home' | 'away'

/** `house` is the specification's rulebook and the default. `industry` is the usual one (D18, SETL-13). */
export type Rulebook = 'house' | 'industry'

/** The outcome of a settled selection. */
export type Outcome = 'won' | 'lost' | 'void' | 'half-won' | 'half-lost'

/** `undecided`: the result lacks data for this selection (half-time score, scorers, qualifier …), so the leg waits. */
export type Settlement = Outcome | 'undecided'

/**
 * A result after 90 minutes with stoppage time (D54). A missing field is unknown, and selections that need it stay
 * undecided.
 */
export interface MatchResult {
  readonly sport: Sport
  readonly home: number
  readonly away: number
  readonly halfTime?: { readonly home: number; readonly away: number }
  readonly firstToScore?: Side | 'none'
  /** The ids of the scorers without own goals, or their names if the feed has no ids. */
  readonly scorers?: readonly string[]
  /** The ids of all players who took part. Selections of other players are void. */
  readonly participants?: readonly string[]
  /** The side that qualifies, including extra time and penalties; 'nobody' if neither does. */
  readonly qualifier?: Side | 'nobody'
  /** True after a retirement or walk-over. Every selection is void (SETL-48). */
  readonly retired?: boolean
}

/** The facts of a game that determine its selections. */
export interface GameForMarkets {
  readonly sport: Sport
  readonly homeTeam: string
  readonly awayTeam: string
  /** True if the game decides which side qualifies (To Qualify). */
  readonly knockout: boolean
  /** The side that gives the handicap (D44). */
  readonly favourite: Side
  /**
   * The starters of both line-ups, if the feed has them. Starters with feed odds or a scoring record have a Goalscorer
   * price.
   */
  readonly players?: readonly Player[]
  /** False if the game cannot end in a draw. X is then shown as "–", locked (D53). */
  readonly drawPossible: boolean
}

export interface Player {
  readonly id: string
  readonly name: string
  readonly side: Side
  /** Derived from the feed's odds for this player to score, or from the player's record; absent without either. */
  readonly scoring?: Scoring
}

export interface Scoring {
  /** The player's share of the goals of the side. */
  readonly share: number
  /**
   * The highest price that may be offered, in hundredths: the feed's own odds, or the odds at the upper bound of the
   * player's scoring rate.
   */
  readonly quotedHundredths: number
}

export interface Selection {
  readonly id: string
  readonly label: string
}

/** A market of a game. If its data is missing, `available` is false and betting on it is closed (D10). */
export interface OfferedMarket {
  readonly id: MarketId
  readonly name: string
  /** The name, with a note if the house rule differs (MKT-44). */
  readonly heading: string
  readonly group: MarketGroup
  readonly category: string
  readonly available: boolean
  readonly selections: readonly Selection[]
}

export const isMarketId = (text: string): text is MarketId => (MARKET_IDS as readonly string[]).includes(text)

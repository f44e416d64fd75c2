import type { MarketId, Player } from '../markets/types.ts'
import type { OddsHundredths } from '../odds/odds.ts'

/** Decimal 1X2 odds of a feed or an admin. `draw` is null in sports without draws (D53). */
export interface MatchOdds {
  readonly home: number
  readonly draw: number | null
  readonly away: number
  /** Over/under 2.5 goals, if the feed has the line. */
  readonly over25?: number
  readonly under25?: number
  /** Odds on players to score at any time, if the feed has the market. */
  readonly scorers?: readonly ScorerQuote[]
  /** The feed's own time of the quote. */
  readonly quotedAt?: Date | null
}

/** Decimal odds on a player to score, under the feed's spelling of the name. */
export interface ScorerQuote {
  readonly name: string
  readonly odds: number
}

/** Probabilities without the bookmaker's margin. They sum to one. */
export interface FairMatch {
  readonly home: number
  readonly draw: number
  readonly away: number
  /** P(more than 2.5 goals), if there was a totals line. */
  readonly over25?: number
}

/**
 * The fitted model of a game as plain numbers, so that a ticket can store it as JSON for later pricing (D27). `score`
 * is a joint distribution of goals. `winner` has win probabilities only (basketball, tennis).
 */
export type ModelParams = ScoreParams | WinnerParams

/**
 * P(home = h, away = a) is proportional to homeRate^h × awayRate^a ÷ (h! a!)^spread × e^w. The exponent w is the sum of
 * the weights that apply to the score; drawWeight applies if h = a. The split of goals into halves and their order are
 * the same for every game.
 */
export interface ScoreParams {
  readonly kind: 'score'
  /** In version 1, easing, drawnGoalsWeight and homeByOneWeight are zero. */
  readonly version: 1 | 2
  readonly homeRate: number
  readonly awayRate: number
  readonly drawWeight: number
  /** Applies if both sides score. */
  readonly bothScoreWeight: number
  /** 1 is Poisson. Above 1, goals vary less. */
  readonly spread: number
  /** The reduction of a side's advantage per goal of its lead after the first. */
  readonly easing?: number
  /** Applies to draws of 2–2 and more. */
  readonly drawnGoalsWeight?: number
  /** Applies to home wins by one goal. */
  readonly homeByOneWeight?: number
}

export interface WinnerParams {
  readonly kind: 'winner'
  readonly version: 1
  readonly home: number
  readonly draw: number
  readonly away: number
}

/** A selection by its ids. */
export interface Pick {
  readonly market: MarketId
  readonly selectionId: string
}

/** Facts of a game that the model needs beyond its parameters. */
export interface PricingContext {
  readonly players?: readonly Player[]
}

/** A price. `oddsHundredths` is null while locked (MKT-37..39). */
export interface PricedSelection {
  readonly id: string
  readonly oddsHundredths: OddsHundredths | null
  /** The price without movement, the reference of the movement limits (MKT-35). */
  readonly baseHundredths: OddsHundredths | null
  /**
   * The base price before the clamp of its market (MKT-38, MKT-39). Cash-out compares it to detect price drift (D22).
   */
  readonly unclampedHundredths: OddsHundredths | null
  /** 1 ÷ the fair odds of the base price; null if the model cannot price it. */
  readonly probability: number | null
}

export interface PricedMarket {
  readonly id: MarketId
  readonly available: boolean
  readonly selections: readonly PricedSelection[]
}

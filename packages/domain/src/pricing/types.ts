import type { MarketId, Player } from '../markets/types.ts'
import type { OddsHundredths } from '../odds/odds.ts'

/** Decimal 1X2 odds of a feed or an admin; `draw` is null in sports that have none (D53). */
export interface MatchOdds {
  readonly home: number
  readonly draw: number | null
  readonly away: number
  /** Over/under 2.5 goals, where the feed has the totals line. */
  readonly over25?: number
  readonly under25?: number
  /** When the feed quoted these odds, by its own time. */
  readonly quotedAt?: Date | null
}

/** Probabilities freed of the bookmaker's margin; the three sum to one. */
export interface FairMatch {
  readonly home: number
  readonly draw: number
  readonly away: number
  /** P(more than 2.5 goals), where there was a totals line. */
  readonly over25?: number
}

/**
 * The fitted model of one game: plain numbers, so that a ticket can keep them as JSON and be priced again (D27).
 * `score` is a joint distribution of goals; `winner` knows only who wins (basketball, tennis).
 */
export type ModelParams = ScoreParams | WinnerParams

/**
 * P(home = h, away = a) is proportional to homeRate^h × awayRate^a ÷ (h! a!)^spread × e^drawWeight where h = a × e^(the
 * weights below, where they apply); how goals fall into halves and in which order is the same for every game.
 */
export interface ScoreParams {
  readonly kind: 'score'
  /** Version 1 has no easing, drawnGoalsWeight and homeByOneWeight: they are nil there. */
  readonly version: 1 | 2
  readonly homeRate: number
  readonly awayRate: number
  readonly drawWeight: number
  /** Where both sides score. */
  readonly bothScoreWeight: number
  /** 1 would be Poisson; above it goals vary less than that. */
  readonly spread: number
  /** The part of a side's advantage that a further goal of its lead, after the first, no longer has. */
  readonly easing?: number
  /** Where both sides score the same number, two or more. */
  readonly drawnGoalsWeight?: number
  /** Where home wins by one. */
  readonly homeByOneWeight?: number
}

export interface WinnerParams {
  readonly kind: 'winner'
  readonly version: 1
  readonly home: number
  readonly draw: number
  readonly away: number
}

/** A selection named by its ids. */
export interface Pick {
  readonly market: MarketId
  readonly selectionId: string
}

/** Facts of a game that the model needs beyond its parameters. */
export interface PricingContext {
  readonly players?: readonly Player[]
}

/** One price: `oddsHundredths` is null while it is locked (MKT-37..39). */
export interface PricedSelection {
  readonly id: string
  readonly oddsHundredths: OddsHundredths | null
  /** The price without the movement, which the movement's limits refer to (MKT-35). */
  readonly baseHundredths: OddsHundredths | null
  /** The same where no clamp of its market holds it down (MKT-38, MKT-39): by this its drift is seen (D22). */
  readonly unclampedHundredths: OddsHundredths | null
  /** 1 ÷ the fair odds behind the base price; null where the model cannot price it. */
  readonly probability: number | null
}

export interface PricedMarket {
  readonly id: MarketId
  readonly available: boolean
  readonly selections: readonly PricedSelection[]
}

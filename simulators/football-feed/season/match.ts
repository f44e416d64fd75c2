import type { CsvRow } from './csv.ts'

export interface League {
  readonly id: string
  readonly name: string
  readonly countryId: string
  readonly country: string
}

export interface Club {
  readonly id: string
  readonly name: string
  readonly country: string
}

export interface Score {
  readonly home: number
  readonly away: number
}

export type Side = 'home' | 'away'

/** Who meets whom in which league and which of its seasons. */
export interface Pairing {
  readonly league: League
  readonly season: string
  readonly round: string
  readonly home: Club
  readonly away: Club
}

/** Decimal odds by the column name of get_odds (`odd_1`, `o+2.5`, `bts_yes` …); a missing column has no price. */
export type Quotes = Readonly<Record<string, number>>

/** How a match ends, and what was offered on it. */
export interface Outcome {
  /** Everything invented about the match (goal minutes, scorers, cards) is drawn from this text. */
  readonly seed: string
  readonly halfTime: Score
  readonly fullTime: Score
  readonly quotes: Quotes
  /** The row of the recorded season that the match replays. */
  readonly cells?: CsvRow
}

export interface Match extends Pairing, Outcome {
  readonly id: string
  readonly kickoffMs: number
  /** Match minutes in a real minute. */
  readonly speed: number
}

/** An endless row of matches, numbered; the schedule gives each number its kick-off. */
export interface SeasonSource {
  readonly kind: 'made' | 'recorded'
  readonly leagues: readonly League[]
  pairing(ordinal: number): Pairing
  outcome(ordinal: number): Outcome
  clubs(leagueId: string, season: string): readonly Club[]
}

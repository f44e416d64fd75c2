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

/** Home and away club, their league and season. */
export interface Pairing {
  readonly league: League
  readonly season: string
  readonly round: string
  readonly home: Club
  readonly away: Club
}

/**
 * Decimal odds by the column name of get_odds (`odd_1`, `o+2.5`, `bts_yes` …); a selection without a column has no
 * price.
 */
export type Quotes = Readonly<Record<string, number>>

/** The result of a match and its odds. */
export interface Outcome {
  /** Seed of all invented details (goal minutes, scorers, cards). */
  readonly seed: string
  readonly halfTime: Score
  readonly fullTime: Score
  readonly quotes: Quotes
  /** Extra time and shoot-out of a cup final. They are played if the match is drawn. */
  readonly overtime?: { readonly extra: Score; readonly penalties: Score }
  /** The recorded row that the match replays. */
  readonly cells?: CsvRow
}

export interface Match extends Pairing, Outcome {
  readonly id: string
  readonly kickoffMs: number
  /** Match minutes per real minute. */
  readonly speed: number
  /** Whether dangerous attacks, corners, penalties and reviews precede and follow the goals (`play/alerts.ts`). */
  readonly hasAlerts?: boolean
}

/** When a league usually plays. */
export type Hours = 'afternoon' | 'evening'

/** The first round of a league, by the numbers of its matches. */
export interface LeagueRound {
  readonly hours: Hours | undefined
  readonly ordinals: readonly number[]
}

/** An endless, numbered series of matches; the timetable assigns kick-offs. */
export interface SeasonSource {
  readonly kind: 'made' | 'recorded'
  readonly leagues: readonly League[]
  pairing(ordinal: number): Pairing
  outcome(ordinal: number): Outcome
  clubs(leagueId: string, season: string): readonly Club[]
  /** For a season in rounds: the number of matches in a round, and its leagues. All rounds have the same order. */
  readonly rounds?: { readonly size: number; readonly leagues: readonly LeagueRound[] }
}

import type { Chance } from '../chance.ts'

/** A league with its teams, or a tour with its players. The first player of a tennis match counts as the home team. */
export type DemoLeague = {
  readonly sport: 'basketball' | 'tennis'
  readonly name: string
  readonly country: string
  /** The earliest and latest start, in minutes of the day in Kampala. */
  readonly starts: readonly [first: number, last: number]
  /** An even number of teams or players, the strongest first. */
  readonly teams: readonly string[]
  /** The probability that the home team wins, by its lead in strength from -2 to 2. */
  readonly homeWins: (strengthLead: number) => number
  readonly play: (strengthLead: number, chance: Chance) => PlannedGame
}

export type Score = { readonly home: number; readonly away: number; readonly period: string }

/** A game whose course is drawn before it is played. */
export type PlannedGame = {
  readonly durationMs: number
  /** The score after this time, and the final score once the game is over. */
  readonly scoreAt: (elapsedMs: number) => Score
}

/** The demo plays ten times as fast as real games. */
export const SPEED = 10

export const splitNames = (text: string): string[] => text.split(',').map((name) => name.trim())

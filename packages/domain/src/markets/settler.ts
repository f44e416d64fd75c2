import type { MatchResult, Outcome, Rulebook, Settlement, Side } from './types.ts'

/** The settlement rule of one selection. */
export type Settler = (result: MatchResult) => Settlement

/** Finds the rule of a selection id in one market; null when the market has no such selection. */
export type SettlerOf = (selectionId: string, rulebook: Rulebook) => Settler | null

export type Winner = Side | 'draw'

/** The outcome of a selection that either wins or loses. */
export const outcome = (won: boolean): Outcome => (won ? 'won' : 'lost')

/** The leading side of a score. `winnerOf({ home: 1, away: 1 })` → 'draw' */
export function winnerOf(score: { readonly home: number; readonly away: number }): Winner {
  if (score.home === score.away) return 'draw'
  return score.home > score.away ? 'home' : 'away'
}

const LETTERS: Readonly<Record<string, Winner>> = { '1': 'home', X: 'draw', '2': 'away' }

/** '1', 'X', '2' as the winner that they name. */
export const winnerFrom = (letter: string): Winner | undefined =>
  Object.hasOwn(LETTERS, letter) ? LETTERS[letter] : undefined

/** The goals of both sides. */
export const total = (score: { readonly home: number; readonly away: number }): number => score.home + score.away

/** A count as selections write it: exactly n, or n and more. `countFrom('6+')` holds 6, 7, … */
export function countFrom(text: string): ((count: number) => boolean) | null {
  const match = /^(\d{1,2})(\+?)$/.exec(text)
  if (match === null) return null
  const bound = Number(match[1])
  return match[2] === '+' ? (count) => count >= bound : (count) => count === bound
}

/**
 * A value against a line, both in quarters of a goal: 0 is a tie. `tie` says what a tie counts as, null that it is void
 * and that quarter lines are split into the two neighbouring lines (SETL-37, 38).
 */
export function againstLine(differenceQuarters: number, tie: Outcome | null): Outcome {
  if (tie !== null) return differenceQuarters === 0 ? tie : outcome(differenceQuarters > 0)
  if (differenceQuarters % 2 === 0) return differenceQuarters === 0 ? 'void' : outcome(differenceQuarters > 0)
  if (Math.abs(differenceQuarters) > 1) return outcome(differenceQuarters > 0)
  return differenceQuarters > 0 ? 'half-won' : 'half-lost'
}

/** A line as an id writes it ("2.5", "-0.75") in quarters of a goal; null unless it is a multiple of a quarter. */
export function quartersFrom(text: string): number | null {
  if (!/^[+-]?\d{1,2}(\.(0|25|5|75))?$/.test(text)) return null
  return Math.round(Number(text) * 4)
}

import type { MatchResult, Outcome, Rulebook, Settlement, Side } from './types.ts'

/** The settlement rule of one selection. */
export type Settler = (result: MatchResult) => Settlement

/** Finds the rule of a selection id in a market; null if the market has no such selection. */
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

/** Maps '1', 'X' and '2' to a winner. */
export const winnerFrom = (letter: string): Winner | undefined =>
  Object.hasOwn(LETTERS, letter) ? LETTERS[letter] : undefined

/** The goals of both sides. */
export const total = (score: { readonly home: number; readonly away: number }): number => score.home + score.away

/** Parses a count: exactly n, or n and more. `countFrom('6+')` accepts 6, 7, … */
export function countFrom(text: string): ((count: number) => boolean) | null {
  const match = /^(\d{1,2})(\+?)$/.exec(text)
  if (match === null) return null
  const bound = Number(match[1])
  return match[2] === '+' ? (count) => count >= bound : (count) => count === bound
}

/**
 * Compares a value with a line, both in quarters of a goal; 0 is a tie. `tie` is the outcome of a tie. With null, a
 * tie is void and quarter lines split into the two neighbouring lines (SETL-37, 38).
 */
export function againstLine(differenceQuarters: number, tie: Outcome | null): Outcome {
  if (tie !== null) return differenceQuarters === 0 ? tie : outcome(differenceQuarters > 0)
  if (differenceQuarters % 2 === 0) return differenceQuarters === 0 ? 'void' : outcome(differenceQuarters > 0)
  if (Math.abs(differenceQuarters) > 1) return outcome(differenceQuarters > 0)
  return differenceQuarters > 0 ? 'half-won' : 'half-lost'
}

/** Parses a line ("2.5", "-0.75") into quarters of a goal; null unless it is a multiple of a quarter. */
export function quartersFrom(text: string): number | null {
  if (!/^[+-]?\d{1,2}(\.(0|25|5|75))?$/.test(text)) return null
  return Math.round(Number(text) * 4)
}

import { countFrom, outcome, total, winnerOf } from './settler.ts'
import type { Settler, SettlerOf } from './settler.ts'
import { doubleChance, matchWinner } from './settle-result.ts'
import { bothScore, overUnder } from './settle-goals.ts'
import type { MatchResult, Side } from './types.ts'

// Combinations of two markets, and the specials.

/** "1&over_2.5": both parts must win. Only markets that cannot be void are combined. */
function bothOf(first: SettlerOf, second: SettlerOf): SettlerOf {
  return (id, rulebook) => {
    const [left, right, ...more] = id.split('&')
    if (left === undefined || right === undefined || more.length > 0) return null
    const settleLeft = first(left, rulebook)
    const settleRight = second(right, rulebook)
    if (settleLeft === null || settleRight === null) return null
    return (result) => outcome(settleLeft(result) === 'won' && settleRight(result) === 'won')
  }
}

// Only half lines are combined, because they cannot tie.
const halfLine: SettlerOf = (id, rulebook) => (id.endsWith('.5') ? overUnder(id, rulebook) : null)

/** 1X2, or Double Chance, together with Over/Under 2.5 or Both Teams To Score. */
export const winnerAndLine = bothOf(matchWinner, halfLine)
export const winnerAndBothScore = bothOf(matchWinner, bothScore)
export const doubleChanceAndLine = bothOf(doubleChance, halfLine)

/** "home_yes": a condition that holds for the picked team. */
function sideFact(holds: (result: MatchResult, side: Side) => boolean): SettlerOf {
  return (id) => {
    const match = /^(home|away)_(yes|no)$/.exec(id)
    if (match === null) return null
    const side = match[1] === 'home' ? 'home' : 'away'
    return (result) => outcome(holds(result, side) === (match[2] === 'yes'))
  }
}

const conceded = (result: MatchResult, side: Side): number => (side === 'home' ? result.away : result.home)

/** Clean Sheet (SETL-26). */
export const cleanSheet = sideFact((result, side) => conceded(result, side) === 0)

/** Win to Nil (SETL-27). */
export const winToNil = sideFact((result, side) => winnerOf(result) === side && conceded(result, side) === 0)

/** Winning Margin: "home_1", "away_3+", "draw" (SETL-32). */
export const winningMargin: SettlerOf = (id) => {
  if (id === 'draw') return (result) => outcome(winnerOf(result) === 'draw')
  const match = /^(home|away)_([1-9]\d?\+?)$/.exec(id)
  const holds = match === null ? null : countFrom(match[2] ?? '')
  if (match === null || holds === null) return null
  return (result) => outcome(winnerOf(result) === match[1] && holds(Math.abs(result.home - result.away)))
}

/** Highest-Scoring Half: first, second or equal. */
export const highestScoringHalf: SettlerOf = (id) => {
  if (id !== 'first' && id !== 'second' && id !== 'equal') return null
  const settler: Settler = (result) => {
    if (result.halfTime === undefined) return total(result) === 0 ? outcome(id === 'equal') : 'undecided'
    const first = total(result.halfTime)
    const second = total(result) - first
    const higher = first === second ? 'equal' : first > second ? 'first' : 'second'
    return outcome(higher === id)
  }
  return settler
}

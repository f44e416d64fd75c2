import { againstLine, countFrom, outcome, quartersFrom, total } from './settler.ts'
import type { Settler, SettlerOf } from './settler.ts'
import type { MatchResult, Rulebook } from './types.ts'

// Markets on the number, side and order of goals.

function lineSettler(
  id: string,
  rulebook: Rulebook,
  goals: (result: MatchResult) => number | undefined,
): Settler | null {
  const match = /^(over|under)_([\d.]+)$/.exec(id)
  const line = match === null ? null : quartersFrom(match[2] ?? '')
  if (match === null || line === null) return null
  const direction = match[1] === 'over' ? 1 : -1
  // House: a tie with the line loses on both sides. Industry: a tie is void.
  const tie = rulebook === 'house' ? 'lost' : null
  return (result) => {
    const count = goals(result)
    return count === undefined ? 'undecided' : againstLine(direction * (4 * count - line), tie)
  }
}

/** Over/Under on all goals (SETL-15, 37, 38). */
export const overUnder: SettlerOf = (id, rulebook) => lineSettler(id, rulebook, total)

export const firstHalfOverUnder: SettlerOf = (id, rulebook) =>
  lineSettler(id, rulebook, ({ halfTime }) => (halfTime === undefined ? undefined : total(halfTime)))

/** Both Teams To Score (SETL-17). */
export const bothScore: SettlerOf = (id) => {
  if (id !== 'yes' && id !== 'no') return null
  return ({ home, away }) => outcome((home > 0 && away > 0) === (id === 'yes'))
}

/** Correct Score (SETL-21). */
export const correctScore: SettlerOf = (id) => {
  const match = /^(\d{1,2})-(\d{1,2})$/.exec(id)
  if (match === null) return null
  return ({ home, away }) => outcome(home === Number(match[1]) && away === Number(match[2]))
}

/** Total Goals in bands: "2-3", "7+" (SETL-23). */
export const totalBand: SettlerOf = (id) => {
  const band = /^(\d{1,2})-(\d{1,2})$/.exec(id)
  const open = id.endsWith('+') ? countFrom(id) : null
  const holds = band === null ? open : (n: number) => n >= Number(band[1]) && n <= Number(band[2])
  return holds === null ? null : (result) => outcome(holds(total(result)))
}

function countSettler(id: string, goals: (result: MatchResult) => number): Settler | null {
  const holds = countFrom(id)
  return holds === null ? null : (result) => outcome(holds(goals(result)))
}

/** Exact Total Goals (SETL-22). */
export const exactTotal: SettlerOf = (id) => countSettler(id, total)

/** Home and Away Team Total Goals: the exact goals of that team (SETL-25). */
export const homeTotal: SettlerOf = (id) => countSettler(id, (result) => result.home)
export const awayTotal: SettlerOf = (id) => countSettler(id, (result) => result.away)

/** Odd/Even. Zero is even (SETL-24). */
export const oddEven: SettlerOf = (id) =>
  id === 'odd' || id === 'even' ? (result) => outcome((total(result) % 2 === 1) === (id === 'odd')) : null

/** First to Score: the team of the earliest goal (SETL-31). */
export const firstToScore: SettlerOf = (id) => {
  if (id !== 'home' && id !== 'away' && id !== 'none') return null
  return (result) => {
    const first = result.home + result.away === 0 ? 'none' : result.firstToScore
    return first === undefined ? 'undecided' : outcome(first === id)
  }
}

/**
 * Goalscorer Anytime: void for a player who did not take part (SETL-30, D54). Undecided while scorers or participants
 * are unknown.
 */
export const anytimeScorer: SettlerOf = (id) => {
  if (id === '') return null
  return ({ scorers, participants }) => {
    if (scorers?.includes(id) === true) return 'won'
    if (participants === undefined) return 'undecided'
    if (!participants.includes(id)) return 'void'
    return scorers === undefined ? 'undecided' : 'lost'
  }
}

/** Asian Handicap. House: a tie wins (SETL-29). Industry: a tie is void and quarter lines are split (SETL-37, 38). */
export const asianHandicap: SettlerOf = (id, rulebook) => {
  const match = /^(home|away)_([+-]?[\d.]+)$/.exec(id)
  const line = match === null ? null : quartersFrom(match[2] ?? '')
  if (match === null || line === null) return null
  const direction = match[1] === 'home' ? 1 : -1
  const tie = rulebook === 'house' ? 'won' : null
  return ({ home, away }) => againstLine(direction * 4 * (home - away) + line, tie)
}

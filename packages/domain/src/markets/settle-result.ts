import { outcome, winnerFrom, winnerOf } from './settler.ts'
import type { Settler, SettlerOf } from './settler.ts'

// Markets on the winner of the match or of a half, and on the team that qualifies.

/** 1X2 (SETL-14). */
export const matchWinner: SettlerOf = (id) => {
  const pick = winnerFrom(id)
  return pick === undefined ? null : (result) => outcome(winnerOf(result) === pick)
}

/** Half-Time Result: 1X2 on the half-time score. */
export const halfTimeWinner: SettlerOf = (id) => {
  const pick = winnerFrom(id)
  if (pick === undefined) return null
  return ({ halfTime }) => (halfTime === undefined ? 'undecided' : outcome(winnerOf(halfTime) === pick))
}

/** Double Chance (SETL-18). */
export const doubleChance: SettlerOf = (id) => {
  if (id !== '1X' && id !== '12' && id !== 'X2') return null
  const picks = [winnerFrom(id.charAt(0)), winnerFrom(id.charAt(1))]
  return (result) => outcome(picks.includes(winnerOf(result)))
}

/** Draw No Bet. House: a draw wins (SETL-19). Industry: a draw is void (SETL-34). */
export const drawNoBet: SettlerOf = (id, rulebook) => {
  const pick = winnerFrom(id)
  if (pick === undefined || pick === 'draw') return null
  return (result) => {
    const winner = winnerOf(result)
    if (winner === 'draw') return rulebook === 'house' ? 'won' : 'void'
    return outcome(winner === pick)
  }
}

/** Half Time/Full Time. House: only the full-time part counts (SETL-20). Industry: both parts count (SETL-35). */
export const halfTimeFullTime: SettlerOf = (id, rulebook) => {
  const match = /^([1X2])\/([1X2])$/.exec(id)
  if (match === null) return null
  const half = winnerFrom(match[1] ?? '')
  const full = winnerFrom(match[2] ?? '')
  const house: Settler = (result) => outcome(winnerOf(result) === full)
  const industry: Settler = (result) => {
    if (winnerOf(result) !== full) return 'lost'
    return result.halfTime === undefined ? 'undecided' : outcome(winnerOf(result.halfTime) === half)
  }
  return rulebook === 'house' ? house : industry
}

/**
 * To Qualify, including extra time and penalties. Undecided while unknown; void if neither side qualifies (SETL-33).
 */
export const toQualify: SettlerOf = (id) => {
  const pick = winnerFrom(id)
  if (pick === undefined || pick === 'draw') return null
  return ({ qualifier }) => {
    if (qualifier === undefined) return 'undecided'
    return qualifier === 'nobody' ? 'void' : outcome(qualifier === pick)
  }
}

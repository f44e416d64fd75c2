import type { Score, Team } from './market-rules.ts'

/**
 * When the bets of a game are settled, by a second implementation, written from the rules page and the requirements to
 * check the product's own. Times are hours after the game's current start.
 */
export type GameFacts = {
  readonly status: string
  readonly isManual: boolean
  readonly retired: boolean
  /** The minutes since a manual game began, its break included. */
  readonly minutesPassed: number
  readonly breakMinutes: number
  readonly durationMinutes: number
  /** The starts before the current one, oldest first, and when each was replaced. */
  readonly earlier: readonly { readonly start: number; readonly replacedAt: number }[]
  readonly score: Score | null
  readonly halfTime: Score | null
  readonly goals: readonly { readonly team: Team; readonly minute: number }[]
  /** Every goal is listed. */
  readonly isListComplete: boolean
  /** Staff confirmed the stored score. */
  readonly confirmed: boolean
}

const DAY = 24
const sides = ['home', 'away'] as const

/** `void`, `waiting`, or the score that counts. */
export function ruledGame(game: GameFacts, now: number): 'void' | 'waiting' | Score {
  if (game.retired || game.status === 'cancelled') return 'void'
  const score = hasEnded(game) && (game.confirmed || !isContradictory(game)) ? scoreOf(game) : null
  return score ?? (now >= dayWithoutResult(game) ? 'void' : 'waiting')
}

function hasEnded({ status, isManual, minutesPassed, breakMinutes, durationMinutes }: GameFacts): boolean {
  if (['finished', 'completed', 'settled'].includes(status)) return true
  const played = Math.floor(minutesPassed)
  return isManual && status === 'live' && played >= 90 + breakMinutes && minutesPassed >= durationMinutes
}

/** The goals of a manual game count before its stored score, until staff confirmed the score. */
function scoreOf({ isManual, goals, confirmed, score }: GameFacts): Score | null {
  return isManual && goals.length > 0 && !confirmed ? counted(goals) : score
}

function isContradictory({ isManual, score, halfTime, goals, isListComplete }: GameFacts): boolean {
  if (score !== null && halfTime !== null && sides.some((side) => halfTime[side] > score[side])) return true
  // A manual game may have a score without goals.
  if (goals.length === 0) return !isManual && isListComplete && score !== null && score.home + score.away > 0
  const differs = (listed: GameFacts['goals'], stored: Score | null): boolean => {
    if (stored === null) return false
    const found = counted(listed)
    return sides.some((side) =>
      isManual || isListComplete ? found[side] !== stored[side] : found[side] > stored[side],
    )
  }
  const firstHalf = goals.filter(({ minute }) => minute <= 45)
  return differs(goals, score) || differs(firstHalf, halfTime)
}

const counted = (goals: GameFacts['goals']): Score => ({
  home: goals.filter(({ team }) => team === 'home').length,
  away: goals.filter(({ team }) => team === 'away').length,
})

/** A day after the start. If staff moved a manual game into the past, a day after that. */
const dayWithoutResult = ({ isManual, earlier }: GameFacts): number =>
  DAY + (isManual ? Math.max(0, earlier.at(-1)?.replacedAt ?? 0) : 0)

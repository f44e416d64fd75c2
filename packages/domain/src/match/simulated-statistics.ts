import type { Side } from '../markets/types.ts'
import type { GoalEvent } from './goals.ts'

/** The events of a simulated minute with their frequency in percent. */
const CHANCES = [
  ['dangerous-attack', 50],
  ['corner', 14],
  ['yellow-card', 3.5],
  ['red-card', 0.6],
  ['goal', 2.5],
  ['nothing', 29.4],
] as const

export type MinuteEvent = (typeof CHANCES)[number][0]

export type Figures = { readonly home: number; readonly away: number }

/** The statistics of LIVE-37. Possession is in percent. */
export type MatchStatistics = {
  readonly possession: Figures
  readonly shots: Figures
  readonly corners: Figures
  readonly fouls: Figures
  readonly yellowCards: Figures
  readonly redCards: Figures
}

const SHOTS_OF_ATTACKS = 0.3
const FOULS_OF_QUIET_MINUTES = 0.5
/** The minimum of either side, so the maximum is 65. */
const MIN_POSSESSION = 35
const POSSESSION_MINUTES = 5

/** The event of a simulated minute. It depends only on seed and minute, so every viewer sees the same (LIVE-44). */
export function eventIn(seed: string, minute: number): { readonly event: MinuteEvent; readonly side: Side } {
  const side = draw(`${seed} ${minute} side`) < 0.5 ? 'home' : 'away'
  let left = draw(`${seed} ${minute} event`) * 100
  for (const [event, chance] of CHANCES) {
    left -= chance
    if (left < 0) return { event, side }
  }
  return { event: 'nothing', side }
}

/**
 * Simulates the statistics of a game up to a minute of its clock. Simulated goals count only as shots; each goal in
 * `goals` is also a shot (LIVE-43). `simulateStatistics('a game', 0, []).shots` → 0 and 0
 */
export function simulateStatistics(seed: string, minute: number, goals: readonly GoalEvent[]): MatchStatistics {
  const count = { shots: none(), corners: none(), fouls: none(), yellowCards: none(), redCards: none() }
  for (let at = 1; at <= minute; at += 1) {
    const { event, side } = eventIn(seed, at)
    const chance = draw(`${seed} ${at} more`)
    if (event === 'goal' || (event === 'dangerous-attack' && chance < SHOTS_OF_ATTACKS)) count.shots[side] += 1
    if (event === 'corner') count.corners[side] += 1
    if (event === 'yellow-card') count.yellowCards[side] += 1
    if (event === 'red-card') count.redCards[side] += 1
    const isFoul = event.endsWith('-card') || (event === 'nothing' && chance < FOULS_OF_QUIET_MINUTES)
    if (isFoul) count.fouls[side] += 1
  }
  for (const goal of goals) if (goal.minute <= minute) count.shots[goal.team] += 1
  const home = MIN_POSSESSION + Math.floor(draw(`${seed} ${Math.floor(minute / POSSESSION_MINUTES)} ball`) * 31)
  return { possession: { home, away: 100 - home }, ...count }
}

const none = (): { home: number; away: number } => ({ home: 0, away: 0 })

/** A pseudo-random number in [0, 1) from a text (FNV-1a with the MurmurHash3 finaliser). */
function draw(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

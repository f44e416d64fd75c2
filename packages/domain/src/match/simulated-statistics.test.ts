import { describe, expect, it } from 'vitest'
import { eventIn, simulateStatistics } from './simulated-statistics.ts'

const MINUTES = 90
const GAMES = 2_000

describe('simulated statistics', () => {
  const drawn = new Map<string, number>()
  for (let game = 0; game < GAMES; game += 1) {
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      const { event } = eventIn(`game ${game}`, minute)
      drawn.set(event, (drawn.get(event) ?? 0) + 1)
    }
  }

  it.each([
    ['dangerous-attack', 50],
    ['corner', 14],
    ['yellow-card', 3.5],
    ['red-card', 0.6],
    ['goal', 2.5],
    ['nothing', 29.4],
  ])('[LIVE-42] a simulated minute has the event %s with a probability of %d percent', (event, percent) => {
    // Four standard deviations of a share of 180,000 draws.
    const tolerance = 400 * Math.sqrt(((percent / 100) * (1 - percent / 100)) / (GAMES * MINUTES))
    expect(Math.abs(((drawn.get(event) ?? 0) / (GAMES * MINUTES)) * 100 - percent)).toBeLessThan(tolerance)
  })

  it('[LIVE-38] possession is between 35 and 65 percent, and both teams add up to 100 percent', () => {
    const seen = new Set<number>()
    for (let game = 0; game < GAMES; game += 1) {
      const { possession } = simulateStatistics(`game ${game}`, 40, [])
      seen.add(possession.home)
      expect(possession.home + possession.away).toBe(100)
    }
    expect(Math.min(...seen)).toBe(35)
    expect(Math.max(...seen)).toBe(65)
  })

  it('[LIVE-38] [LIVE-42] three of ten dangerous attacks are shots, and half of the quiet minutes and every card are fouls', () => {
    const sums = { shots: 0, corners: 0, fouls: 0, cards: 0, home: 0 }
    for (let game = 0; game < GAMES; game += 1) {
      const { shots, corners, fouls, yellowCards, redCards } = simulateStatistics(`game ${game}`, MINUTES, [])
      sums.shots += shots.home + shots.away
      sums.home += shots.home
      sums.corners += corners.home + corners.away
      sums.fouls += fouls.home + fouls.away
      sums.cards += yellowCards.home + yellowCards.away + redCards.home + redCards.away
      expect(fouls.home).toBeGreaterThanOrEqual(yellowCards.home + redCards.home)
      expect(fouls.away).toBeGreaterThanOrEqual(yellowCards.away + redCards.away)
    }
    const perMinute = (sum: number): number => sum / (GAMES * MINUTES)
    expect(perMinute(sums.shots)).toBeCloseTo(0.5 * 0.3 + 0.025, 2)
    expect(perMinute(sums.corners)).toBeCloseTo(0.14, 2)
    expect(perMinute(sums.cards)).toBeCloseTo(0.041, 2)
    expect(perMinute(sums.fouls)).toBeCloseTo(0.041 + 0.294 / 2, 2)
    expect(sums.home / sums.shots).toBeCloseTo(0.5, 1)
  })

  it('[LIVE-44] simulated statistics are the same for all viewers of a minute, and never fall during the game', () => {
    let before = simulateStatistics('one game', 0, [])
    expect(before.shots).toEqual({ home: 0, away: 0 })
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      const now = simulateStatistics('one game', minute, [])
      expect(simulateStatistics('one game', minute, [])).toEqual(now)
      for (const name of ['shots', 'corners', 'fouls', 'yellowCards', 'redCards'] as const) {
        expect(now[name].home).toBeGreaterThanOrEqual(before[name].home)
        expect(now[name].away).toBeGreaterThanOrEqual(before[name].away)
      }
      before = now
    }
    expect(simulateStatistics('another game', MINUTES, [])).not.toEqual(before)
  })

  it('[LIVE-43] every goal counts as a shot from the goal’s minute on', () => {
    const goals = [
      { team: 'home' as const, minute: 20 },
      { team: 'home' as const, minute: 71 },
      { team: 'away' as const, minute: 71 },
    ]
    const without = simulateStatistics('goals', 71, [])
    const shots = simulateStatistics('goals', 71, goals).shots
    expect(shots).toEqual({ home: without.shots.home + 2, away: without.shots.away + 1 })
    expect(simulateStatistics('goals', 70, goals).shots.home).toBe(simulateStatistics('goals', 70, []).shots.home + 1)
  })
})

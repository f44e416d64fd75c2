import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { generateSeason } from '../season/generated-season.ts'
import type { Match } from '../season/match.ts'
import { NOON, SEED } from '../test-feed.ts'
import { alertsOf } from './alerts.ts'
import { phaseAt } from './match-clock.ts'
import { finalScores, playAt, tally } from './play.ts'
import { timelineOf } from './timeline.ts'

const season = generateSeason(SEED)
const match = (ordinal: number): Match => ({
  ...season.pairing(ordinal),
  ...season.outcome(ordinal),
  id: String(ordinal),
  kickoffMs: NOON,
  speed: 10,
  hasAlerts: true,
})
const MATCHES = 1_500
const matches = Array.from({ length: MATCHES }, (_, ordinal) => match(ordinal))
const playOf = (each: Match, elapsed: number) =>
  playAt(each, {}, each.kickoffMs + Math.ceil((elapsed * MINUTE_MS) / 10))
const perMatch = (count: (each: Match) => number): number =>
  matches.reduce((sum, each) => sum + count(each), 0) / MATCHES

describe('the alerts of a simulated match', () => {
  it('[INP-14] alerts come from the seed: 0.3 penalties and 0.3 reviews a match, and a third of the reviews cancels a goal', () => {
    expect(alertsOf(match(7))).toEqual(alertsOf(match(7)))
    expect(perMatch((each) => alertsOf(each).penalties.length)).toBeCloseTo(0.3, 1)
    expect(perMatch((each) => alertsOf(each).reviews.length)).toBeCloseTo(0.3, 1)
    expect(perMatch((each) => alertsOf(each).cancelledGoals.length)).toBeCloseTo(0.1, 1)
    expect(perMatch((each) => alertsOf(each).dangers.length)).toBeGreaterThan(12)
  })

  it('[INP-14] each penalty stops bets from its award until the kick, and a scored one is a goal of the match', () => {
    for (const each of matches) {
      const { goals, stoppage } = timelineOf(each)
      const { penalties } = alertsOf(each)
      expect(penalties.filter(({ isScored }) => isScored)).toHaveLength(
        goals.filter(({ info }) => info === 'Penalty').length,
      )
      for (const { elapsed, moment, taken } of penalties) {
        expect(taken.elapsed).toBeGreaterThan(elapsed)
        expect(phaseAt(elapsed, stoppage)).toMatchObject({ name: 'play', moment: { half: moment.half } })
        expect(playOf(each, (elapsed + taken.elapsed) / 2).stop).toBe('referee')
      }
    }
  })

  it('[INP-14] a cancelled goal counts until its review is decided, within its half, and the result stays as planned', () => {
    for (const each of matches) {
      expect(finalScores(each, {})).toEqual({ fullTime: each.fullTime, halfTime: each.halfTime })
      for (const goal of alertsOf(each).cancelledGoals) {
        const during = playOf(each, (goal.elapsed + goal.cancelledElapsed) / 2)
        expect(during.goals.some(({ elapsed }) => elapsed === goal.elapsed)).toBe(true)
        expect(during.phase).toMatchObject({ name: 'play', moment: { half: goal.moment.half } })
        const after = playOf(each, goal.cancelledElapsed + 0.01)
        expect(after.withdrawn.some(({ elapsed }) => elapsed === goal.elapsed)).toBe(true)
        expect(after.score).toEqual(tally(after.goals))
      }
    }
  })

  it('[INP-14] most goals follow a corner or a dangerous attack, at which bets stop before the score changes', () => {
    const goals = matches.flatMap((each) =>
      timelineOf(each)
        .goals.filter(({ info }) => info !== 'Penalty')
        .map(({ elapsed }) => playOf(each, elapsed - 0.001).stop),
    )
    const share = goals.filter((stop) => stop !== null).length / goals.length
    expect(share).toBeGreaterThan(0.75)
  })
})

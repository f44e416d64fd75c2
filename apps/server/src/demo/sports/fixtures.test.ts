import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { clockTime, dayKey } from '@mupiira/domain/time/kampala.ts'
import { DEMO_LEAGUES, fixturesBetween } from './fixtures.ts'

const FROM = new Date('2026-11-20T21:00:00Z')
const after = (days: number): Date => new Date(FROM.getTime() + days * DAY_MS)
const fixtures = fixturesBetween(FROM, after(60))
const ofSport = (sport: string) => fixtures.filter(({ league }) => league.sport === sport)
/** Uses every seventh game, because planning a game draws many random numbers. */
const someOf = (sport: string) => ofSport(sport).filter((_, at) => at % 7 === 0)

describe('the calendar of the demo’s basketball and tennis', () => {
  it('[D53] a team or player plays once a day, and no pair meets twice in nine days', () => {
    const playing = new Set<string>()
    const lastMeeting = new Map<string, number>()
    for (const { league, homeTeam, awayTeam, startTime } of fixtures) {
      for (const team of [homeTeam, awayTeam]) {
        // The team's name is enough as a key, because no team plays in two leagues.
        const place = `${dayKey(startTime)} ${team}`
        expect(playing.has(place)).toBe(false)
        playing.add(place)
      }
      const pair = `${league.name} ${[homeTeam, awayTeam].toSorted().join(' ')}`
      const restMs = startTime.getTime() - (lastMeeting.get(pair) ?? Number.NEGATIVE_INFINITY)
      expect(restMs).toBeGreaterThan(8.5 * DAY_MS)
      lastMeeting.set(pair, startTime.getTime())
    }
    const teams = DEMO_LEAGUES.reduce((sum, league) => sum + league.teams.length, 0)
    expect(playing.size).toBe(60 * teams)
  })

  it('[D53] each sport has at least 30 games a day, which start at the usual hours of their league', () => {
    expect(ofSport('basketball').length).toBeGreaterThanOrEqual(60 * 30)
    expect(ofSport('tennis').length).toBeGreaterThanOrEqual(60 * 30)
    for (const { league, startTime } of fixtures) {
      const [hours = 0, minutes = 0] = clockTime(startTime).split(':').map(Number)
      expect(hours * 60 + minutes).toBeGreaterThanOrEqual(league.starts[0])
      expect(hours * 60 + minutes).toBeLessThanOrEqual(league.starts[1])
      expect(minutes % 5).toBe(0)
    }
  })

  it('the demo’s calendar is deterministic', () => {
    const later = fixturesBetween(after(3.4), after(4))
    const same = fixtures.filter(({ startTime }) => startTime >= after(3.4) && startTime < after(4))
    const shown = (of: typeof fixtures) =>
      of.map(({ league, plan, ...fixture }) => [league.name, fixture, plan().scoreAt(DAY_MS)])
    expect(shown(later)).toEqual(shown(same))
  })
})

describe('the games of the demo’s basketball and tennis', () => {
  it('basketball has plausible scores and quarters, takes ten to fourteen minutes, and has no draws', () => {
    for (const { league, plan } of someOf('basketball')) {
      const { durationMs, scoreAt } = plan()
      expect(durationMs).toBeGreaterThan(10 * MINUTE_MS)
      expect(durationMs).toBeLessThan(14 * MINUTE_MS)
      const final = scoreAt(durationMs)
      expect(final.home).not.toBe(final.away)
      expect(Math.abs(final.home - final.away)).toBeLessThan(50)
      const least = league.name === 'NBA' ? 70 : 40
      for (const points of [final.home, final.away]) {
        expect(points).toBeGreaterThan(least)
        expect(points).toBeLessThan(165)
      }
      let before = scoreAt(0)
      expect(before).toEqual({ home: 0, away: 0, period: 'Q1' })
      const periods = new Set([before.period])
      for (let elapsedMs = 0; elapsedMs <= durationMs; elapsedMs += 15_000) {
        const score = scoreAt(elapsedMs)
        expect(score.home).toBeGreaterThanOrEqual(before.home)
        expect(score.away).toBeGreaterThanOrEqual(before.away)
        periods.add(score.period)
        before = score
      }
      expect([...periods].filter((period) => period !== 'OT')).toEqual(['Q1', 'Q2', 'HT', 'Q3', 'Q4'])
    }
  })

  it('a tennis match is best of three sets, which take three to seven minutes each', () => {
    for (const { plan } of someOf('tennis')) {
      const { durationMs, scoreAt } = plan()
      const { home, away } = scoreAt(durationMs)
      expect(Math.max(home, away)).toBe(2)
      expect(Math.min(home, away)).toBeLessThanOrEqual(1)
      const setMinutes = durationMs / (home + away) / MINUTE_MS
      expect(setMinutes).toBeGreaterThan(3)
      expect(setMinutes).toBeLessThan(7)
      expect(scoreAt(0)).toEqual({ home: 0, away: 0, period: 'Set 1' })
      expect(scoreAt(durationMs - 1)).toMatchObject({ period: `Set ${home + away}` })
    }
  })

  it.each(['basketball', 'tennis'])('favourites in %s win as often as their odds imply', (sport) => {
    const groups = new Map<number, { games: number; wins: number; expected: number }>()
    for (const { homeWins, plan } of ofSport(sport)) {
      const { durationMs, scoreAt } = plan()
      const { home, away } = scoreAt(durationMs)
      const at = Math.floor(homeWins * 5)
      const group = groups.get(at) ?? { games: 0, wins: 0, expected: 0 }
      groups.set(at, {
        games: group.games + 1,
        wins: group.wins + Number(home > away),
        expected: group.expected + homeWins,
      })
      expect(homeWins).toBeGreaterThan(0.05)
      expect(homeWins).toBeLessThan(0.95)
    }
    expect(groups.size).toBeGreaterThan(3)
    for (const { games, wins, expected } of groups.values()) {
      const deviation = Math.sqrt(games * 0.25)
      expect(Math.abs(wins - expected)).toBeLessThan(4 * deviation)
    }
  })
})

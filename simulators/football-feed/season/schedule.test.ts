import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { proofSize } from '../../../tests/support/proof.ts'
import { feedAt, listedAround, NOON, recordedRows, SEED } from '../test-feed.ts'
import { hasLineUps } from '../play/squad.ts'
import { LEAGUES } from './clubs.ts'
import { clubNamed } from './leagues.ts'
import { generateSeason } from './generated-season.ts'
import type { Match } from './match.ts'
import { replaySeason } from './recorded-season.ts'
import { drawsFor } from './random.ts'
import { seasonRows } from './season-csv.ts'

const someInstants = (seed: string, count: number): number[] => {
  const draw = drawsFor(seed)
  // Moments across a year, including whole minutes, when one match may end as another starts.
  return Array.from({ length: count }, (_, at) => {
    const ms = NOON + Math.floor(draw() * 365 * DAY_MS)
    return at % 5 === 0 ? Math.floor(ms / (5 * MINUTE_MS)) * 5 * MINUTE_MS : ms
  })
}
const generatedSeason = generateSeason(SEED)
const MATCHES_A_DAY = 864
const FIRST_LEAGUES_A_DAY = 90
const KAMPALA_MS = 3 * HOUR_MS
const firstClubs = new Set(LEAGUES.flatMap(({ country, clubs }) => clubs.map((name) => clubNamed(country, name).id)))
const isOfFirstLeague = ({ home }: Match): boolean => firstClubs.has(home.id)

describe('the schedule', () => {
  it.each([
    [10, proofSize({ small: 40, full: 500 })],
    [1, proofSize({ small: 20, full: 150 })],
    [60, proofSize({ small: 20, full: 150 })],
  ])(
    '[D58] the schedule at speed %d has, at each of %d times, 6 live matches and 6 that start within 15 minutes',
    (speed, instants) => {
      for (const nowMs of someInstants(`speed ${speed}`, instants)) {
        const feed = feedAt(nowMs, generatedSeason, speed)
        const near = feed.list({ fromMs: nowMs - (115 / speed) * MINUTE_MS, toMs: nowMs + 15 * MINUTE_MS })
        const live = near.filter(({ play }) => play.live).length
        const soon = near.filter(({ match }) => match.kickoffMs > nowMs).length
        expect({ nowMs, live: live >= 6, soon: soon >= 6 }).toEqual({ nowMs, live: true, soon: true })
      }
    },
  )

  it('[D58] a replayed season has 6 live matches and 6 that start within 15 minutes', () => {
    const season = replaySeason(seasonRows(generatedSeason, 400))
    for (const nowMs of someInstants('replay', proofSize({ small: 20, full: 50 }))) {
      const live = feedAt(nowMs, season)
        .list({ fromMs: nowMs - 15 * MINUTE_MS, toMs: nowMs })
        .filter(({ play }) => play.live)
      expect(live.length).toBeGreaterThanOrEqual(6)
    }
  })

  it('the schedule lists 300 to 450 open matches, and the results of two days', () => {
    for (const nowMs of someInstants('listing', proofSize({ small: 2, full: 12 }))) {
      const listed = listedAround(feedAt(nowMs, generatedSeason))
      const open = listed.filter(({ play }) => !play.finished)
      expect(open.length).toBeGreaterThanOrEqual(300)
      expect(open.length).toBeLessThanOrEqual(450)
      const oldest = listed[0]?.match.kickoffMs ?? nowMs
      expect(nowMs - oldest).toBeGreaterThan(2 * DAY_MS - 10 * MINUTE_MS)
    }
  })

  it.each([10, 1])(
    '[D58] at speed %d the schedule has a full round of each of the ten top leagues on two days, and at least 16 of their matches on each day of a week',
    (speed) => {
      for (const nowMs of someInstants('first leagues', proofSize({ small: 3, full: 12 }))) {
        const listed = listedAround(feedAt(nowMs, generatedSeason, speed)).filter(({ match }) => isOfFirstLeague(match))
        for (let day = 0; day < 7; day += 1) {
          const from = nowMs + day * DAY_MS
          const matches = listed.filter(({ match }) => match.kickoffMs >= from && match.kickoffMs < from + DAY_MS)
          if (day < 2) expect(matches.length).toBe(FIRST_LEAGUES_A_DAY)
          else expect(matches.length).toBeGreaterThanOrEqual(16)
        }
        for (const { match } of listed) {
          const hour = new Date(match.kickoffMs + KAMPALA_MS).getUTCHours()
          expect(hour >= 15 && hour <= 22).toBe(true)
        }
      }
    },
  )

  it('[D10] at any time the schedule has upcoming cup finals, and upcoming matches with line-ups', () => {
    for (const nowMs of someInstants('markets', proofSize({ small: 40, full: 400 }))) {
      const upcoming = feedAt(nowMs, generatedSeason).list({ fromMs: nowMs, toMs: nowMs + 2 * DAY_MS })
      const finals = upcoming.filter(({ match }) => match.round === 'Final')
      expect(finals.length).toBeGreaterThanOrEqual(2)
      expect(finals.length).toBeLessThanOrEqual(6)
      expect(upcoming.filter(({ match }) => hasLineUps(match, nowMs)).length).toBeGreaterThanOrEqual(24)
    }
  })

  it('the schedule is the same after a restart, and never drops an announced match', () => {
    const before = listedAround(feedAt(NOON))
    expect(JSON.stringify(listedAround(feedAt(NOON, generateSeason(SEED))))).toBe(JSON.stringify(before))
    const announced = before.filter(({ match }) => match.kickoffMs > NOON + 3 * DAY_MS)
    const later = new Map(listedAround(feedAt(NOON + 2 * DAY_MS)).map(({ match }) => [match.id, match]))
    const changed = announced.filter(({ match }) => JSON.stringify(later.get(match.id)) !== JSON.stringify(match))
    expect(changed).toEqual([])
    const other = listedAround(feedAt(NOON, generateSeason('another seed')))
    expect(other.map(({ match }) => match.home.name)).not.toEqual(before.map(({ match }) => match.home.name))
  })

  it('the schedule gives each match a unique, permanent id', () => {
    const listed = listedAround(feedAt(NOON, generatedSeason))
    expect(new Set(listed.map(({ match }) => match.id)).size).toBe(listed.length)
    // Other speeds have other matches at the same times.
    const ids = new Set(listed.map(({ match }) => match.id))
    const atOtherSpeeds = [1, 20, 60].flatMap((speed) => listedAround(feedAt(NOON, generatedSeason, speed)))
    expect(atOtherSpeeds.filter(({ match }) => ids.has(match.id))).toEqual([])
    const later = feedAt(NOON + 20 * DAY_MS, generatedSeason)
    for (const { match } of listed.slice(0, 50)) expect(later.find(match.id)?.match).toEqual(match)
    for (const unknown of ['1', '17', '1298000000']) expect(later.find(unknown)).toBeUndefined()
    expect(later.find('no number')).toBeUndefined()
  })

  it('the schedule never has a club in two matches at once', () => {
    for (const source of [generatedSeason, replaySeason(seasonRows(generatedSeason, 900))]) {
      const listed = listedAround(feedAt(NOON, source))
      const lastKickoff = new Map<string, number>()
      for (const { match } of listed) {
        for (const { id } of [match.home, match.away]) {
          expect(match.kickoffMs - (lastKickoff.get(id) ?? 0)).toBeGreaterThan(12 * MINUTE_MS)
          lastKickoff.set(id, match.kickoffMs)
        }
      }
    }
  })

  it.each([
    [10, MATCHES_A_DAY, 20],
    [1, 576, 18],
  ])(
    '[D58] at speed %d a day has %d matches of different clubs, each club rests for at least %d hours, and no pair meets twice in two weeks',
    (speed, matchesADay, restHours) => {
      const feed = feedAt(NOON, generatedSeason, speed)
      const lastMatch = new Map<string, number>()
      const lastMeeting = new Map<string, number>()
      for (let day = 0; day < proofSize({ small: 18, full: 40 }); day += 1) {
        const fromMs = Date.UTC(2026, 9, 1) - KAMPALA_MS + day * DAY_MS
        const matches = feed.season({ fromMs, toMs: fromMs + DAY_MS - 1 })
        expect(matches).toHaveLength(matchesADay)
        expect(new Set(matches.flatMap(({ match }) => [match.home.id, match.away.id])).size).toBe(2 * matchesADay)
        for (const { match } of matches) {
          const pair = [match.home.id, match.away.id].sort().join(' ')
          const rests = [
            ...[match.home.id, match.away.id].map((id) => [lastMatch, id, restHours * HOUR_MS] as const),
            [lastMeeting, pair, 14 * DAY_MS] as const,
          ]
          for (const [last, key, minimumMs] of rests) {
            const restMs = match.kickoffMs - (last.get(key) ?? Number.NEGATIVE_INFINITY)
            if (restMs < minimumMs) throw new Error(`${key} rests for ${restMs / MINUTE_MS} minutes only`)
            last.set(key, match.kickoffMs)
          }
        }
      }
    },
  )

  it('the schedule is a double round robin: each pair meets once at home and once away', () => {
    expect(generatedSeason.leagues).toHaveLength(96)
    const met = new Map(generatedSeason.leagues.map(({ id }) => [id, new Set<string>()]))
    // The final of a cup replaces the league match of its clubs.
    const leagueOf = new Map(
      generatedSeason.leagues.flatMap(({ id }) => generatedSeason.clubs(id, '0').map((club) => [club.id, id])),
    )
    for (let ordinal = 0; ordinal < 38 * MATCHES_A_DAY; ordinal += 1) {
      const { season, home, away } = generatedSeason.pairing(ordinal)
      if (season === '0') met.get(leagueOf.get(home.id) ?? '')?.add(`${home.id}-${away.id}`)
    }
    for (const { id } of generatedSeason.leagues) {
      const clubs = generatedSeason.clubs(id, '0')
      expect(clubs.length).toBeGreaterThanOrEqual(16)
      expect(new Set(clubs.map((club) => club.id)).size).toBe(clubs.length)
      expect(met.get(id)?.size).toBe(clubs.length * (clubs.length - 1))
    }
  })

  it('the schedule replays recorded matches in order, and skips rows without a result', () => {
    const season = replaySeason(recordedRows())
    const homes = Array.from({ length: 5 }, (_, ordinal) => season.pairing(ordinal).home.name)
    expect([...homes].sort()).toEqual(['Alder', 'Cedar', 'Fir', 'Larch', 'Maple'])
    expect(homes.slice(0, 4)).toEqual(['Alder', 'Cedar', 'Fir', 'Larch'])
    expect(season.pairing(5)).toEqual(season.pairing(0))
    expect(season.outcome(1)).toMatchObject({ fullTime: { home: 5, away: 1 }, halfTime: { home: 1, away: 0 } })
  })
})

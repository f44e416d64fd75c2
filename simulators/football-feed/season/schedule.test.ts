import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { proofSize } from '../../../tests/support/proof.ts'
import { feedAt, listedAround, NOON, recordedRows, SEED } from '../test-feed.ts'
import { makeSeason } from './made-season.ts'
import { replaySeason } from './recorded-season.ts'
import { drawsFor } from './random.ts'
import { paceFor } from './schedule.ts'
import { seasonRows } from './season-csv.ts'

const someInstants = (seed: string, count: number): number[] => {
  const draw = drawsFor(seed)
  // Moments across a year, including whole minutes, when one match may end as another starts.
  return Array.from({ length: count }, (_, at) => {
    const ms = NOON + Math.floor(draw() * 365 * DAY_MS)
    return at % 5 === 0 ? Math.floor(ms / (5 * MINUTE_MS)) * 5 * MINUTE_MS : ms
  })
}
const madeSeason = makeSeason(SEED)
const MATCHES_A_DAY = 864

describe('the schedule', () => {
  it.each([
    [10, proofSize({ small: 40, full: 500 })],
    [1, proofSize({ small: 20, full: 150 })],
    [60, proofSize({ small: 20, full: 150 })],
  ])(
    '[D58] the schedule at speed %d has, at each of %d times, 6 live matches and 6 that start within 15 minutes',
    (speed, instants) => {
      for (const nowMs of someInstants(`speed ${speed}`, instants)) {
        const feed = feedAt(nowMs, madeSeason, speed)
        const near = feed.list({ fromMs: nowMs - (115 / speed) * MINUTE_MS, toMs: nowMs + 15 * MINUTE_MS })
        const live = near.filter(({ play }) => play.live).length
        const soon = near.filter(({ match }) => match.kickoffMs > nowMs).length
        expect({ nowMs, live: live >= 6, soon: soon >= 6 }).toEqual({ nowMs, live: true, soon: true })
      }
    },
  )

  it('[D58] a replayed season has 6 live matches and 6 that start within 15 minutes', () => {
    const season = replaySeason(seasonRows(madeSeason, 400))
    for (const nowMs of someInstants('replay', proofSize({ small: 20, full: 50 }))) {
      const live = feedAt(nowMs, season)
        .list({ fromMs: nowMs - 15 * MINUTE_MS, toMs: nowMs })
        .filter(({ play }) => play.live)
      expect(live.length).toBeGreaterThanOrEqual(6)
    }
  })

  it('the schedule lists 120 to 250 open matches, some on each day of the coming week, and the results of two days', () => {
    for (const nowMs of someInstants('listing', proofSize({ small: 2, full: 12 }))) {
      const listed = listedAround(feedAt(nowMs, madeSeason))
      const open = listed.filter(({ play }) => !play.finished)
      expect(open.length).toBeGreaterThanOrEqual(120)
      expect(open.length).toBeLessThanOrEqual(250)
      for (let day = 1; day <= 6; day += 1) {
        const from = nowMs + day * DAY_MS
        expect(
          open.filter(({ match }) => match.kickoffMs >= from && match.kickoffMs < from + DAY_MS).length,
        ).toBeGreaterThanOrEqual(10)
      }
      const oldest = listed[0]?.match.kickoffMs ?? nowMs
      expect(nowMs - oldest).toBeGreaterThan(2 * DAY_MS - 10 * MINUTE_MS)
    }
  })

  it('the schedule is the same after a restart, and never drops an announced match', () => {
    const before = listedAround(feedAt(NOON))
    expect(JSON.stringify(listedAround(feedAt(NOON, makeSeason(SEED))))).toBe(JSON.stringify(before))
    const announced = before.filter(({ match }) => match.kickoffMs > NOON + 3 * DAY_MS)
    const later = new Map(listedAround(feedAt(NOON + 2 * DAY_MS)).map(({ match }) => [match.id, match]))
    const changed = announced.filter(({ match }) => JSON.stringify(later.get(match.id)) !== JSON.stringify(match))
    expect(changed).toEqual([])
    const other = listedAround(feedAt(NOON, makeSeason('another seed')))
    expect(other.map(({ match }) => match.home.name)).not.toEqual(before.map(({ match }) => match.home.name))
  })

  it('the schedule gives each match a unique, permanent id', () => {
    const listed = listedAround(feedAt(NOON, madeSeason))
    expect(new Set(listed.map(({ match }) => match.id)).size).toBe(listed.length)
    const later = feedAt(NOON + 20 * DAY_MS, madeSeason)
    for (const { match } of listed.slice(0, 50)) expect(later.find(match.id)?.match).toEqual(match)
    for (const unknown of ['1', '17', '1298000000']) expect(later.find(unknown)).toBeUndefined()
    expect(later.find('no number')).toBeUndefined()
  })

  it('the schedule never has a club in two matches at once', () => {
    for (const source of [madeSeason, replaySeason(seasonRows(madeSeason, 900))]) {
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

  it('[D58] in the demo schedule each club plays once a day, with at least 20 hours between matches', () => {
    const { slotMinutes, perSlot } = paceFor(10)
    expect((24 * 60 * perSlot) / slotMinutes).toBe(MATCHES_A_DAY)
    const last = new Map<string, number>()
    for (let day = 0; day < 40; day += 1) {
      const playing = new Set<string>()
      for (let ordinal = day * MATCHES_A_DAY; ordinal < (day + 1) * MATCHES_A_DAY; ordinal += 1) {
        const { home, away } = madeSeason.pairing(ordinal)
        for (const { id } of [home, away]) {
          expect(playing.has(id)).toBe(false)
          playing.add(id)
          const restMinutes = ((ordinal - (last.get(id) ?? Number.NEGATIVE_INFINITY)) / perSlot) * slotMinutes
          if (restMinutes < 20 * 60) throw new Error(`${id} rests for ${restMinutes} minutes only`)
          last.set(id, ordinal)
        }
      }
      expect(playing.size).toBe(2 * MATCHES_A_DAY)
    }
  })

  it('the schedule is a double round robin: each pair meets once at home and once away', () => {
    expect(madeSeason.leagues).toHaveLength(96)
    const met = new Map(madeSeason.leagues.map(({ id }) => [id, new Set<string>()]))
    for (let ordinal = 0; ordinal < 38 * MATCHES_A_DAY; ordinal += 1) {
      const { league, season, home, away } = madeSeason.pairing(ordinal)
      if (season === '0') met.get(league.id)?.add(`${home.id}-${away.id}`)
    }
    for (const { id } of madeSeason.leagues) {
      const clubs = madeSeason.clubs(id, '0')
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

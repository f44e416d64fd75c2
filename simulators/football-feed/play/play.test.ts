import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { proofSize } from '../../../tests/support/proof.ts'
import { generateSeason } from '../season/generated-season.ts'
import type { Match } from '../season/match.ts'
import { NOON, recordedRows, SEED } from '../test-feed.ts'
import { replaySeason } from '../season/recorded-season.ts'
import { elapsedAt, lengthMinutes, minuteText, phaseAt } from './match-clock.ts'
import { playAt, tally } from './play.ts'
import { squadOf } from './squad.ts'
import { timelineOf } from './timeline.ts'

const season = generateSeason(SEED)
const match = (ordinal: number, source = season): Match => ({
  ...source.pairing(ordinal),
  ...source.outcome(ordinal),
  id: String(ordinal),
  kickoffMs: NOON,
  speed: 10,
})
const matches = [
  ...Array.from({ length: 400 }, (_, ordinal) => match(ordinal)),
  ...Array.from({ length: 5 }, (_, ordinal) => match(ordinal, replaySeason(recordedRows()))),
]

describe('the match clock', () => {
  const stoppage = { first: 2, second: 4 }
  it.each([
    [-0.1, 'before', undefined],
    [0, 'play', '1'],
    [0.9, 'play', '1'],
    [1, 'play', '1'],
    [2, 'play', '2'],
    [44.9, 'play', '44'],
    [45, 'play', '45+1'],
    [46.9, 'play', '45+2'],
    [47, 'half-time', undefined],
    [56.9, 'half-time', undefined],
    [57, 'play', '46'],
    [59.5, 'play', '47'],
    [101.9, 'play', '89'],
    [102, 'play', '90+1'],
    [105.9, 'play', '90+4'],
    [106, 'finished', undefined],
    [Infinity, 'finished', undefined],
  ])(
    'a simulated match %d minutes after the kick-off is in the phase %s and shows the minute %s',
    (elapsed, name, shown) => {
      const phase = phaseAt(elapsed, stoppage)
      expect([phase.name, phase.name === 'play' ? minuteText(phase.moment) : undefined]).toEqual([name, shown])
      const back = phase.name === 'play' ? elapsedAt(phase.moment, stoppage) : elapsed
      expect(Math.abs(back - elapsed) < 1e-9 || back === elapsed).toBe(true)
    },
  )
})

describe('a match', () => {
  it('a simulated match has goals that match its half-time and full-time scores, each in the right half', () => {
    for (const each of matches) {
      const { goals, stoppage } = timelineOf(each)
      expect(tally(goals)).toEqual(each.fullTime)
      expect(tally(goals.filter(({ moment }) => moment.half === 1))).toEqual(each.halfTime)
      for (const { elapsed, moment } of goals) {
        expect(phaseAt(elapsed, stoppage)).toMatchObject({ name: 'play', moment: { half: moment.half } })
      }
    }
  })

  it('a simulated match is deterministic, with scorers from the line-ups', () => {
    for (const ordinal of [3, 11, 29, 71]) {
      const once = timelineOf(match(ordinal))
      expect(timelineOf(match(ordinal))).toEqual(once)
      for (const { side, info, player } of once.goals) {
        const ownSide = info === 'Own Goal' ? (side === 'home' ? 'away' : 'home') : side
        expect(squadOf(match(ordinal)[ownSide]).starting).toContainEqual(player)
      }
    }
  })

  it('the score of a simulated match never falls, half-time and full-time scores appear when final, and the match ends with its planned result', () => {
    for (const each of matches.slice(0, proofSize({ small: 15, full: 120 }))) {
      const length = lengthMinutes(timelineOf(each).stoppage)
      let goalsSoFar = 0
      for (let elapsed = -1; elapsed <= length + 1; elapsed += 0.5) {
        const play = playAt(each, {}, each.kickoffMs + (elapsed * MINUTE_MS) / 10)
        const total = play.score === undefined ? 0 : play.score.home + play.score.away
        expect(total).toBeGreaterThanOrEqual(goalsSoFar)
        goalsSoFar = total
        expect(play.score === undefined).toBe(elapsed < 0)
        expect(play.live).toBe(elapsed >= 0 && elapsed < length)
        expect(play.fullTime).toEqual(elapsed >= length ? each.fullTime : undefined)
        expect(play.halfTime).toEqual(
          play.phase.name === 'before' || (play.phase.name === 'play' && play.phase.moment.half === 1)
            ? undefined
            : each.halfTime,
        )
      }
    }
  })

  it('the minute of a goal in a simulated match equals the clock minute at which the simulator shows the goal', () => {
    for (const each of matches.slice(0, 60)) {
      for (const goal of timelineOf(each).goals) {
        const play = playAt(each, {}, each.kickoffMs + Math.ceil((goal.elapsed * MINUTE_MS) / 10))
        const minute = play.phase.name === 'play' ? minuteText(play.phase.moment) : undefined
        expect(play.goals.map(({ moment }) => minuteText(moment))).toContain(minute)
      }
    }
  })

  it('betting on every home team over 3,000 simulated matches loses about the bookmaker’s margin', () => {
    let back = 0
    for (let ordinal = 0; ordinal < 3_000; ordinal += 1) {
      const { fullTime, quotes } = season.outcome(ordinal)
      const book = [quotes['odd_1'], quotes['odd_x'], quotes['odd_2']].reduce<number>(
        (sum, odds) => sum + 1 / (odds ?? 0),
        0,
      )
      expect(book).toBeGreaterThan(1.03)
      expect(book).toBeLessThan(1.09)
      if (fullTime.home > fullTime.away) back += quotes['odd_1'] ?? 0
    }
    expect(back / 3_000).toBeGreaterThan(0.86)
    expect(back / 3_000).toBeLessThan(1.04)
  })
})

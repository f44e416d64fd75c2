import { describe, expect, it } from 'vitest'
import { matchClock } from '../match/clock.ts'
import { liveState, type StartedGame } from './live-state.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000)

describe('a live game', () => {
  const started = (change: Partial<StartedGame> = {}): StartedGame => ({
    source: 'feed',
    knockOut: false,
    clock: matchClock({ source: 'feed', status: 'live', minute: 60, halfTime: false }),
    minute: 60,
    partOfMinute: 0,
    score: { home: 1, away: 0 },
    halfTime: { home: 1, away: 0 },
    goals: [{ team: 'home', minute: 30, playerId: 'p9' }],
    goalsComplete: true,
    redCards: { home: 0, away: 0 },
    lastGoalAt: ago(600),
    lastIncidentAt: null,
    lastAlertAt: null,
    reportsIncidents: true,
    isStopped: false,
    seenAt: ago(2),
    ...change,
  })
  const clockAt = (minute: number) => matchClock({ source: 'feed', status: 'live', minute, halfTime: false })

  const notStarted = matchClock({ source: 'feed', status: 'upcoming', minute: 0, halfTime: false })
  const halfTime = matchClock({ source: 'feed', status: 'live', minute: 47, halfTime: true })

  it.each([
    ['no report for 31 s', { seenAt: ago(31) }, 'NO_NEWS'],
    ['a report 30 s ago', { seenAt: ago(30) }, null],
    ['no report at all', { seenAt: null }, 'NO_NEWS'],
    ['a goal 9 s ago', { lastGoalAt: ago(9) }, 'GOAL'],
    ['a goal 10 s ago', { lastGoalAt: ago(10) }, null],
    ['a feed that cannot report penalties and reviews', { reportsIncidents: false }, 'NOT_PRICED'],
    ['a red card 59 s ago', { lastIncidentAt: ago(59) }, 'INCIDENT'],
    ['a red card 60 s ago', { lastIncidentAt: ago(60) }, null],
    ['a manual game, which needs no feed', { source: 'hand', seenAt: null }, null],
    [
      'over',
      { clock: matchClock({ source: 'feed', status: 'finished', minute: 90, halfTime: false }) },
      'BEING_DECIDED',
    ],
    ['not started yet', { clock: notStarted }, 'BEING_DECIDED'],
    ['a final in extra time', { knockOut: true, minute: 91, clock: clockAt(91) }, 'NOT_PRICED'],
    ['any game in extra time', { minute: 95, clock: clockAt(95) }, 'NOT_PRICED'],
    ['stoppage time', { minute: 91, clock: clockAt(91) }, null],
  ] as const)(
    '[TICK-42] the reason against a cash-out offer for a live game, case "$0", is $2',
    (_title, change, why) => {
      const found = liveState(started(change as Partial<StartedGame>), NOW)
      expect(found.ok ? null : found.error).toBe(why)
    },
  )

  it('[TICK-38] only known facts of a live game are passed to the cash-out model', () => {
    const known = liveState(started(), NOW)
    expect(known).toMatchObject({
      ok: true,
      value: {
        phase: 'second-half',
        minute: 60,
        halfTime: { home: 1, away: 0 },
        firstToScore: 'home',
        scorers: ['p9'],
      },
    })
    const unlisted = liveState(started({ goals: [], halfTime: null }), NOW)
    expect(unlisted).toMatchObject({ ok: true, value: { halfTime: null, firstToScore: null, scorers: null } })
    const unknownScorer = liveState(started({ goals: [{ team: 'home', minute: 30, scorer: 'Kato' }] }), NOW)
    expect(unknownScorer).toMatchObject({ ok: true, value: { firstToScore: 'home', scorers: null } })
    const level = liveState(started({ goals: [], score: { home: 0, away: 0 }, halfTime: { home: 0, away: 0 } }), NOW)
    expect(level).toMatchObject({ ok: true, value: { firstToScore: null, scorers: [] } })
    const own = liveState(started({ goals: [{ team: 'home', minute: 30, scorer: 'Kato', ownGoal: true }] }), NOW)
    expect(own).toMatchObject({ ok: true, value: { scorers: [] } })
  })

  it.each([
    ['in the first half', { clock: clockAt(30), minute: 30 }, 30.5],
    ['at half-time, when no time passes', { clock: halfTime, minute: 47 }, 45],
    ['in the second half', {}, 60.5],
    ['in stoppage time, after the displayed clock has stopped', { clock: clockAt(91), minute: 91 }, 91.5],
  ])('[INP-03] the minute of a live game %s', (_title, change, minute) => {
    const found = liveState(started({ partOfMinute: 0.5, ...change }), NOW)
    expect(found).toMatchObject({ ok: true, value: { minute } })
  })

  it.each([
    ['unknown in the first half', { clock: clockAt(40), minute: 40 }, null],
    ['the score at half-time', { clock: halfTime, minute: 45, halfTime: null, goals: [] }, { home: 1, away: 0 }],
    ['the reported one in the second half', { goals: [] }, { home: 1, away: 0 }],
    ['that of a complete list of goals', { halfTime: null }, { home: 1, away: 0 }],
    ['unknown if the reported one exceeds the score of the home team', { halfTime: { home: 2, away: 0 } }, null],
    ['unknown if the reported one exceeds the score of the away team', { halfTime: { home: 0, away: 1 } }, null],
  ])('[TICK-38] the half-time score of a live game is %s', (_title, change, expected) => {
    const found = liveState(started(change), NOW)
    expect(found.ok && found.value.halfTime).toEqual(expected)
  })

  it('[TICK-38] a goal counts from its minute, and a listed goal of a later minute does not', () => {
    const goals = [
      { team: 'home', minute: 60, playerId: 'p9' },
      { team: 'away', minute: 61, playerId: 'p7' },
    ] as const
    const found = liveState(started({ goals, halfTime: { home: 0, away: 0 } }), NOW)
    expect(found).toMatchObject({ ok: true, value: { firstToScore: 'home', scorers: ['p9'] } })
  })
})

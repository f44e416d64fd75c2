import { describe, expect, it } from 'vitest'
import type { StartedGame } from '../cashout/live-state.ts'
import { matchClock } from '../match/clock.ts'
import { inPlayStatus, type LiveGame } from './suspension.ts'

const NOW = new Date('2026-11-28T16:00:00Z')
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000)
const RULES = { reopen_delay_seconds: 10, in_play_silence_seconds: 15 }

const GAME: StartedGame = {
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
  isStopped: false,
  reportsIncidents: true,
  seenAt: ago(2),
}
const live = (change: Partial<StartedGame>, flags: Partial<Omit<LiveGame, 'game'>> = {}): LiveGame => ({
  game: { ...GAME, ...change },
  isSuspendedByStaff: false,
  isContradictory: false,
  ...flags,
})

describe('the suspension of a live game', () => {
  it.each([
    ['a goal 9 s ago', { lastGoalAt: ago(9) }, { cause: 'GOAL', reopensAt: ago(-1) }],
    ['a red card or penalty 20 s ago', { lastIncidentAt: ago(20) }, { cause: 'INCIDENT', reopensAt: ago(-40) }],
    ['a goal after a penalty', { lastGoalAt: ago(5), lastIncidentAt: ago(50) }, { cause: 'GOAL', reopensAt: ago(-10) }],
    ['a corner 9 s ago', { lastAlertAt: ago(9) }, { cause: 'POSSIBLE_GOAL', reopensAt: ago(-1) }],
    [
      'a stop for longer than the delay',
      { isStopped: true, lastAlertAt: ago(90) },
      { cause: 'POSSIBLE_GOAL', reopensAt: null },
    ],
    ['a corner after a goal', { lastGoalAt: ago(9), lastAlertAt: ago(2) }, { cause: 'GOAL', reopensAt: ago(-8) }],
    ['no news for 16 s', { seenAt: ago(16) }, { cause: 'NO_NEWS', reopensAt: null }],
    ['no reports of penalties', { reportsIncidents: false }, { cause: 'NOT_PRICED', reopensAt: null }],
    ['silence after a goal', { seenAt: ago(16), lastGoalAt: ago(5) }, { cause: 'NO_NEWS', reopensAt: null }],
  ] as const)('[INP-08] suspends all markets: %s', (_title, change, suspension) => {
    expect(inPlayStatus(live(change as Partial<StartedGame>), NOW, RULES)).toEqual({ suspension, state: null })
  })

  it.each([
    ['a goal 10 s ago', { lastGoalAt: ago(10) }],
    ['an incident 60 s ago', { lastIncidentAt: ago(60) }],
    ['a corner 10 s ago', { lastAlertAt: ago(10) }],
    ['news 15 s ago', { seenAt: ago(15) }],
  ] as const)('[INP-08] reopens after its delay: %s', (_title, change) => {
    const { suspension, state } = inPlayStatus(live(change as Partial<StartedGame>), NOW, RULES)
    expect(suspension).toBeNull()
    expect(state).toMatchObject({ phase: 'second-half', score: { home: 1, away: 0 } })
  })

  it('[INP-08] staff and contradictory reports suspend a game before every other cause', () => {
    const afterGoal = { lastGoalAt: ago(1) }
    const staff = inPlayStatus(live(afterGoal, { isSuspendedByStaff: true, isContradictory: true }), NOW, RULES)
    expect(staff.suspension).toEqual({ cause: 'SUSPENDED_BY_STAFF', reopensAt: null })
    const contradiction = inPlayStatus(live(afterGoal, { isContradictory: true }), NOW, RULES)
    expect(contradiction.suspension).toEqual({ cause: 'CONTRADICTION', reopensAt: null })
  })

  it('[INP-08] the settings change how long a game stays closed', () => {
    const rules = { reopen_delay_seconds: 90, in_play_silence_seconds: 5 }
    expect(inPlayStatus(live({ lastIncidentAt: ago(80) }), NOW, rules).suspension?.reopensAt).toEqual(ago(-10))
    expect(inPlayStatus(live({ seenAt: ago(6) }), NOW, rules).suspension?.cause).toBe('NO_NEWS')
  })
})

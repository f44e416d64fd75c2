import { describe, expect, it } from 'vitest'
import { isBettable } from './bettable.ts'
import type { GameForBetting } from './bettable.ts'
import { matchClock, partOfMinute } from './clock.ts'
import { scoreAt } from './goals.ts'
import type { GoalEvent } from './goals.ts'
import { decisionOf, needsDecision, voidDueAt } from './decision.ts'
import type { GameForDecision } from './decision.ts'

const manual = (
  minutesPassed: number,
  breakDuration: number | null = 10,
  status: 'live' | 'upcoming' | 'finished' = 'live',
) => matchClock({ source: 'hand', status, minutesPassed, breakDuration })
const feed = (minute: number | null, halfTime = false, status: 'live' | 'finished' = 'live') =>
  matchClock({ source: 'feed', status, minute, halfTime })

describe('the match clock', () => {
  it.each([
    ['[LIVE-17] [LIVE-27]', manual(44), 44, "Live 44'"],
    ['[LIVE-18] [LIVE-26]', manual(45), 45, 'HalfTime'],
    ['[LIVE-18]', manual(54), 45, 'HalfTime'],
    ['[LIVE-19]', manual(55), 45, "Live 45'"],
    ['[LIVE-19]', manual(71), 61, "Live 61'"],
    ['[LIVE-21]', manual(56, null), 46, "Live 46'"],
    ['[LIVE-19]', manual(63, 17), 46, "Live 46'"],
    ['[LIVE-20] [LIVE-25]', manual(140), 90, 'Full Time'],
    ['[LIVE-25]', manual(99), 89, "Live 89'"],
    ['[LIVE-28]', manual(0, 10, 'upcoming'), 0, "Minute 0'"],
    ['[LIVE-25]', manual(37, 10, 'finished'), 37, 'Full Time'],
    ['[LIVE-27]', feed(37), 37, "Live 37'"],
    ['[LIVE-26]', feed(null, true), 45, 'HalfTime'],
    ['[LIVE-25]', feed(90), 90, "Live 90'"],
    ['[LIVE-25]', feed(94), 90, "Live 90+'"],
    ['[LIVE-25]', feed(94, false, 'finished'), 90, 'Full Time'],
  ])('%s the match clock in the state %j shows minute %i, label %s', (_, clock, minute, label) => {
    expect(clock).toMatchObject({ minute, label })
  })
})

const goals: readonly GoalEvent[] = [
  { team: 'away', minute: 23, scorer: 'Kato', playerId: 'k' },
  { team: 'home', minute: 45, scorer: 'Mugisha', playerId: 'm' },
  { team: 'home', minute: 78, scorer: 'Odongo', playerId: 'o', ownGoal: true },
]

describe('the part of a minute', () => {
  const began = new Date('2026-11-28T15:00:00Z')
  it.each([
    [-5, 0],
    [0, 0],
    [9.999, 0],
    [10, 1 / 6],
    [35, 3 / 6],
    [59, 5 / 6],
    [400, 5 / 6],
  ])('[INP-03] %d s after its beginning, %d of a minute are over', (seconds, expected) => {
    expect(partOfMinute(began, new Date(began.getTime() + seconds * 1_000))).toBe(expected)
  })

  it('[INP-03] a minute without a known beginning counts from its beginning', () => {
    expect(partOfMinute(null, began)).toBe(0)
  })
})

describe('the score', () => {
  it.each([
    ['[LIVE-22]', 33, true, { home: 0, away: 1 }],
    ['[LIVE-22]', 55, true, { home: 1, away: 1 }],
    ['[LIVE-22]', 88, true, { home: 2, away: 1 }],
    ['[LIVE-23]', 0, false, { home: 2, away: 1 }],
  ])('$0 the score after $1 minutes, for a game in play: $2, is $3', (_, minutesPassed, live, score) => {
    expect(scoreAt(goals, manual(minutesPassed), live)).toEqual(score)
  })
})

const start = new Date('2026-11-21T15:00:00Z')
const hours = (n: number): Date => new Date(start.getTime() + n * 3_600_000)
const played: GameForDecision = {
  sport: 'soccer',
  source: 'feed',
  status: 'finished',
  startsAt: start,
  minutesPassed: 0,
  breakDuration: null,
  matchDuration: null,
  score: { home: 2, away: 1 },
  halfTime: { home: 1, away: 1 },
  goals,
  goalsComplete: true,
  participants: ['k', 'm', 'o'],
}
const result = { sport: 'soccer', home: 2, away: 1, halfTime: { home: 1, away: 1 } } as const
/** Earlier starts, in hours relative to the current one. */
const from = (...starts: readonly number[]) => ({
  earlierStarts: starts.map((start, at) => ({ startsAt: hours(start), until: hours(at - 60) })),
})

describe('the outcome of a game', () => {
  it('[SETL-06] [SETL-30] [SETL-31] the result of a feed game is read from its scores, with scorers but no own goals', () => {
    expect(decisionOf(played, hours(2))).toEqual({
      kind: 'result',
      result: { ...result, firstToScore: 'away', scorers: ['k', 'm'], participants: ['k', 'm', 'o'] },
    })
  })

  it('[SETL-06] the result of a manual game is computed from its goal events', () => {
    const manually: GameForDecision = { ...played, source: 'hand', score: null, halfTime: null }
    expect(decisionOf(manually, hours(2))).toMatchObject({
      kind: 'result',
      result: { ...result, firstToScore: 'away' },
    })
  })

  it.each([
    ['[SETL-06] a score that contradicts the events', { score: { home: 3, away: 1 } }],
    ['[SETL-06] a half-time score that contradicts the events', { halfTime: { home: 0, away: 1 } }],
    [
      '[SETL-06] a half-time score above the final score',
      { halfTime: { home: 3, away: 1 }, goals: [], goalsComplete: false },
    ],
    ['[SETL-06] more events than goals', { score: { home: 1, away: 1 }, goalsComplete: false }],
    ['[SETL-06] a score of a manual game that contradicts its events', { source: 'hand', score: { home: 2, away: 2 } }],
    ['[SETL-06] a complete list without any goal', { goals: [] }],
  ] as const)('%s leaves the game unsettled until an admin confirms the result, or void after a day', (_, change) => {
    const contested: GameForDecision = { ...played, ...change }
    expect(decisionOf(contested, hours(2))).toEqual({ kind: 'waiting', reason: 'CONTRADICTION' })
    expect(decisionOf(contested, hours(30))).toEqual({ kind: 'void', reason: 'NO_RESULT_IN_TIME' })
    expect(needsDecision(contested, hours(2))).toBe(true)
    const { score } = contested
    expect(decisionOf({ ...contested, confirmed: true }, hours(2))).toMatchObject({ kind: 'result', result: score })
  })

  it('[SETL-06] goals without scorer names delay only the scorer markets', () => {
    const decision = decisionOf({ ...played, goals: goals.slice(0, 1), goalsComplete: false }, hours(2))
    expect(decision).toEqual({ kind: 'result', result: { ...result, participants: ['k', 'm', 'o'] } })
  })

  it('[SETL-30] [D54] Goalscorer after a goal whose scorer has a name but no id is not settled, because bets on that player would wrongly lose', () => {
    const [first, ...others] = goals
    const named = [{ ...first, playerId: null } as GoalEvent, ...others]
    expect(decisionOf({ ...played, goals: named }, hours(2))).toEqual({
      kind: 'result',
      result: { ...result, firstToScore: 'away', participants: ['k', 'm', 'o'] },
    })
    // Without known participants, a Goalscorer bet cannot be lost.
    const { participants: _, ...unknown } = { ...played, goals: named }
    expect(decisionOf(unknown, hours(2))).toMatchObject({ result: { scorers: ['Kato', 'm'] } })
  })

  it('[SETL-30] an own goal without a name does not delay Goalscorer', () => {
    const unnamed = goals.map((goal) => (goal.ownGoal === true ? { ...goal, scorer: null, playerId: null } : goal))
    expect(decisionOf({ ...played, goals: unnamed }, hours(2))).toMatchObject({ result: { scorers: ['k', 'm'] } })
  })

  it.each([
    [{ home: 0, away: 0 }, 'none'],
    [{ home: 3, away: 0 }, 'home'],
    [{ home: 0, away: 1 }, 'away'],
  ])('[SETL-31] the score %j alone decides the First to Score market: %s', (score, firstToScore) => {
    const decision = decisionOf({ ...played, score, halfTime: null, goals: [], goalsComplete: false }, hours(2))
    expect(decision).toMatchObject({ result: { firstToScore } })
  })

  it.each([
    ['[SETL-40]', { status: 'cancelled' }, 1, { kind: 'void', reason: 'CANCELLED' }],
    ['[SETL-48]', { retired: true, sport: 'tennis' }, 1, { kind: 'void', reason: 'RETIRED' }],
    ['[SETL-40]', { status: 'postponed' }, 23.9, { kind: 'waiting', reason: 'NOT_FINISHED' }],
    ['[SETL-40]', { status: 'postponed' }, 24, { kind: 'void', reason: 'NO_RESULT_IN_TIME' }],
    ['[SETL-40]', { status: 'abandoned' }, 24, { kind: 'void', reason: 'NO_RESULT_IN_TIME' }],
    ['[SETL-40]', { score: null }, 3, { kind: 'waiting', reason: 'NO_SCORE' }],
    ['[SETL-40]', { score: null, goals: [] }, 24, { kind: 'void', reason: 'NO_RESULT_IN_TIME' }],
    ['[SETL-40]', { status: 'upcoming', ...from(-23) }, 0, { kind: 'waiting', reason: 'NOT_FINISHED' }],
    ['[SETL-40]', { status: 'upcoming', ...from(-26, -13) }, 0, { kind: 'waiting', reason: 'NOT_FINISHED' }],
    ['[SETL-40] [D20]', { status: 'upcoming', ...from(-37, -24) }, 0, { kind: 'waiting', reason: 'NOT_FINISHED' }],
    ['[SETL-40] [D20]', { status: 'upcoming', ...from(-24) }, -12, { kind: 'waiting', reason: 'NOT_FINISHED' }],
    ['[SETL-03] [SETL-47]', { status: 'live', minutesPassed: 200 }, 2, { kind: 'waiting', reason: 'NOT_FINISHED' }],
    [
      '[SETL-03]',
      { status: 'live', source: 'hand', minutesPassed: 99 },
      2,
      { kind: 'waiting', reason: 'NOT_FINISHED' },
    ],
    [
      '[SETL-03]',
      { status: 'live', source: 'hand', minutesPassed: 101, matchDuration: 102 },
      2,
      { kind: 'waiting', reason: 'NOT_FINISHED' },
    ],
    ['[SETL-03]', { status: 'live', source: 'hand', minutesPassed: 100 }, 2, { kind: 'result' }],
    ['[SETL-03]', { status: 'completed' }, 2, { kind: 'result' }],
    ['[SETL-03]', { status: 'settled' }, 2, { kind: 'result' }],
    [
      '[SETL-48]',
      { sport: 'basketball', score: { home: 101, away: 97 }, halfTime: null, goals: [] },
      2,
      { kind: 'result', result: { sport: 'basketball', home: 101, away: 97 } },
    ],
  ] as const)(
    '%s a game with %j has, %d hours after its start, the settlement decision %j',
    (_, change, after, decision) => {
      expect(decisionOf({ ...played, ...change }, hours(after))).toMatchObject(decision)
    },
  )

  it('[SETL-40] bets on a game that staff moved into the past are void a day after that entry', () => {
    const entered = { startsAt: start, earlierStarts: [{ startsAt: hours(-1), until: hours(5) }] }
    expect(voidDueAt({ ...entered, source: 'hand' })).toEqual(hours(29))
    expect(voidDueAt({ ...entered, source: 'feed' })).toEqual(hours(24))
    expect(voidDueAt({ ...entered, source: 'hand', startsAt: hours(8) })).toEqual(hours(32))
    expect(voidDueAt({ startsAt: start, source: 'hand' })).toEqual(hours(24))
  })

  it('[SETL-40] a game without a result is listed for a staff decision 4 hours after its start', () => {
    const stuck: GameForDecision = { ...played, status: 'live' }
    expect(needsDecision(stuck, hours(3.9))).toBe(false)
    expect(needsDecision(stuck, hours(4))).toBe(true)
    expect(needsDecision(played, hours(9))).toBe(false)
  })
})

describe('an open game', () => {
  const open: GameForBetting = { status: 'upcoming', startsAt: hours(1), minute: 0, goals: 0, scoreKnown: false }

  it.each([
    [{}, true],
    [{ startsAt: start }, false],
    [{ status: 'live' }, false],
    [{ status: 'postponed' }, false],
    [{ minute: 1 }, false],
    [{ goals: 1 }, false],
    [{ scoreKnown: true }, false],
    [{ minute: null }, true],
  ] as const)('[MKT-42] [HOME-20] an upcoming game changed to %j is open for bets: %s', (change, bettable) => {
    expect(isBettable({ ...open, ...change }, start)).toBe(bettable)
  })
})

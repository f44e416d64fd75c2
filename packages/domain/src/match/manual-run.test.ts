import { describe, expect, it } from 'vitest'
import { matchClock } from './clock.ts'
import {
  manualElapsed,
  type ManualMatch,
  type ManualStep,
  minuteOfGoal,
  stepManually,
  withFirstLiveAt,
} from './manual-run.ts'

const KICK_OFF = new Date('2026-11-21T15:00:00Z')
const after = (minutes: number): Date => new Date(KICK_OFF.getTime() + minutes * 60_000)
const LIVE: ManualMatch = { status: 'live', firstLiveAt: KICK_OFF, breakDuration: 10, clockOffset: 0, goalEvents: [] }

const HOME_GOAL: ManualMatch = { ...LIVE, goalEvents: [{ team: 'home', minute: 9 }] }

/** Applies steps at the given minutes of real time. */
function run(match: ManualMatch, ...steps: readonly (readonly [number, ManualStep])[]) {
  return steps.reduce<ManualMatch & { homeScore?: number; awayScore?: number }>((state, [at, step]) => {
    const change = stepManually(state, step, after(at))
    if (!change.ok) throw new Error(change.error)
    return { ...state, ...change.value }
  }, match)
}
const shown = (match: ManualMatch, at: number): string =>
  matchClock({ source: 'hand', status: 'live', minutesPassed: manualElapsed(match, after(at)), breakDuration: 10 })
    .label

describe('the clock of a manual match', () => {
  it.each([
    [[], 23, "Live 23'"],
    [[[20, { kind: 'minute', minute: 12 }]], 23, "Live 15'"],
    [[[41, { kind: 'half-time' }]], 41, 'HalfTime'],
    [[[41, { kind: 'half-time' }]], 50, 'HalfTime'],
    [[[41, { kind: 'half-time' }]], 52, "Live 46'"],
    [
      [
        [41, { kind: 'half-time' }],
        [44, { kind: 'second-half' }],
      ],
      47,
      "Live 48'",
    ],
    [[[70, { kind: 'minute', minute: 58 }]], 73, "Live 61'"],
    [[[70, { kind: 'minute', minute: 90 }]], 73, 'Full Time'],
    [[[30, { kind: 'minute', minute: 44 }]], 30, "Live 44'"],
    [[[30, { kind: 'minute', minute: 45 }]], 30, "Live 45'"],
    [[[30, { kind: 'minute', minute: 0 }]], 30, "Live 0'"],
  ] as const)(
    '[LIVE-17] [LIVE-18] after the staff steps %j, the clock of a manual match at %d min shows %s',
    (steps, at, label) => {
      expect(shown(run(LIVE, ...(steps as readonly (readonly [number, ManualStep])[])), at)).toBe(label)
    },
  )
})

describe('the elapsed time of a manual match', () => {
  it('[LIVE-17] is zero before the start, whatever the clock was moved by', () => {
    expect(manualElapsed({ firstLiveAt: null, clockOffset: 7 }, after(30))).toBe(0)
    expect(manualElapsed({ firstLiveAt: KICK_OFF, clockOffset: -7 }, after(5))).toBe(0)
    expect(manualElapsed({ firstLiveAt: KICK_OFF, clockOffset: 7 }, after(5.9))).toBe(12)
  })

  it.each([0, 4, -3])(
    '[LIVE-17] stays the same when staff changes the start of a live match, with an offset of %d',
    (clockOffset) => {
      const match = { firstLiveAt: KICK_OFF, clockOffset }
      for (const start of [-15, 9]) {
        const moved = withFirstLiveAt(match, after(start), after(40))
        expect(moved.firstLiveAt).toEqual(after(start))
        for (const minute of [40, 55])
          expect(manualElapsed(moved, after(minute))).toBe(manualElapsed(match, after(minute)))
      }
    },
  )
})

describe('goals of a manual match', () => {
  const home = (minute: number): ManualStep => ({ kind: 'goal', goal: { team: 'home', minute } })

  it('[LIVE-22] a goal in the first minute counts at once, because the clock starts at minute 0', () => {
    const scored = run(LIVE, [0, home(1)])
    expect([scored.homeScore, shown(scored, 0)]).toEqual([1, "Live 1'"])
    // A goal for a later minute counts only when the clock reaches it.
    expect(run(LIVE, [0, home(2)]).homeScore).toBe(0)
    expect(run({ ...LIVE, status: 'upcoming', firstLiveAt: null }, [0, home(1)]).goalEvents).toHaveLength(1)
  })

  it('[LIVE-22] [ADMG-15] a goal in the first minute of the second half counts at once in the second half, and not while the half-time break lasts', () => {
    const begun = run(LIVE, [41, { kind: 'half-time' }], [44, { kind: 'second-half' }])
    const scored = run(begun, [44, home(46)])
    expect([scored.homeScore, shown(begun, 44), shown(scored, 44)]).toEqual([1, "Live 45'", "Live 46'"])
    expect(run(LIVE, [41, { kind: 'half-time' }], [42, home(46)]).homeScore).toBe(0)
  })

  it.each([
    [0, 1],
    [1, 1],
    [44, 44],
    [45, 45],
    [54, 45],
    [55, 46],
    [56, 46],
    [57, 47],
    [99, 89],
    [100, 90],
  ])(
    '[ADMG-15] a goal entered %d minutes after the start, break included, has the match minute %d',
    (minutesPassed, minute) => {
      const clock = matchClock({ source: 'hand', status: 'live', minutesPassed, breakDuration: 10 })
      expect(minuteOfGoal(clock)).toBe(minute)
    },
  )

  it('[ADMG-14] [ADMG-15] a goal counts once the clock has reached its minute, and staff can withdraw the goal', () => {
    const scored = run(LIVE, [24, home(23)], [30, { kind: 'goal', goal: { team: 'away', minute: 29 } }], [31, home(23)])
    expect(scored).toMatchObject({ homeScore: 2, awayScore: 1 })
    expect(scored.goalEvents.map(({ minute }) => minute)).toEqual([23, 23, 29])
    expect(run(scored, [33, { kind: 'no-goal', goal: { team: 'home', minute: 23 } }])).toMatchObject({
      homeScore: 1,
      awayScore: 1,
    })
    expect(run(LIVE, [24, home(80)])).toMatchObject({ homeScore: 0, awayScore: 0 })
    expect(run(LIVE, [24, home(80)], [26, { kind: 'finish' }])).toMatchObject({ status: 'finished', homeScore: 1 })
  })

  it.each([
    [{ kind: 'goal', goal: { team: 'home', minute: 0 } }, LIVE, 'MINUTE_IMPOSSIBLE'],
    [{ kind: 'goal', goal: { team: 'home', minute: 91 } }, LIVE, 'MINUTE_IMPOSSIBLE'],
    [{ kind: 'minute', minute: 91 }, LIVE, 'MINUTE_IMPOSSIBLE'],
    [{ kind: 'minute', minute: -1 }, LIVE, 'MINUTE_IMPOSSIBLE'],
    [{ kind: 'no-goal', goal: { team: 'away', minute: 9 } }, HOME_GOAL, 'NO_SUCH_GOAL'],
    [{ kind: 'no-goal', goal: { team: 'home', minute: 8 } }, HOME_GOAL, 'NO_SUCH_GOAL'],
    [{ kind: 'second-half' }, { ...LIVE, status: 'finished' }, 'STEP_IMPOSSIBLE'],
    [{ kind: 'minute', minute: 12.5 }, LIVE, 'MINUTE_IMPOSSIBLE'],
    [{ kind: 'no-goal', goal: { team: 'home', minute: 7 } }, LIVE, 'NO_SUCH_GOAL'],
    [{ kind: 'start' }, LIVE, 'STEP_IMPOSSIBLE'],
    [{ kind: 'half-time' }, { ...LIVE, status: 'upcoming' }, 'STEP_IMPOSSIBLE'],
    [{ kind: 'finish' }, { ...LIVE, status: 'cancelled' }, 'STEP_IMPOSSIBLE'],
    [{ kind: 'goal', goal: { team: 'away', minute: 9 } }, { ...LIVE, status: 'settled' }, 'STEP_IMPOSSIBLE'],
  ] as const)('[ADMG-14] a manual match refuses the staff step %j', (step, match, error) => {
    expect(stepManually(match, step, after(30))).toEqual({ ok: false, error })
  })
})

describe('a manual match that restarts', () => {
  const scored = run({ ...LIVE, clockOffset: 4 }, [12, { kind: 'goal', goal: { team: 'home', minute: 10 } }])
  const FROM_NOTHING = { clockOffset: 0, minutesPassed: 0, goalEvents: [], homeScore: 0, awayScore: 0 }

  it('[SETL-03] [SETL-46] [LIVE-16] a manual match that restarts after it was abandoned counts minutes from the new start and drops earlier goals', () => {
    const again = run(scored, [20, { kind: 'abandon' }], [200, { kind: 'start' }])
    expect(again).toMatchObject({ ...FROM_NOTHING, status: 'live', firstLiveAt: after(200) })
    expect(shown(again, 223)).toBe("Live 23'")
  })

  it('[SETL-46] [MKT-42] a postponed manual match that staff reopens is upcoming until its new start', () => {
    const toCome = run(scored, [20, { kind: 'postpone' }], [60, { kind: 'reopen' }])
    expect(toCome).toMatchObject({ ...FROM_NOTHING, status: 'upcoming', firstLiveAt: null })
    expect(run(toCome, [200, { kind: 'start' }])).toMatchObject({ status: 'live', firstLiveAt: after(200) })
  })

  it('[LIVE-22] a manual match that restarts keeps the list of goals that was prepared before the start', () => {
    const goalEvents = [{ team: 'home', minute: 30 }] as const
    const prepared: ManualMatch = { ...LIVE, status: 'upcoming', firstLiveAt: null, goalEvents }
    const again = run(prepared, [-9, { kind: 'postpone' }], [0, { kind: 'reopen' }], [60, { kind: 'start' }])
    expect(again).toMatchObject({ status: 'live', goalEvents })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DELAYED_BET_REJECTIONS,
  type DelayedBetState,
  delayedBetStep,
  eventBetween,
  type GameMoment,
  rejectionOf,
  TOO_LATE_MS,
} from './delayed-bet.ts'

const DECIDES_AT = new Date('2026-11-28T16:00:08Z')
const after = (ms: number): Date => new Date(DECIDES_AT.getTime() + ms)

const LIVE: GameMoment = {
  phase: 'live',
  fingerprint: '1-0 0-0',
  isSuspended: false,
  priceVersion: 4,
  minute: 60,
  score: { home: 1, away: 0 },
  redCards: { home: 0, away: 0 },
  lastGoalAt: '2026-11-28T15:40:00.000Z',
  lastIncidentAt: null,
  reportedAt: '2026-11-28T15:59:58.000Z',
  requestedAt: '2026-11-28T15:59:58.000Z',
}
const LATER: Partial<GameMoment> = { minute: 61, priceVersion: 5, reportedAt: '2026-11-28T16:00:09.000Z' }
const GOAL: Partial<GameMoment> = { score: { home: 2, away: 0 }, lastGoalAt: '2026-11-28T16:00:05.000Z' }
const RED_CARD: Partial<GameMoment> = {
  redCards: { home: 0, away: 1 },
  lastIncidentAt: '2026-11-28T16:00:04.000Z',
}
const PENALTY: Partial<GameMoment> = { lastIncidentAt: '2026-11-28T16:00:04.000Z', fingerprint: 'penalty' }
const SUSPENSION: Partial<GameMoment> = { isSuspended: true, fingerprint: 'suspended' }
const KICK_OFF = { before: { ...LIVE, phase: 'upcoming' as const }, now: LIVE }

const changed = (now: Partial<GameMoment>) => ({ before: LIVE, now: { ...LIVE, ...now } })

describe('an event on a game during the delay', () => {
  it.each([
    ['nothing but time', LATER, null],
    ['a goal', GOAL, 'GOAL'],
    ['a goal and its cancellation', { lastGoalAt: '2026-11-28T16:00:05.000Z' }, 'GOAL'],
    ['a score correction', { score: { home: 0, away: 0 } }, 'GOAL'],
    ['a red card', RED_CARD, 'RED_CARD'],
    ['a penalty', PENALTY, 'PENALTY_OR_REVIEW'],
    ['a suspension', SUSPENSION, 'SUSPENDED'],
    ['a suspension that has ended', { fingerprint: 'reopened' }, 'SUSPENDED'],
    ['the final whistle', { phase: 'over' }, 'GAME_CLOSED'],
    ['a suspension that has ended before the final whistle', { fingerprint: 'reopened', phase: 'over' }, 'SUSPENDED'],
    ['a goal and a red card', { ...RED_CARD, ...GOAL }, 'GOAL'],
    ['a red card and a suspension', { ...SUSPENSION, ...RED_CARD }, 'RED_CARD'],
    ['a penalty and a suspension', { ...SUSPENSION, ...PENALTY }, 'PENALTY_OR_REVIEW'],
    ['a goal at the final whistle', { ...GOAL, phase: 'over' }, 'GOAL'],
  ] as const)('[INP-06] %s is: $2', (_, now, event) => {
    const { before, now: moment } = changed(now as Partial<GameMoment>)
    expect(eventBetween(before, moment)).toBe(event)
  })

  it('[INP-06] the kick-off of a pre-match game closes it', () => {
    expect(eventBetween(KICK_OFF.before, KICK_OFF.now)).toBe('GAME_CLOSED')
    expect(eventBetween(KICK_OFF.before, { ...KICK_OFF.now, ...GOAL })).toBe('GAME_CLOSED')
  })

  it.each([
    ['by less than a day', '2026-11-29T14:59:00.000Z', '2026-11-30T14:58:59.999Z', null],
    ['by a day', '2026-11-29T14:59:00.000Z', '2026-11-30T14:59:00.000Z', 'GAME_CLOSED'],
    ['to an earlier day', '2026-12-02T15:00:00.000Z', '2026-11-29T15:00:00.000Z', null],
    ['before the release that stores its start', undefined, '2026-12-02T15:00:00.000Z', null],
  ])('[INP-06] [D20] a pre-match game that is rescheduled %s is: $3', (_, before, now, event) => {
    const earlier = { ...KICK_OFF.before, ...(before !== undefined && { startsAt: before }) }
    expect(eventBetween(earlier, { ...KICK_OFF.before, startsAt: now })).toBe(event)
  })

  it('[INP-06] a pre-match game that has not started yet closes only with its suspension', () => {
    expect(eventBetween(KICK_OFF.before, KICK_OFF.before)).toBeNull()
    expect(eventBetween(KICK_OFF.before, { ...KICK_OFF.before, ...SUSPENSION })).toBe('SUSPENDED')
  })
})

const state = (change: Partial<DelayedBetState> = {}): DelayedBetState => ({
  decidesAt: DECIDES_AT,
  games: [changed(LATER)],
  feedRequestedAt: after(1),
  unavailable: null,
  ...change,
})

describe('the next step of a delayed bet', () => {
  it.each<[string, Partial<DelayedBetState>, number, string]>([
    ['during the delay', {}, -1, 'wait'],
    ['at the end of the delay', {}, 0, 'validate'],
    ['after the delay, without fresh data of the feed', { feedRequestedAt: after(-1) }, 2_000, 'wait'],
    ['after the delay, with data requested at its end', { feedRequestedAt: after(0) }, 1, 'validate'],
    ['after the delay, without a live game of a feed', { feedRequestedAt: null }, 0, 'validate'],
    ['a goal during the delay', { games: [changed(GOAL)] }, -5_000, 'GOAL'],
    ['a goal on the second game', { games: [changed(LATER), changed(GOAL)] }, 0, 'GOAL'],
    ['a suspension and a goal on another game', { games: [changed(SUSPENSION), changed(GOAL)] }, 0, 'GOAL'],
    ['a kick-off and a suspension', { games: [KICK_OFF, changed(SUSPENSION)] }, 0, 'SUSPENDED'],
    ['a closed selection', { unavailable: 'MARKET_UNAVAILABLE' }, -1, 'SUSPENDED'],
    ['a closed game', { unavailable: 'GAME_CLOSED' }, -1, 'GAME_CLOSED'],
    ['the last moment', {}, TOO_LATE_MS, 'validate'],
    ['a moment later', {}, TOO_LATE_MS + 1, 'TOO_LATE'],
    ['an outage with a goal', { games: [changed(GOAL)] }, 60_000, 'TOO_LATE'],
    ['a feed that stays silent', { feedRequestedAt: after(-1) }, TOO_LATE_MS + 1, 'TOO_LATE'],
  ])('[INP-05] [INP-06] %s: $3', (_, change, ms, step) => {
    expect(delayedBetStep(state(change), after(ms))).toBe(step)
  })

  it('[INP-06] a bet is validated only after the delay, before it is too late, on unchanged games and fresh data', () => {
    const event = fc.constantFrom(LATER, GOAL, RED_CARD, PENALTY, SUSPENSION, { phase: 'over' as const })
    const at = fc.integer({ min: -10_000, max: 2 * TOO_LATE_MS })
    const requested = fc.option(fc.integer({ min: -10_000, max: 20_000 }), { nil: null })
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 4 }), at, requested, (events, ms, requestedMs) => {
        const feedRequestedAt = requestedMs === null ? null : after(requestedMs)
        const step = delayedBetStep(state({ games: events.map(changed), feedRequestedAt }), after(ms))
        const mayValidate = events.every((each) => each === LATER) && ms >= 0 && (requestedMs ?? 0) >= 0
        expect(step === 'validate').toBe(mayValidate && ms <= TOO_LATE_MS)
        if (step === 'wait') expect(events.every((each) => each === LATER)).toBe(true)
      }),
    )
  })
})

it.each([
  ['ODDS_CHANGED', 'ODDS_CHANGED'],
  ['MAINTENANCE', 'BETTING_STOPPED'],
  ['ACCOUNT_SUSPENDED', 'ACCOUNT_CLOSED'],
  ['EXCLUDED', 'EXCLUDED'],
  ['DAILY_BET_LIMIT', 'LIMIT_REACHED'],
  ['NEGATIVE_BALANCE', 'BALANCE'],
] as const)('[INP-06] the refusal %s rejects a delayed bet as %s', (refusal, rejection) => {
  expect(rejectionOf(refusal)).toBe(rejection)
  expect(DELAYED_BET_REJECTIONS).toContain(rejection)
})

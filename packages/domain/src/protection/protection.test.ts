import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Ugx, ugx } from '../money/ugx.ts'
import { changeLimit, confirmRaise, type LimitState } from './change-limit.ts'
import { afterMovement, type Limits, limitText, exceededLimit, type UsedAmounts } from './limits.ts'
import { PERIODS, periodEnd, periodStart } from './periods.ts'
import { startUsage, addUsage, durationText, isCheckDue, REALITY_CHECK } from './reality-check.ts'
import { assess, QUESTIONS } from './self-assessment.ts'
import { HOUR_MS } from '../time/durations.ts'

const none = { day: null, week: null, month: null }
const zero = { day: ugx(0n), week: ugx(0n), month: ugx(0n) }
const noLimits: Limits = { deposit: none, stake: none, loss: none }
const unused: UsedAmounts = { deposit: zero, stake: zero, loss: zero }
/** A Saturday, 15:00 in Kampala. */
const SATURDAY = new Date('2026-11-21T12:00:00Z')
const later = (hours: number, from = SATURDAY): Date => new Date(from.getTime() + hours * HOUR_MS)

describe('limits', () => {
  it.each([
    [
      'a stake of exactly the remaining limit is accepted',
      'stake',
      { stake: { ...none, day: ugx(1_700n) } },
      {},
      1_700n,
      null,
    ],
    [
      'a stake one hundredth above the remaining limit is refused',
      'stake',
      { stake: { ...none, day: ugx(1_700n) } },
      {},
      1_701n,
      'stake day 1700',
    ],
    [
      'earlier stakes of the period count',
      'stake',
      { stake: { ...none, week: ugx(1_700n) } },
      { stake: { ...zero, week: ugx(1_300n) } },
      500n,
      'stake week 400',
    ],
    [
      'the full stake counts as a possible loss',
      'stake',
      { loss: { ...none, day: ugx(1_100n) } },
      {},
      1_300n,
      'loss day 1100',
    ],
    [
      'wins allow further losses',
      'stake',
      { loss: { ...none, day: ugx(1_100n) } },
      { loss: { ...zero, day: ugx(-300n) } },
      1_300n,
      null,
    ],
    [
      'of several exceeded limits, the one that ends last is reported',
      'stake',
      { stake: { day: ugx(100n), week: ugx(900n), month: ugx(300n) } },
      {},
      500n,
      'stake month 300',
    ],
    [
      'a lowered limit that is already exceeded leaves zero',
      'deposit',
      { deposit: { ...none, month: ugx(700n) } },
      { deposit: { ...zero, month: ugx(1_900n) } },
      1n,
      'deposit month 0',
    ],
    ['deposits count towards deposit limits only', 'deposit', { stake: { ...none, day: ugx(1n) } }, {}, 5_000n, null],
  ] as const)('[PLAY-01] [PLAY-02] player limits: %s', (_, movement, limits, used, amount, expected) => {
    const reached = exceededLimit(movement, ugx(amount), { ...noLimits, ...limits }, { ...unused, ...used }, SATURDAY)
    expect(reached === null ? null : `${reached.kind} ${reached.period} ${reached.leftUgx}`).toBe(expected)
  })

  it('[PLAY-02] player limits are never exceeded, for any sequence of deposits and stakes', () => {
    const amount = fc.bigInt(0n, 5_000n).map(ugx)
    const limits = fc.record({ day: fc.option(amount), week: fc.option(amount), month: fc.option(amount) })
    const moves = fc.array(fc.tuple(fc.constantFrom('deposit' as const, 'stake' as const), amount))
    fc.assert(
      fc.property(fc.record({ deposit: limits, stake: limits, loss: limits }), moves, (set, wanted) => {
        let used = unused
        for (const [movement, size] of wanted) {
          if (exceededLimit(movement, size, set, used, SATURDAY) === null) used = afterMovement(used, movement, size)
        }
        for (const kind of ['deposit', 'stake', 'loss'] as const)
          for (const period of PERIODS) {
            const limit = set[kind][period]
            if (limit !== null) expect(used[kind][period] <= limit).toBe(true)
          }
      }),
    )
  })

  it.each([
    ['day', '2026-11-20T21:00:00.000Z', '2026-11-21T21:00:00.000Z'],
    ['week', '2026-11-15T21:00:00.000Z', '2026-11-22T21:00:00.000Z'],
    ['month', '2026-10-31T21:00:00.000Z', '2026-11-30T21:00:00.000Z'],
  ] as const)(
    '[PLAY-01] the limit period %s starts and ends at midnight in East Africa Time',
    (period, begins, ends) => {
      expect(periodStart(period, SATURDAY).toISOString()).toBe(begins)
      expect(periodEnd(period, SATURDAY).toISOString()).toBe(ends)
      const edge = new Date(ends)
      expect(periodStart(period, edge)).toEqual(edge)
      expect(periodEnd(period, new Date(edge.getTime() - 1))).toEqual(edge)
    },
  )

  it('[PLAY-02] the text of a player limit names period, kind and amount', () => {
    expect(limitText({ kind: 'loss', period: 'week', limitUgx: ugx(5_000_000n) })).toBe(
      'weekly loss limit of UGX 50,000',
    )
  })
})

it('[PLAY-02] a stake counts towards the limits of stakes and losses, and a deposit towards that of deposits', () => {
  const [ten, seventeen] = [ugx(10n), ugx(17n)]
  const staked = afterMovement(unused, 'stake', ten)
  const each = (amount: Ugx) => ({ day: amount, week: amount, month: amount })
  expect(staked).toEqual({ deposit: zero, stake: each(ten), loss: each(ten) })
  const deposited = afterMovement(staked, 'deposit', seventeen)
  expect(deposited).toEqual({ deposit: each(seventeen), stake: each(ten), loss: each(ten) })
})

it('[PLAY-02] an exceeded limit names what is left and when its period ends; of two with one end, that of stakes', () => {
  const limits = { ...noLimits, stake: { ...none, day: ugx(900n) }, loss: { ...none, day: ugx(700n) } }
  const used = { ...unused, stake: { ...zero, day: ugx(300n) } }
  expect(exceededLimit('stake', ugx(800n), limits, used, SATURDAY)).toEqual({
    kind: 'stake',
    period: 'day',
    limitUgx: 900n,
    leftUgx: 600n,
    freesAt: new Date('2026-11-21T21:00:00Z'),
  })
})

describe('changing a limit', () => {
  const at = (amount: Ugx | null): LimitState => ({ amount, raise: null })

  it('[PLAY-01] a player without a limit has no higher one to wait for', () => {
    expect(changeLimit(at(null), null, SATURDAY)).toEqual(at(null))
    expect(confirmRaise(at(null), SATURDAY)).toEqual({ ok: false, error: 'NO_RAISE' })
  })

  it('[PLAY-01] a request that has lapsed starts again', () => {
    const asked = changeLimit(at(ugx(700n)), ugx(1_100n), SATURDAY)
    const again = changeLimit(asked, ugx(1_100n), later(8 * 24))
    expect(again.raise?.requestedAt).toEqual(later(8 * 24))
    expect(changeLimit(asked, ugx(1_100n), later(8 * 24 - 0.01))).toEqual(asked)
  })

  it.each([
    ['a first limit applies at once', null, 700n, 700n],
    ['a lower limit applies at once', 700n, 300n, 300n],
    ['a higher limit waits', 700n, 1_100n, 700n],
    ['removing a limit waits too', 700n, null, 700n],
  ] as const)('[PLAY-01] changing a player limit: %s', (_, before, wanted, holds) => {
    const after = changeLimit(at(before === null ? null : ugx(before)), wanted === null ? null : ugx(wanted), SATURDAY)
    expect(after.amount).toBe(holds)
    expect(after.raise === null).toBe(holds === wanted)
  })

  it.each([
    [23.99, 'TOO_EARLY'],
    [24, 'ok'],
    [8 * 24 - 0.01, 'ok'],
    [8 * 24, 'NO_RAISE'],
  ] as const)('[PLAY-01] confirming a higher limit %s hours after the request gives %s', (hours, expected) => {
    const asked = changeLimit(at(ugx(700n)), ugx(1_100n), SATURDAY)
    const confirmed = confirmRaise(asked, later(hours))
    expect(confirmed.ok ? 'ok' : confirmed.error).toBe(expected)
    if (confirmed.ok) expect(confirmed.value).toEqual({ amount: 1_100n, raise: null })
  })

  it('[PLAY-01] requesting the same higher limit again keeps the waiting time, another higher limit restarts it, and a lower limit cancels the request', () => {
    const asked = changeLimit(at(ugx(700n)), ugx(1_100n), SATURDAY)
    expect(changeLimit(asked, ugx(1_100n), later(5))).toEqual(asked)
    expect(changeLimit(asked, ugx(1_300n), later(5)).raise?.requestedAt).toEqual(later(5))
    expect(changeLimit(asked, ugx(500n), later(5))).toEqual({ amount: 500n, raise: null })
    expect(changeLimit(asked, ugx(700n), later(5))).toEqual({ amount: 700n, raise: null })
  })

  it('[PLAY-01] no sequence of requests and confirmations raises a limit within 24 hours', () => {
    const limitChange = fc.record({ wanted: fc.option(fc.bigInt(0n, 9n).map(ugx)), confirms: fc.boolean() })
    fc.assert(
      fc.property(fc.array(limitChange, { maxLength: 20 }), (changes) => {
        let state = at(ugx(5n))
        for (const [step, { wanted, confirms }] of changes.entries()) {
          const now = later(step)
          const before = state.amount
          const confirmed = confirmRaise(state, now)
          if (!confirms) state = changeLimit(state, wanted, now)
          else if (confirmed.ok) state = confirmed.value
          expect(state.amount !== null && before !== null && state.amount <= before).toBe(true)
        }
      }),
    )
  })
})

describe('reality check', () => {
  it('[PLAY-04] the reality check interval is 15 to 60 minutes, 60 by default', () => {
    expect(REALITY_CHECK).toEqual({ leastMinutes: 15, mostMinutes: 60, defaultMinutes: 60 })
  })

  it('[PLAY-04] the reality check counts only viewing time, and restarts after half an hour of absence', () => {
    const step = 15_000
    let use = startUsage(0)
    for (let at = step; at <= 3_600_000; at += step) use = addUsage(use, at, step)
    expect(isCheckDue(use, 60)).toBe(true)
    expect(isCheckDue({ ...use, checkedMs: use.usedMs }, 15)).toBe(false)
    expect(addUsage(use, 3_600_000 + 20 * 60_000, step).usedMs).toBe(3_600_000 + step)
    expect(addUsage(use, 3_600_000 + 31 * 60_000, step).usedMs).toBe(0)
  })

  it('[PLAY-04] a check is due after the chosen minutes, and half an hour away is still the same session', () => {
    const use = { ...startUsage(0), usedMs: 20 * 60_000, checkedMs: 5 * 60_000 }
    expect([15, 16].map((minutes) => isCheckDue(use, minutes))).toEqual([true, false])
    expect(startUsage(7)).toEqual({ startedAtMs: 7, usedMs: 0, checkedMs: 0, seenAtMs: 7 })
    expect(addUsage(use, 30 * 60_000, 15_000)).toEqual({ ...use, usedMs: use.usedMs + 15_000, seenAtMs: 30 * 60_000 })
    expect(addUsage(use, 30 * 60_000 + 1, 15_000)).toEqual(startUsage(30 * 60_000 + 1))
  })

  it('[PLAY-04] the reality check keeps its viewing time when the clock is set back by seconds', () => {
    const use = addUsage(startUsage(100_000), 115_000, 15_000)
    const after = addUsage(use, 114_100, 15_000)
    expect(after).toEqual({ ...use, seenAtMs: 114_100 })
    expect(addUsage(after, 129_100, 15_000).usedMs).toBe(30_000)
    expect(addUsage(use, 115_000 - 31 * 60_000, 15_000).usedMs).toBe(0)
  })

  it.each([
    [59 * 60_000, '59 min'],
    [59 * 60_000 + 59_999, '59 min'],
    [60 * 60_000, '1 h 0 min'],
    [65 * 60_000, '1 h 5 min'],
    [130 * 60_000, '2 h 10 min'],
  ] as const)('[PLAY-04] the reality check formats %s ms as "%s"', (ms, words) => expect(durationText(ms)).toBe(words))
})

describe('self-assessment', () => {
  const answered = (score: number): number[] => QUESTIONS.map((_, at) => Math.max(0, Math.min(3, score - 3 * at)))

  it.each([
    [0, 'none'],
    [1, 'low'],
    [2, 'low'],
    [3, 'moderate'],
    [7, 'moderate'],
    [8, 'high'],
    [27, 'high'],
  ] as const)('[PLAY-05] a self-assessment with %s points has the risk level %s', (score, level) => {
    expect(assess(answered(score))).toMatchObject({ score, level })
  })

  it('[PLAY-05] the self-assessment has no result while an answer is missing', () => {
    expect(assess(answered(5).with(4, 9))).toBeNull()
    expect(assess([...answered(5).slice(1), null])).toBeNull()
    expect(assess([])).toBeNull()
  })
})

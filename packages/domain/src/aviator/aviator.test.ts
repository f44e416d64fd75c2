import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ugx, ugxFromShillings } from '../money/ugx.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { basisPoints, crashPoint } from './crash-point.ts'
import { HIGHEST_CRASH, hundredthsAt, LOWEST_CRASH, multiplierAt, reachedAfterMs } from './growth.ts'
import { cashOutAt, endOfBet, endAfterServerCrash, maxWin, payoutOf, type RoundEnd } from './outcome.ts'

const hundredths = fc.integer({ min: LOWEST_CRASH, max: HIGHEST_CRASH })
const target = fc.option(fc.integer({ min: 111, max: HIGHEST_CRASH }), { nil: null })
const moment = fc.integer({ min: -500, max: 7_000 })

describe('the multiplier curve', () => {
  it('[AVI-21] the multiplier curve starts at 1 and grows by a factor of 1.006 every sixtieth of a second', () => {
    expect(multiplierAt(0)).toBe(1)
    expect(multiplierAt(1000 / 60)).toBeCloseTo(1.006, 12)
    expect(multiplierAt(1000)).toBeCloseTo(1.006 ** 60, 9)
    expect(hundredthsAt(0)).toBe(100)
    expect(reachedAfterMs(200)).toBe(1_932)
    expect(reachedAfterMs(HIGHEST_CRASH)).toBe(6_416)
  })

  it('the multiplier curve reaches each hundredth at the same millisecond on every computer', () => {
    for (let at = 101; at <= HIGHEST_CRASH; at++) {
      expect(reachedAfterMs(at)).toBeGreaterThan(reachedAfterMs(at - 1))
      const exact = (Math.log(at / 100) / Math.log(1.006)) * (1000 / 60)
      // No value is so close to a whole millisecond that another implementation of the logarithm could round it
      // differently.
      expect(Math.abs(exact - Math.round(exact))).toBeGreaterThan(1e-8)
    }
  })

  it('the multiplier curve is 1.00 until the start, at most 10.00, and has no time for other multipliers', () => {
    expect([-500, 0].map(multiplierAt)).toEqual([1, 1])
    expect([-500, 0, 6_416, 60_000].map(hundredthsAt)).toEqual([100, 100, 1_000, 1_000])
    expect(reachedAfterMs(100)).toBe(0)
    expect(() => reachedAfterMs(99)).toThrow(RangeError)
    expect(() => reachedAfterMs(1_001)).toThrow(RangeError)
  })

  it('the multiplier curve shows a multiplier from the first millisecond at which the round reaches that multiplier', () => {
    fc.assert(
      fc.property(hundredths, (at) => {
        expect(hundredthsAt(reachedAfterMs(at))).toBe(at)
        expect(hundredthsAt(reachedAfterMs(at) - 1)).toBe(at - 1)
      }),
    )
  })
})

describe('the crash point', () => {
  const digestOf = (drawn: bigint): Uint8Array => {
    const padded = (drawn << 4n).toString(16).padStart(14, '0')
    return Uint8Array.from(padded.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  }
  const most = (1n << 52n) - 1n

  it.each([
    ['the draw with the highest crash point', 0n, 9_700, 1_000],
    ['the draw with the lowest crash point', most, 9_700, 110],
    ['the last draw of 10.00', (9_700n << 52n) / 100_000n - 1n, 9_700, 1_000],
    ['the first draw below 10.00', (9_700n << 52n) / 100_000n, 9_700, 999],
    ['half the range', (1n << 51n) - 1n, 9_700, 194],
    ['half the range at 90 %', (1n << 51n) - 1n, 9_000, 180],
  ])('[AVI-22] the crash point of $0, with an RTP of $2 basis points, is $3 hundredths', (_, drawn, rtp, crash) => {
    expect(crashPoint(digestOf(drawn), rtp)).toBe(crash)
  })

  it('[AVI-23] [AVI-24] the crash point reaches a multiplier x in exactly RTP ÷ x of all draws, and is 1.10 below the smallest x', () => {
    const rtps = fc.integer({ min: 9_000, max: 9_900 })
    fc.assert(
      fc.property(rtps, fc.integer({ min: 111, max: 1_000 }), (rtp, x) => {
        // The number of draws out of 2^52 that reach x. It equals RTP ÷ x, rounded to one draw.
        const reaching = (BigInt(rtp) << 52n) / (100n * BigInt(x))
        expect(crashPoint(digestOf(reaching - 1n), rtp)).toBeGreaterThanOrEqual(x)
        expect(crashPoint(digestOf(reaching), rtp)).toBeLessThan(x)
        const share = Number(reaching) / 2 ** 52
        expect(share * (x / 100)).toBeCloseTo(rtp / 10_000, 12)
      }),
    )
    expect(basisPoints(97)).toBe(9_700)
    expect(basisPoints(DEFAULT_SETTINGS.aviator_rtp)).toBe(9_700)
  })

  it('the crash point uses the first 52 bits of a draw and throws for a shorter draw', () => {
    const digest = digestOf(most)
    expect(crashPoint(Uint8Array.from([...digest.slice(0, 6), (digest[6] ?? 0) | 15, 1, 2, 3]), 9_700)).toBe(110)
    expect(() => crashPoint(new Uint8Array(6), 9_700)).toThrow(RangeError)
  })
})

describe('a manual cash-out', () => {
  it.each([
    ['before the start', -1, null, 500, 'NOT_FLYING'],
    ['below 1.11', 290, null, 500, 'TOO_EARLY'],
    ['at 1.11', 291, null, 500, 111],
    ['at 2.00', 1_932, null, 500, 200],
    ['just before 2.00', 1_931, null, 500, 199],
    ['in the last millisecond', 1_931, null, 200, 199],
    ['at the crash', 1_932, null, 200, 'TOO_LATE 0'],
    ['30 ms after the crash', 1_962, null, 200, 'TOO_LATE 30'],
    ['before the player’s own target', 1_000, 200, 500, 143],
    ['after the player’s own target', 2_500, 200, 500, 200],
    ['after the crash, with the target reached', 5_000, 200, 300, 200],
    ['after a crash below the target', 5_000, 400, 300, 'TOO_LATE 1939'],
  ])('[AVI-26] [AVI-28] the result of a manual cash-out $0 is $4', (_, receivedAfterMs, auto, crash, expected) => {
    const evaluated = cashOutAt(receivedAfterMs, auto, crash)
    const found = evaluated.ok
      ? evaluated.value
      : evaluated.error.code === 'TOO_LATE'
        ? `TOO_LATE ${evaluated.error.lateMs}`
        : evaluated.error.code
    expect(found).toBe(expected)
  })

  it('a manual cash-out is paid at every multiplier above 1.10 and below the crash point, and at no other multiplier', () => {
    fc.assert(
      fc.property(moment, target, hundredths, (at, auto, crash) => {
        const evaluated = cashOutAt(at, auto, crash)
        if (evaluated.ok) {
          expect(evaluated.value).toBeGreaterThan(110)
          expect(evaluated.value).toBeLessThanOrEqual(crash)
        } else if (evaluated.error.code === 'TOO_LATE') expect(at).toBeGreaterThanOrEqual(reachedAfterMs(crash))
        else expect(at).toBeLessThan(reachedAfterMs(111))
      }),
    )
  })

  it('[AVI-29] a manual cash-out credits stake × multiplier, rounded down to 0.01', () => {
    expect(payoutOf(ugxFromShillings(10_000), 250)).toBe(ugxFromShillings(25_000))
    expect(payoutOf(ugx(1_000_033n), 111)).toBe(1_110_036n)
    expect(maxWin(ugxFromShillings(10_000), null)).toBe(ugxFromShillings(100_000))
    expect(maxWin(ugxFromShillings(10_000), 150)).toBe(ugxFromShillings(15_000))
  })
})

describe('the end of a round', () => {
  const crashed = (crashHundredths: number): RoundEnd => ({ kind: 'crashed', crashHundredths })
  const cut = (heartbeatAfterMs: number): RoundEnd => ({ kind: 'interrupted', heartbeatAfterMs })

  it.each<[string, number | null, RoundEnd, string]>([
    ['a target below the crash', 199, crashed(200), 'paid 199'],
    ['a target at the crash', 200, crashed(200), 'paid 200'],
    ['a target above the crash', 201, crashed(200), 'lost'],
    ['no target', null, crashed(200), 'lost'],
    ['a target reached before the last heartbeat', 200, cut(1_932), 'paid 200'],
    ['a target reached after the last heartbeat', 200, cut(1_931), 'refunded'],
    ['an interrupted bet without target', null, cut(6_000), 'refunded'],
    ['a round that never started', 111, { kind: 'void' }, 'refunded'],
  ])('[AVI-25] [AVI-27] an Aviator bet with $0 is $3 at the end of its round', (_, auto, end, expected) => {
    const ended = endOfBet(auto, end)
    expect(ended.kind === 'paid' ? `paid ${ended.hundredths}` : ended.kind).toBe(expected)
  })

  it.each([
    [null, 200, { kind: 'void' }],
    [1_931, 200, { kind: 'interrupted', heartbeatAfterMs: 1_931 }],
    [1_932, 200, { kind: 'crashed', crashHundredths: 200 }],
  ])(
    'a round whose server died after the heartbeat at $0 ms, with the crash point $1, ends as $2',
    (heartbeat, crash, end) => {
      expect(endAfterServerCrash(heartbeat, crash)).toEqual(end)
    },
  )

  it('a bet in an interrupted round is paid at most what the complete round would have paid', () => {
    fc.assert(
      fc.property(target, hundredths, moment, (auto, crash, heartbeat) => {
        const full = endOfBet(auto, crashed(crash))
        const dead = endOfBet(auto, endAfterServerCrash(heartbeat, crash))
        if (dead.kind === 'paid') expect(dead).toEqual(full)
        if (dead.kind === 'lost') expect(full.kind).toBe('lost')
      }),
    )
  })
})

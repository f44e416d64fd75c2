import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../markets/types.ts'
import { minUgx, type Ugx, ugx, ugxFromShillings } from '../money/ugx.ts'
import { odds } from '../odds/odds.ts'
import { decideTicket, type TicketTerms } from '../ticket/decide.ts'
import { evaluatePart, partOfOffer, stakeOfPayment, stakeOfPercent } from './part.ts'
import { ofStakeLeft, stakeLeft } from '../ticket/stake-left.ts'
import { type CashoutGame, cashoutOffer } from './offer.ts'

const RULES = { leastPaidUgx: ugxFromShillings(1_000), leastLeftUgx: ugxFromShillings(1_000) }
const NOW = new Date('2026-11-21T15:00:00Z')
const NO_CAP = ugxFromShillings(500_000_000)

const amount = (min: number, max: number) => fc.integer({ min, max }).map((value) => ugx(BigInt(value)))

describe('the limits of a partial cashout', () => {
  const left = ugxFromShillings(10_000)
  const offer = ugxFromShillings(8_000)
  it.each([
    ['all of the stake left', 10_000, 8_000],
    ['a part that pays the minimum', 1_250, 1_000],
    ['a part that leaves the minimum', 9_000, 7_200],
    ['a part that pays less than the minimum', 1_249, 'CASHOUT_PART_TOO_SMALL'],
    ['a part that leaves less than the minimum', 9_001, 'STAKE_LEFT_TOO_SMALL'],
    ['more than the stake left', 10_001, 'STAKE_LEFT_TOO_SMALL'],
  ])('[COUT-01] %s is cashed out for its share of the offer, or refused', (_title, stake, expected) => {
    const part = evaluatePart({ offerUgx: offer, stakeUgx: ugxFromShillings(stake), leftUgx: left }, RULES)
    expect(part.ok ? Number(part.value) / 100 : part.error).toBe(expected)
  })

  it.each([
    [10_000, 25, 2_500],
    [10_000, 100, 10_000],
    [0.99, 50, 0.49],
  ])('[COUT-01] of UGX %d stake left, %d %% are UGX %d, rounded down', (left, percent, stake) => {
    expect(Number(stakeOfPercent(ugx(BigInt(left * 100)), percent)) / 100).toBe(stake)
  })

  it.each([
    [1_000, 1_250],
    [8_000, 10_000],
  ])('[COUT-01] a payment of UGX %d needs exactly its share of the stake left', (payment, stake) => {
    expect(stakeOfPayment(ugxFromShillings(payment), offer, left)).toBe(ugxFromShillings(stake))
  })

  it('[COUT-01] the stake of an amount pays at least that amount, and the smallest such stake', () => {
    fc.assert(
      fc.property(amount(1, 1e9), amount(1, 1e9), amount(1, 1e9), (wanted, offerUgx, leftUgx) => {
        const payment = minUgx(wanted, offerUgx)
        const stake = stakeOfPayment(payment, offerUgx, leftUgx)
        expect(partOfOffer(offerUgx, stake, leftUgx)).toBeGreaterThanOrEqual(payment)
        if (stake > 1n) expect((offerUgx * (stake - 1n)) / leftUgx).toBeLessThan(payment)
      }),
    )
  })
})

/** Cashes out these percentages of the stake left at constant value, then everything that is left. */
function cashAll(whole: Ugx, stakeUgx: Ugx, percents: readonly number[]): { paid: bigint; ends: bigint } {
  let cashedStakeUgx = ugx(0n)
  let paid = 0n
  for (const percent of percents) {
    const parts = { stakeUgx, cashedStakeUgx }
    const stake = stakeOfPercent(stakeLeft(parts), percent)
    paid += partOfOffer(ofStakeLeft(whole, parts), stake, stakeLeft(parts))
    cashedStakeUgx = ugx(cashedStakeUgx + stake)
  }
  return { paid, ends: ofStakeLeft(whole, { stakeUgx, cashedStakeUgx }) }
}

it('[COUT-05] the parts of a cashout and the end of the ticket together never pay more than one cashout of everything', () => {
  const percents = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 })
  fc.assert(
    fc.property(amount(1, 1e12), amount(100, 1e9), percents, (whole, stake, parts) => {
      const { paid, ends } = cashAll(whole, stake, parts)
      expect(paid + ends).toBeLessThanOrEqual(whole)
      // Each part and the end lose at most the rounding of two divisions.
      expect(whole - paid - ends).toBeLessThanOrEqual(BigInt(2 * parts.length + 1))
    }),
  )
})

type Match = { readonly chance: number; readonly at: number }
type Model = {
  readonly stakeUgx: Ugx
  readonly matches: readonly Match[]
  readonly margin: number
  /** The chance that a match is void, and that its first result is corrected. */
  readonly voids: number
  readonly corrections: number
  readonly percents: readonly number[]
}

/**
 * The highest mean payment that any strategy can reach: before each match and after each result, it may cash out any of
 * the percentages, again and again. Automatic cashouts are such strategies: they depend on the offer only.
 */
function bestMean(model: Model): number {
  const { stakeUgx, matches, margin, voids, corrections, percents } = model
  const known = new Map<string, number>()
  const remember = (key: string, compute: () => number): number => {
    const found = known.get(key) ?? compute()
    known.set(key, found)
    return found
  }

  const gameOf = ({ chance, at }: Match, outcome: Outcome | null): CashoutGame => {
    const params = { kind: 'winner', version: 1, home: chance, draw: 0, away: 1 - chance } as const
    const progress =
      outcome === null
        ? ({ kind: 'upcoming', params, baseThen: at, baseNow: at, isQuoteFresh: true } as const)
        : ({ kind: 'decided' } as const)
    const legs = [{ market: '1x2', selectionId: '1', outcome } as const]
    return { legs, oddsHundredths: odds(at), repriced: () => odds(at), progress }
  }
  const offerAt = (outcomes: readonly Outcome[], cashedStakeUgx: Ugx) =>
    cashoutOffer(
      {
        stakeUgx,
        cashedStakeUgx,
        maxPayoutUgx: NO_CAP,
        potentialReturnUgx: NO_CAP,
        rulebook: 'house',
        placedAt: NOW,
        games: matches.map((match, at) => gameOf(match, outcomes[at] ?? null)),
      },
      margin,
      NOW,
    )
  const payout = (outcomes: readonly Outcome[], cashedStakeUgx: Ugx): number => {
    const terms: TicketTerms = {
      stakeUgx,
      cashedStakeUgx,
      maxPayoutUgx: NO_CAP,
      bonus: { minOddsHundredths: 120 },
      bonusPercent: 0,
    }
    const games = matches.map(({ at }, index) => ({ oddsHundredths: odds(at), outcomes: [outcomes[index] ?? 'lost'] }))
    return Number(decideTicket(games, terms).payoutUgx)
  }

  /** The mean over the outcomes of the next match, or of the last one if its result is drawn again. */
  const overOutcomes = (match: Match, value: (outcome: Outcome) => number): number =>
    voids * value('void') + (1 - voids) * (match.chance * value('won') + (1 - match.chance) * value('lost'))

  /** The player may act now; then `hold` continues. */
  function act(stage: string, outcomes: readonly Outcome[], cashed: Ugx, hold: (cashed: Ugx) => number): number {
    return remember(`${stage} ${outcomes.join()} ${cashed}`, () => {
      const keep = hold(cashed)
      const offer = offerAt(outcomes, cashed)
      if (!offer.ok) return keep
      const leftUgx = stakeLeft({ stakeUgx, cashedStakeUgx: cashed })
      const choices = percents.map((percent) => {
        const stake = stakeOfPercent(leftUgx, percent)
        const part = evaluatePart({ offerUgx: offer.value, stakeUgx: stake, leftUgx }, RULES)
        if (!part.ok) return 0
        const rest = stake === leftUgx ? 0 : act(stage, outcomes, ugx(cashed + stake), hold)
        return Number(part.value) + rest
      })
      return Math.max(keep, ...choices)
    })
  }

  function afterResult(outcomes: readonly Outcome[], cashed: Ugx): number {
    return act('after', outcomes, cashed, (left) => {
      const last = matches[outcomes.length - 1]
      if (last === undefined || corrections === 0) return next(outcomes, left)
      const corrected = overOutcomes(last, (outcome) => next([...outcomes.slice(0, -1), outcome], left))
      return (1 - corrections) * next(outcomes, left) + corrections * corrected
    })
  }
  function next(outcomes: readonly Outcome[], cashed: Ugx): number {
    const match = matches[outcomes.length]
    if (match === undefined) return payout(outcomes, cashed)
    return overOutcomes(match, (outcome) => afterResult([...outcomes, outcome], cashed))
  }
  return act('before', [], ugx(0n), (cashed) => next([], cashed))
}

/** Odds at most fair, as the product offers them. */
const match = fc
  .tuple(fc.integer({ min: 5, max: 95 }), fc.integer({ min: 80, max: 100 }))
  .map(([percent, kept]): Match => ({ chance: percent / 100, at: Math.max(101, Math.floor((100 * kept) / percent)) }))
  .filter(({ chance, at }) => chance * at <= 100)

const model = fc.record({
  stakeUgx: amount(1_000_00, 20_000_00),
  matches: fc.array(match, { minLength: 1, maxLength: 3 }),
  margin: fc.constantFrom(0, 1, 5, 20),
  voids: fc.constantFrom(0, 0.02, 0.2),
  percents: fc.constantFrom([50, 100], [30, 100], [20, 60, 100]),
})

describe('the best sequence of full, partial and automatic cashouts', () => {
  it('[COUT-05] no sequence of cashouts, voids and corrections returns more than the stake on average', () => {
    fc.assert(
      fc.property(model, (given) => {
        // A result that is corrected more often than the margin covers would favour players. Such results are held.
        const corrections = given.margin / 100 / 4
        const mean = bestMean({ ...given, corrections })
        expect(mean).toBeLessThanOrEqual(Number(given.stakeUgx) + 1e-6)
      }),
      { numRuns: 60 },
    )
  })

  it('[COUT-05] [TICK-38] parts of different sizes add nothing to the best use of full cashouts', () => {
    fc.assert(
      fc.property(model, (given) => {
        const withParts = bestMean({ ...given, corrections: 0 })
        const whole = bestMean({ ...given, corrections: 0, percents: [100] })
        expect(withParts).toBeLessThanOrEqual(whole + 1e-6)
      }),
      { numRuns: 60 },
    )
  })
})

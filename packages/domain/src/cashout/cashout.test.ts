import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarketId, Outcome } from '../markets/types.ts'
import { ugxFromShillings, ugxToNumber } from '../money/ugx.ts'
import { odds } from '../odds/odds.ts'
import { fairMatch } from '../pricing/margin.ts'
import { fitModel } from '../pricing/fit.ts'
import type { InPlayState } from '../pricing/in-play.ts'
import { probabilityOf } from '../pricing/probability.ts'
import type { ModelParams } from '../pricing/types.ts'
import { type CashoutGame, cashoutOffer, type CashoutTicket, type GameProgress, hasOfferFallen } from './offer.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000)

function fitted(): ModelParams {
  const fair = fairMatch({ home: 2.1, draw: 3.4, away: 3.6 })
  const model = fair.ok ? fitModel(fair.value, 'soccer') : null
  if (model === null) throw new Error('model')
  return model
}
const PARAMS = fitted()
const HOME_WINS = probabilityOf(PARAMS, '1x2', '1', 'house') ?? 0

const upcoming = (baseThen = 210, baseNow: number | null = baseThen, isQuoteFresh = true): GameProgress => ({
  kind: 'upcoming',
  params: PARAMS,
  baseThen,
  baseNow,
  isQuoteFresh,
})
const live = (change: Partial<InPlayState> = {}): GameProgress => ({
  kind: 'live',
  params: PARAMS,
  state: {
    phase: 'second-half',
    minute: 60,
    score: { home: 0, away: 0 },
    halfTime: { home: 0, away: 0 },
    firstToScore: null,
    redCards: { home: 0, away: 0 },
    scorers: [],
    ...change,
  },
})

type Given = { market?: MarketId; selectionId?: string; odds?: number; outcome?: Outcome | null }
const game = (progress: GameProgress, given: Given = {}): CashoutGame => ({
  legs: [{ market: given.market ?? '1x2', selectionId: given.selectionId ?? '1', outcome: given.outcome ?? null }],
  oddsHundredths: odds(given.odds ?? 210),
  repriced: () => odds(given.odds ?? 210),
  progress,
})
const decided = (outcome: Outcome, at = 210): CashoutGame => game({ kind: 'decided' }, { outcome, odds: at })

/** Legs of one game, priced together. */
const jointly = (progress: GameProgress, ...outcomes: readonly (Outcome | null)[]): CashoutGame => ({
  ...game(progress),
  legs: outcomes.map((outcome) => ({ market: '1x2', selectionId: '1', outcome })),
})
const TENNIS = { ...upcoming(), params: { kind: 'winner', version: 1, home: 0.6, draw: 0, away: 0.4 } } as GameProgress

const ticket = (games: readonly CashoutGame[], change: Partial<CashoutTicket> = {}): CashoutTicket => ({
  stakeUgx: ugxFromShillings(100_000),
  potentialReturnUgx: ugxFromShillings(100_000_000),
  maxPayoutUgx: change.potentialReturnUgx ?? ugxFromShillings(500_000_000),
  rulebook: 'house',
  placedAt: ago(60),
  games,
  ...change,
})

function offered(games: readonly CashoutGame[], margin = 5, change: Partial<CashoutTicket> = {}): number | string {
  const offer = cashoutOffer(ticket(games, change), margin, NOW)
  return offer.ok ? ugxToNumber(offer.value) : offer.error
}

describe('the offer before the first game starts', () => {
  it.each([
    ['the prices are unchanged', [upcoming(), upcoming(300)], 100_000],
    ['the prices have shortened', [upcoming(210, 180)], 100_000],
    ['one price has lengthened', [upcoming(210, 240), upcoming(300)], 87_500],
    ['one price longer and one shorter, less in total', [upcoming(200, 300), upcoming(300, 250)], 80_000],
    ['one price longer and one shorter, more in total', [upcoming(200, 250), upcoming(300, 200)], 100_000],
    ['the quotient is not whole: rounded down to 0.01', [upcoming(200, 300)], 66_666.66],
    ['a selection has no price now', [upcoming(200, null)], 'NOT_PRICED'],
  ] as const)(
    '[TICK-37] the cash-out offer before the first game starts, if $0, is $2',
    (_title, progresses, expected) => {
      expect(offered(progresses.map((progress) => game(progress)))).toBe(expected)
    },
  )

  it('[TICK-37] in a cash-out offer a void game counts with odds 1.00 and does not count as started', () => {
    expect(offered([decided('void'), game(upcoming(200, 250))])).toBe(80_000)
  })

  const fair = 100_000 * 2.1 * HOME_WINS * 0.95
  it.each([
    ['the ticket is 5 minutes old', { placedAt: ago(300) }, true, 100_000],
    ['the ticket is a millisecond older', { placedAt: ago(300.001) }, true, fair],
    ['a quote is stale', { placedAt: ago(10) }, false, fair],
  ])(
    '[TICK-37] the cash-out offer is the full stake for 5 minutes and on fresh quotes only: %s',
    (_title, change, isFresh, expected) => {
      expect(offered([game(upcoming(210, 210, isFresh))], 5, change)).toBeCloseTo(expected, 0)
    },
  )

  it('[TICK-37] after 5 minutes the cash-out offer is the fair value less the margin, and never above the stake', () => {
    const later = { placedAt: ago(3_600) }
    expect(offered([game(upcoming(), { odds: 300 })], 5, later)).toBe(100_000)
    expect(offered([game(upcoming(210, null))], 5, later)).toBe('NOT_PRICED')
    expect(offered([game(upcoming()), game(upcoming(210, null))], 5, later)).toBe('NOT_PRICED')
  })

  it('[TICK-37] one stale quote among several games ends the offer of the full stake', () => {
    const both = offered([game(upcoming()), game(upcoming(210, 210, false))], 5, { placedAt: ago(10) })
    expect(both).toBeCloseTo(100_000 * 2.1 * 2.1 * HOME_WINS * HOME_WINS * 0.95, -1)
  })
})

describe('the offer once a game has started', () => {
  it('[TICK-38] the cash-out offer once a game has started is stake × odds × probability, less the margin', () => {
    const fair = 100_000 * 2.1 * 2.1 * HOME_WINS
    expect(offered([decided('won'), game(upcoming())], 0)).toBeCloseTo(fair, 0)
    expect(offered([decided('won'), game(upcoming())], 5)).toBeCloseTo(fair * 0.95, 0)
    expect(offered([decided('won'), game(upcoming())], 12.5)).toBeCloseTo(fair * 0.875, 0)
  })

  it.each([
    [
      'the odds that the ticket shows, 4.28 of 2.07 × 2.07',
      [decided('won', 207), game(upcoming(), { odds: 207 })],
      428,
    ],
    [
      'the remaining odds after a void leg, 4.28 of 12.85',
      [decided('won', 207), decided('void', 300), game(upcoming(), { odds: 207 })],
      428,
    ],
    [
      'the remaining odds after a half-won leg, 5.35 of 2.07 × 2.07 × 1.25',
      [decided('won', 207), decided('half-won', 150), game(upcoming(), { odds: 207 })],
      535,
    ],
    [
      'an exact product without rounding, 9.50 of 2.50 × 3.80',
      [decided('won', 250), game(upcoming(), { odds: 380 })],
      950,
    ],
  ])('[TICK-38] [SLIP-71] the cash-out offer once a game has started is computed from %s', (_title, games, shown) => {
    const fair = 25_000 * (shown / 100) * HOME_WINS
    const stake = { stakeUgx: ugxFromShillings(25_000) }
    expect(offered(games, 0, stake)).toBeCloseTo(fair, 1)
    expect(offered(games, 5, stake)).toBeCloseTo(fair * 0.95, 1)
  })

  it('[TICK-38] the cash-out offer once a game has started counts a void leg with 1.00', () => {
    const base = offered([decided('won'), game(upcoming())])
    expect(offered([decided('won'), decided('void', 500), game(upcoming())])).toBe(base)
  })

  it.each([
    ['a lost leg', [decided('won'), decided('lost'), game(upcoming())], 'LEG_LOST'],
    ['a lost leg and an open leg of the same game', [jointly(live(), 'lost', null)], 'LEG_LOST'],
    ['one of two games that cannot be evaluated', [game(live()), jointly(TENNIS, null, null)], 'NOT_PRICED'],
    ['a game that is suspended', [decided('won'), game({ kind: 'closed', reason: 'SUSPENDED' })], 'SUSPENDED'],
    [
      'a leg that cannot be evaluated',
      [game(live({ score: { home: 1, away: 1 } }), { market: 'first_to_score', selectionId: 'home' })],
      'NOT_PRICED',
    ],
    [
      'a scorer whose appearance is unknown',
      [game(live(), { market: 'anytime_scorer', selectionId: 'p9' })],
      'NOT_PRICED',
    ],
    ['nothing left to win', [game(live({ score: { home: 0, away: 9 }, minute: 95 }))], 'NOT_PRICED'],
  ])('[TICK-40] [TICK-41] there is no cash-out offer in play with $0: $2', (_title, games, why) => {
    expect(offered(games)).toBe(why)
  })

  it('[TICK-41] a game without a score model has no cash-out offer once it has started', () => {
    const params = { kind: 'winner', version: 1, home: 0.6, draw: 0, away: 0.4 } as const
    const tennis = (progress: GameProgress) => game(progress, { odds: 160 })
    expect(offered([tennis({ ...upcoming(160), params } as GameProgress), decided('won')], 0)).toBeCloseTo(
      100_000 * 2.1 * 1.6 * 0.6,
      0,
    )
    expect(offered([tennis({ ...live(), params } as GameProgress)])).toBe('NOT_PRICED')
  })

  it('[TICK-37] [TICK-38] a game with a void leg and a won leg has started', () => {
    const won = jointly({ kind: 'decided' }, 'won', 'void')
    expect(offered([won, game(upcoming())], 0)).toBeCloseTo(100_000 * 2.1 * 2.1 * HOME_WINS, 0)
  })

  it('[TICK-41] several open legs of a game without a score model have no fair value', () => {
    const later = { placedAt: ago(3_600) }
    expect(offered([jointly(TENNIS, null)], 0, later)).toBe(100_000)
    expect(offered([jointly(TENNIS, null, null)], 0, later)).toBe('NOT_PRICED')
  })

  it('[TICK-38] the cash-out offer values several legs of one game jointly, not as a product of their probabilities', () => {
    const both: CashoutGame = {
      ...game(live({ score: { home: 1, away: 0 } })),
      legs: [
        { market: '1x2', selectionId: '1', outcome: null },
        { market: 'clean_sheet', selectionId: 'home_yes', outcome: null },
      ],
      oddsHundredths: odds(300),
    }
    const nil = Number(offered([{ ...both, legs: both.legs.slice(1) }], 0))
    // The home side leads, so a clean sheet also wins the match: both legs are worth as much as the clean sheet alone.
    expect(offered([both], 0)).toBe(nil)
    const withoutSingleOdds = (): never => {
      throw new Error('legs that cannot become void need no odds of their own')
    }
    expect(offered([{ ...both, repriced: withoutSingleOdds }], 0)).toBe(nil)
  })

  it('[TICK-39] the cash-out offer once a game has started never exceeds the potential return, and a potential return above the maximum payout is capped', () => {
    const cut = { potentialReturnUgx: ugxFromShillings(120_000) }
    expect(Number(offered([decided('won'), game(upcoming())], 0, cut))).toBeCloseTo(120_000 * HOME_WINS, 0)
    expect(offered([game(live({ score: { home: 5, away: 0 }, minute: 94 }))], 0, cut)).toBeLessThanOrEqual(120_000)
  })

  it('[TICK-38] [TICK-39] the cash-out offer once a game has started is at most the fair value and the potential return less the margin, and rises with goals of the backed team', () => {
    const score = fc.integer({ min: 0, max: 3 })
    fc.assert(
      fc.property(
        fc.integer({ min: 46, max: 94 }),
        score,
        score,
        fc.integer({ min: 110, max: 5_000 }),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 50_000, max: 400_000 }),
        (minute, home, away, at, margin, most) => {
          const change = { potentialReturnUgx: ugxFromShillings(most) }
          const amount = (ahead: number): number => {
            const state = live({ minute, score: { home: home + ahead, away } })
            const found = offered([game(state, { odds: at })], margin, change)
            return typeof found === 'number' ? found : 0
          }
          expect(amount(0)).toBeLessThanOrEqual((most * (100 - margin)) / 100)
          expect(amount(0)).toBeLessThanOrEqual((100_000 * at * (100 - margin)) / 10_000)
          expect(amount(1)).toBeGreaterThanOrEqual(amount(0))
        },
      ),
      { numRuns: 40 },
    )
  })
})

it('[TICK-48] an accepted cash-out tolerates a fall of one percent', () => {
  const seen = ugxFromShillings(10_000)
  expect(hasOfferFallen(seen, ugxFromShillings(9_900))).toBe(false)
  expect(hasOfferFallen(seen, ugxFromShillings(9_899))).toBe(true)
})

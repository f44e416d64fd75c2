import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Settlement } from '../markets/types.ts'
import { ugx, ugxFromShillings } from '../money/ugx.ts'
import { odds } from '../odds/odds.ts'
import { highestManualOdds } from '../pricing/manual-odds.ts'
import { decideTicket } from './decide.ts'
import type { TicketGame, TicketTerms } from './decide.ts'
import { canTransition, gameStates, ticketCorrections, ticketStates, transactionStates } from './states.ts'
import { nextBonusStep } from './next-bonus-step.ts'
import { bonusPercentFor, bonusRule, slipTotals, stakePerSelection } from './totals.ts'

const NO_CUT = ugxFromShillings(500_000_000)
const rule = bonusRule(1.2)
const stake = ugxFromShillings(13_000)

describe('slip totals', () => {
  it.each([
    [0, 0, 3, 3],
    [2, 0, 1, 3],
    [3, 3, 2, 5],
    [4, 3, 1, 5],
  ])(
    '[SLIP-25] [SLIP-26] a slip with %d games has a bonus of %d %, and %d more games raise the bonus to %d %',
    (games, percent, missingGames, next) => {
      expect(bonusPercentFor(games)).toBe(percent)
      expect(nextBonusStep(games)).toEqual({ missingGames, percent: next })
    },
  )

  it('[SLIP-25] the win bonus gives no player an expected profit at the highest manual odds', () => {
    for (let games = 1; games <= 45; games++) {
      const returned = (highestManualOdds(0.5) / 200) ** games * (1 + bonusPercentFor(games) / 100)
      const exact = 1.01 ** -games * (1 + bonusPercentFor(games) / 100)
      expect(Math.max(returned, exact)).toBeLessThan(1)
    }
  })

  it('[SLIP-27] a slip with the highest bonus has no next bonus step', () => {
    expect(bonusPercentFor(5)).toBe(5)
    expect(bonusPercentFor(45)).toBe(5)
    expect(nextBonusStep(5)).toBeNull()
  })

  it('[SLIP-24] [SLIP-28] [SLIP-29] the slip computes return, bonus and payout from the shown odds', () => {
    const totals = slipTotals(stake, [187, 211, 305].map(odds), rule, NO_CUT)
    // 1.87 × 2.11 × 3.05 = 12.034385 → 12.03; 13,000 × 12.03 = 156,390; 3 % of it = 4,691.70
    expect(totals).toEqual({
      totalOddsHundredths: 1203n,
      qualifyingGames: 3,
      bonusPercent: 3,
      potentialWinUgx: ugx(15_639_000n),
      bonusUgx: ugx(469_170n),
      payoutUgx: ugx(16_108_170n),
      isCapped: false,
    })
  })

  it.each([
    [[119, 250, 250], 2, 0],
    [[120, 250, 250], 3, 3],
    [[119, 119, 250, 250, 250], 3, 3],
  ])(
    '[SLIP-25] in a slip with the odds %j, %d games qualify for the bonus, which is %d %',
    (perGame, qualifying, percent) => {
      const totals = slipTotals(stake, perGame.map(odds), rule, NO_CUT)
      expect(totals).toMatchObject({ qualifyingGames: qualifying, bonusPercent: percent })
    },
  )

  it('[SLIP-70] the slip caps the payout, bonus included, at the maximum payout', () => {
    const totals = slipTotals(stake, [300, 300, 300].map(odds), rule, ugxFromShillings(355_000))
    expect(totals).toMatchObject({
      potentialWinUgx: ugxFromShillings(351_000),
      bonusUgx: ugxFromShillings(4_000),
      payoutUgx: ugxFromShillings(355_000),
      isCapped: true,
    })
  })

  it('[SLIP-70] a payout of exactly the maximum payout is not capped', () => {
    const totals = slipTotals(stake, [200].map(odds), rule, ugxFromShillings(26_000))
    expect(totals).toMatchObject({ payoutUgx: ugxFromShillings(26_000), isCapped: false })
  })

  it('[SLIP-25] the minimum odds of the bonus are exact hundredths', () => {
    // 1.15 * 100 is 114.99999999999999 in binary.
    expect([1.2, 1.15].map(bonusRule)).toEqual([{ minOddsHundredths: 120 }, { minOddsHundredths: 115 }])
  })

  it('[SLIP-28] [SLIP-71] win plus bonus always equals the payout, which is the exact product rounded down once', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.array(fc.integer({ min: 101, max: 5_000 }).map(odds), { minLength: 1, maxLength: 12 }),
        (hundredths, perGame) => {
          const {
            potentialWinUgx,
            bonusUgx,
            payoutUgx,
            totalOddsHundredths,
            bonusPercent,
            isCapped: cut,
          } = slipTotals(ugx(hundredths), perGame, rule, NO_CUT)
          expect(potentialWinUgx + bonusUgx).toBe(payoutUgx)
          expect(bonusUgx >= 0n).toBe(true)
          const exact = hundredths * totalOddsHundredths * BigInt(100 + bonusPercent)
          expect(cut || (payoutUgx * 10_000n <= exact && (payoutUgx + 1n) * 10_000n > exact)).toBe(true)
        },
      ),
    )
  })

  it('[SLIP-42] the slip splits the stake over the selections, rounded down', () => {
    expect(stakePerSelection(ugxFromShillings(10_000), 3)).toBe(333_333n)
  })
})

const terms: TicketTerms = { stakeUgx: stake, bonus: rule, bonusPercent: 0, maxPayoutUgx: NO_CUT }
const leg = (hundredths: number, outcome: Settlement): TicketGame => ({
  oddsHundredths: odds(hundredths),
  outcomes: [outcome],
})

describe('settling a ticket', () => {
  const cases: readonly { ids: string; games: TicketGame[]; bonus: number; status: string; payout: bigint }[] = [
    {
      ids: '[SETL-07] [SETL-09]',
      games: [leg(187, 'won'), leg(211, 'won')],
      bonus: 0,
      status: 'won',
      payout: 5_122_000n,
    },
    { ids: '[SETL-08]', games: [leg(187, 'won'), leg(211, 'lost')], bonus: 0, status: 'lost', payout: 0n },
    { ids: '[SETL-04]', games: [leg(187, 'lost'), leg(211, 'undecided')], bonus: 0, status: 'lost', payout: 0n },
    {
      ids: '[SETL-04] [SETL-47]',
      games: [leg(187, 'won'), leg(211, 'undecided')],
      bonus: 0,
      status: 'pending',
      payout: 0n,
    },
    { ids: '[SETL-04]', games: [leg(187, 'void'), leg(211, 'undecided')], bonus: 0, status: 'pending', payout: 0n },
    { ids: '[SETL-41]', games: [leg(187, 'void'), leg(211, 'won')], bonus: 0, status: 'won', payout: 2_743_000n },
    { ids: '[SETL-42]', games: [leg(187, 'void'), leg(211, 'void')], bonus: 0, status: 'void', payout: 1_300_000n },
    // 13,000 × 2.00 × 2.50 × 3.00 = 195,000 and 3 %
    {
      ids: '[SETL-09]',
      games: [leg(200, 'won'), leg(250, 'won'), leg(300, 'won')],
      bonus: 3,
      status: 'won',
      payout: 20_085_000n,
    },
    // With one void leg, two games remain, which is too few for the bonus.
    {
      ids: '[SETL-43]',
      games: [leg(200, 'void'), leg(250, 'won'), leg(300, 'won')],
      bonus: 3,
      status: 'won',
      payout: 9_750_000n,
    },
    { ids: '[SETL-38]', games: [leg(300, 'half-won')], bonus: 0, status: 'won', payout: 2_600_000n },
    { ids: '[SETL-38]', games: [leg(300, 'half-lost')], bonus: 0, status: 'won', payout: 650_000n },
    {
      ids: '[SETL-38]',
      games: [leg(300, 'half-lost'), leg(187, 'half-won')],
      bonus: 0,
      status: 'won',
      payout: 923_000n,
    },
  ]
  it.each(cases)('$ids a ticket with the legs $games settles as $status', ({ games, bonus, status, payout }) => {
    expect(decideTicket(games, { ...terms, bonusPercent: bonus })).toMatchObject({ status, payoutUgx: payout })
  })

  it('[SETL-43] after a void game the bonus percentage is that of the remaining games, but never higher than before', () => {
    const games = [leg(150, 'void'), leg(150, 'won'), leg(150, 'won'), leg(150, 'won'), leg(150, 'won')]
    expect(decideTicket(games, { ...terms, bonusPercent: 5 }).bonusPercent).toBe(3)
    expect(decideTicket(games, { ...terms, bonusPercent: 0 }).bonusPercent).toBe(0)
  })

  it('[SETL-09] without a void leg, a ticket keeps the bonus promised at placement', () => {
    expect(decideTicket([leg(150, 'won')], { ...terms, bonusPercent: 3 }).bonusPercent).toBe(3)
  })

  it('[SETL-07] [SLIP-05] a won same-game combination pays its joint odds, and the odds of its parts are not needed', () => {
    const game: TicketGame = { oddsHundredths: odds(540), outcomes: ['won', 'won'] }
    expect(decideTicket([game], terms)).toMatchObject({ status: 'won', totalOddsHundredths: 540n })
  })

  it('[SETL-04] a ticket without legs cannot be settled', () => {
    expect(() => decideTicket([], terms)).toThrow('at least one leg')
    expect(() => decideTicket([{ oddsHundredths: odds(540), outcomes: [] }], terms)).toThrow('at least one leg')
  })

  it('[SETL-41] [SLIP-05] a same-game combination with a void leg pays the odds of the remaining legs, at most the original odds', () => {
    const game: TicketGame = {
      oddsHundredths: odds(540),
      outcomes: ['won', 'void', 'won'],
      repriced: (positions) => (positions.join() === '0,2' ? odds(310) : odds(999)),
    }
    expect(decideTicket([game], terms)).toMatchObject({ status: 'won', totalOddsHundredths: 310n })
    const withHigherOdds: TicketGame = { ...game, repriced: () => odds(700) }
    expect(decideTicket([withHigherOdds], terms).totalOddsHundredths).toBe(540n)
    expect(() => decideTicket([{ oddsHundredths: odds(540), outcomes: ['won', 'void'] }], terms)).toThrow(
      /without the void leg/,
    )
  })

  it('[SETL-38] [SLIP-05] a half-won leg of a same-game combination wins half the stake at the full odds and half at the odds of the remaining legs', () => {
    const game: TicketGame = {
      oddsHundredths: odds(500),
      outcomes: ['won', 'half-won'],
      repriced: () => odds(200),
    }
    expect(decideTicket([game], terms).totalOddsHundredths).toBe(350n)
  })

  it('[SLIP-70] settling a ticket pays at most the maximum payout', () => {
    const decided = decideTicket([leg(90_000, 'won')], { ...terms, maxPayoutUgx: ugxFromShillings(1_000_000) })
    expect(decided.payoutUgx).toBe(ugxFromShillings(1_000_000))
  })

  it('[SETL-09] a ticket with all legs won pays exactly the payout shown on the slip', () => {
    const perGame = fc.array(fc.integer({ min: 101, max: 3_000 }).map(odds), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), perGame, (hundredths, prices) => {
        const promised = slipTotals(ugx(hundredths), prices, rule, NO_CUT)
        const decided = decideTicket(
          prices.map((price) => ({ oddsHundredths: price, outcomes: ['won'] })),
          { stakeUgx: ugx(hundredths), bonus: rule, bonusPercent: promised.bonusPercent, maxPayoutUgx: NO_CUT },
        )
        expect(decided).toEqual({
          status: 'won',
          payoutUgx: promised.payoutUgx,
          totalOddsHundredths: promised.totalOddsHundredths,
          bonusPercent: promised.bonusPercent,
          bonusUgx: promised.bonusUgx,
        })
      }),
    )
  })

  it('[SETL-08] [SETL-10] a better outcome of one leg never lowers the payout of a ticket', () => {
    const ranked: readonly Settlement[] = ['lost', 'half-lost', 'void', 'half-won', 'won']
    const legs = fc.array(
      fc.record({ price: fc.integer({ min: 101, max: 2_000 }), rank: fc.integer({ min: 0, max: 4 }) }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(legs, fc.nat(), (drawn, pick) => {
        const better = drawn.map((one, at) =>
          at === pick % drawn.length ? { ...one, rank: Math.min(4, one.rank + 1) } : one,
        )
        const payout = (ranks: typeof drawn): bigint =>
          decideTicket(
            ranks.map(({ price, rank }) => leg(price, ranked[rank] ?? 'lost')),
            terms,
          ).payoutUgx
        expect(payout(better) >= payout(drawn)).toBe(true)
      }),
    )
  })
})

describe('status transitions', () => {
  it('[DATA-18] a ticket leaves the status pending once, and only a resettlement changes a settled ticket', () => {
    expect(canTransition(ticketStates, 'pending', 'cashout')).toBe(true)
    for (const status of ['won', 'lost', 'void', 'cancelled', 'cashout'] as const)
      expect(ticketStates[status]).toEqual([])
    expect(canTransition(ticketCorrections, 'won', 'lost')).toBe(true)
    expect(ticketCorrections.cashout).toEqual([])
  })

  it('[DEP-25] [WDR-22] a failed deposit can still become successful, but a failed withdrawal cannot', () => {
    expect(canTransition(transactionStates.deposit, 'failed', 'success')).toBe(true)
    expect(canTransition(transactionStates.withdrawal, 'failed', 'success')).toBe(false)
    expect(canTransition(transactionStates.withdrawal, 'success', 'failed')).toBe(false)
  })

  it('[LIVE-12] a cancelled or settled game has no further status transitions', () => {
    expect([gameStates.cancelled, gameStates.settled]).toEqual([[], []])
    expect(canTransition(gameStates, 'finished', 'live')).toBe(false)
  })
})

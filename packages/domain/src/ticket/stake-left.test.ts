import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Settlement } from '../markets/types.ts'
import { floorRatio, ugx, ugxFromShillings } from '../money/ugx.ts'
import { odds } from '../odds/odds.ts'
import { correctTicket } from './correct.ts'
import { decideTicket, type TicketGame, type TicketTerms } from './decide.ts'

const terms = (cashed: number, over: Partial<TicketTerms> = {}): TicketTerms => ({
  stakeUgx: ugxFromShillings(10_000),
  cashedStakeUgx: ugxFromShillings(cashed),
  bonus: { minOddsHundredths: 120 },
  bonusPercent: 3,
  maxPayoutUgx: ugxFromShillings(500_000_000),
  ...over,
})
const games = (...outcomes: readonly Settlement[]): TicketGame[] =>
  outcomes.map((outcome) => ({ oddsHundredths: odds(200), outcomes: [outcome] }))

describe('the settlement of a ticket after a partial cashout', () => {
  it.each([
    ['a won ticket pays the share of the stake left, bonus included', ['won', 'won', 'won'], 'won', 49_440, 1_440],
    ['a void ticket returns the stake left', ['void', 'void', 'void'], 'void', 6_000, 0],
    ['a void leg counts with odds 1.00 for the stake left', ['won', 'void', 'won'], 'won', 24_000, 0],
    ['a lost ticket pays nothing', ['won', 'lost', 'won'], 'lost', 0, 0],
  ] as const)('[COUT-06] [SETL-09] %s', (_title, outcomes, status, payout, bonus) => {
    const decision = decideTicket(games(...outcomes), terms(4_000))
    expect([decision.status, Number(decision.payoutUgx) / 100, Number(decision.bonusUgx) / 100]).toEqual([
      status,
      payout,
      bonus,
    ])
  })

  it('[COUT-01] the maximum payout of a ticket falls with its stake', () => {
    const decision = decideTicket(games('won', 'won'), terms(2_500, { maxPayoutUgx: ugxFromShillings(20_000) }))
    expect(decision.payoutUgx).toBe(ugxFromShillings(15_000))
  })

  it('[COUT-06] [SETL-44] a correction reverses and pays what belongs to the stake left', () => {
    const won = decideTicket(games('won', 'won'), terms(4_000))
    const voided = decideTicket(games('void', 'void'), terms(4_000))
    expect(correctTicket({ status: 'won', payoutUgx: won.payoutUgx }, voided)).toMatchObject({
      reversedUgx: won.payoutUgx,
      payUgx: ugxFromShillings(6_000),
    })
  })

  it('[COUT-06] every payout is the payout of the whole ticket times the stake left, rounded down', () => {
    const outcome = fc.constantFrom<Settlement>('won', 'won', 'void', 'half-won', 'half-lost')
    const stake = fc.integer({ min: 1_000_00, max: 50_000_00 })
    fc.assert(
      fc.property(
        fc.array(outcome, { minLength: 1, maxLength: 5 }),
        stake,
        fc.double({ min: 0, max: 0.999 }),
        (all, hundredths, share) => {
          const stakeUgx = ugx(BigInt(hundredths))
          const cashedStakeUgx = ugx(BigInt(Math.floor(hundredths * (Number.isNaN(share) ? 0 : share))))
          const whole = decideTicket(games(...all), { ...terms(0), stakeUgx })
          const rest = decideTicket(games(...all), { ...terms(0), stakeUgx, cashedStakeUgx })
          expect(rest.payoutUgx).toBe(floorRatio(whole.payoutUgx * (stakeUgx - cashedStakeUgx), stakeUgx))
        },
      ),
    )
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RuleOutcome } from '../../../../tests/support/market-rules.ts'
import { proofSize } from '../../../../tests/support/proof.ts'
import { type RuledGame, ruledEnd, ruledOffer, type RuledTerms } from '../../../../tests/support/ticket-rules.ts'
import { ugx } from '../money/ugx.ts'
import { odds } from '../odds/odds.ts'
import { correctTicket, type TicketProgress } from './correct.ts'
import { decideTicket, type TicketGame } from './decide.ts'
import { slipTotals } from './totals.ts'

// Random tickets promise and pay what the rules page says, also after corrections of results. The rules of
// `ticket-rules.ts` share no code with the domain.

const outcome = fc.oneof(
  { weight: 6, arbitrary: fc.constant<RuleOutcome>('won') },
  { weight: 3, arbitrary: fc.constant<RuleOutcome>('void') },
  { weight: 2, arbitrary: fc.constantFrom<RuleOutcome>('half-won', 'half-lost') },
  { weight: 1, arbitrary: fc.constantFrom<RuleOutcome>('lost', 'undecided') },
)

type Drawn = {
  readonly odds: number
  readonly legOdds: readonly number[]
  readonly results: readonly (readonly RuleOutcome[])[]
}

/** A game with one to three legs, and the outcomes of its legs after each of three results. */
const game: fc.Arbitrary<Drawn> = fc.constantFrom(1, 1, 1, 2, 3).chain((legs) => {
  const exactly = { minLength: legs, maxLength: legs }
  return fc.record({
    odds: fc.oneof(fc.integer({ min: 101, max: 900 }), fc.constantFrom(119, 120, 121, 50_000)),
    legOdds: fc.array(fc.integer({ min: 101, max: 900 }), exactly),
    results: fc.array(fc.array(outcome, exactly), { minLength: 3, maxLength: 3 }),
  })
})

const ticket = fc.record({
  games: fc.array(game, { minLength: 1, maxLength: 7 }),
  stake: fc.bigInt(1n, 500_000_000n),
  maxPayout: fc.oneof(fc.constant(50_000_000_000n), fc.bigInt(1_000n, 100_000_000n)),
})

/** The odds of some legs of a game: the highest single odds, multiplied by the number of legs. */
const oddsOfSome = ({ legOdds }: Drawn, positions: readonly number[]): number =>
  positions.length * Math.max(...positions.map((position) => legOdds[position] ?? 0))

const productGame = (drawn: Drawn, version: number): TicketGame => ({
  oddsHundredths: odds(drawn.odds),
  outcomes: drawn.results[version] ?? [],
  repriced: (positions) => odds(oddsOfSome(drawn, positions)),
})
const ruledGame = (drawn: Drawn, version: number): RuledGame => ({
  odds: BigInt(drawn.odds),
  outcomes: drawn.results[version] ?? [],
  oddsOf: (positions) => BigInt(oddsOfSome(drawn, positions)),
})

it('[SLIP-25] [SLIP-70] [SETL-04] [SETL-07] [SETL-10] [SETL-38] [SETL-41] [SETL-45] random tickets promise and pay what the rules page says, after every correction', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(ticket, ({ games, stake, maxPayout }) => {
      const rules: RuledTerms = { stake, bonusMinOdds: 120n, maxPayout }
      const offer = ruledOffer(
        games.map((each) => BigInt(each.odds)),
        rules,
      )
      const bonus = { minOddsHundredths: 120 }
      const totals = slipTotals(
        ugx(stake),
        games.map((each) => odds(each.odds)),
        bonus,
        ugx(maxPayout),
      )
      expect({
        totalOdds: totals.totalOddsHundredths,
        bonusPercent: BigInt(totals.bonusPercent),
        payout: totals.payoutUgx,
      }).toEqual(offer)

      const terms = { stakeUgx: ugx(stake), bonus, bonusPercent: totals.bonusPercent, maxPayoutUgx: ugx(maxPayout) }
      let progress: TicketProgress = { status: 'pending', payoutUgx: null }
      let received = 0n
      for (const version of [0, 1, 2]) {
        const decision = decideTicket(
          games.map((each) => productGame(each, version)),
          terms,
        )
        const ruled = ruledEnd(
          games.map((each) => ruledGame(each, version)),
          rules,
        )
        expect({ status: decision.status, payout: decision.payoutUgx }).toEqual(ruled)
        const next = correctTicket(progress, decision)
        received += next.payUgx - next.reversedUgx
        expect(received).toBe(ruled.payout)
        progress = next
        seen.add(ruled.status)
      }
    }),
    { numRuns: proofSize({ small: 2_000, full: 100_000 }) },
  )
  expect(seen).toEqual(new Set(['pending', 'won', 'lost', 'void']))
})

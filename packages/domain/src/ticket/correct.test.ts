import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../markets/types.ts'
import { ugx } from '../money/ugx.ts'
import { odds } from '../odds/odds.ts'
import { correctTicket, type TicketProgress } from './correct.ts'
import { decideTicket } from './decide.ts'
import { canTransition, ticketCorrections, ticketStates, type TicketStatus } from './states.ts'
import { bonusRule } from './totals.ts'

const progressOf = (status: TicketStatus, payout: bigint | null): TicketProgress => ({
  status,
  payoutUgx: payout === null ? null : ugx(payout),
})

describe('applying a corrected result', () => {
  it.each([
    ['[SETL-45] a paid win is taken back', 'won', 7_013n, 'lost', 0n, 7_013n, 0n],
    ['[SETL-44] a lost ticket is paid', 'lost', 0n, 'won', 7_013n, 0n, 7_013n],
    ['[SETL-44] another payout is reversed in full, then paid in full', 'won', 7_013n, 'won', 5_003n, 7_013n, 5_003n],
    ['[SETL-44] a refund is reversed before the win is paid', 'void', 2_503n, 'won', 2_503n, 2_503n, 2_503n],
    ['[SETL-44] the same result moves nothing', 'won', 7_013n, 'won', 7_013n, 0n, 0n],
    ['[SETL-44] a pending ticket loses without money', 'pending', null, 'lost', 0n, 0n, 0n],
    ['[TICK-45] a cashed-out ticket is unchanged', 'cashout', 1_709n, 'won', 7_013n, 0n, 0n],
    ['[SETL-44] a cancelled ticket is unchanged', 'cancelled', 2_503n, 'won', 7_013n, 0n, 0n],
  ] as const)('applying a corrected result: %s', (_, status, payout, becomes, newPayout, takeBack, pay) => {
    const corrected = correctTicket(progressOf(status, payout), { status: becomes, payoutUgx: ugx(newPayout) })
    expect({ takeBack: corrected.reversedUgx, pay: corrected.payUgx }).toEqual({ takeBack, pay })
    const stays = status === 'cashout' || status === 'cancelled'
    expect(corrected.status).toBe(stays ? status : becomes)
  })

  it('[SETL-44] a corrected result reopens a lost ticket when the lost leg has now won and other legs are open', () => {
    const corrected = correctTicket(progressOf('lost', 0n), { status: 'pending', payoutUgx: ugx(0n) })
    expect(corrected).toEqual({ status: 'pending', payoutUgx: null, reversedUgx: 0n, payUgx: 0n })
  })

  const outcome = fc.constantFrom<Outcome | 'undecided'>('won', 'lost', 'void', 'half-won', 'half-lost', 'undecided')
  const leg = fc.record({
    odds: fc.integer({ min: 101, max: 900 }),
    results: fc.array(outcome, { minLength: 4, maxLength: 4 }),
  })

  it('[SETL-44] [SETL-45] after any sequence of corrected results, the player has exactly the payout of the last result', () => {
    fc.assert(
      fc.property(fc.array(leg, { minLength: 1, maxLength: 6 }), fc.bigInt(100n, 10_000_000n), (legs, stake) => {
        const terms = {
          stakeUgx: ugx(stake),
          bonus: bonusRule(1.2),
          bonusPercent: 5,
          maxPayoutUgx: ugx(50_000_000_000n),
        }
        const decide = (version: number) =>
          decideTicket(
            legs.map((each) => ({ oddsHundredths: odds(each.odds), outcomes: [each.results[version] ?? 'undecided'] })),
            terms,
          )
        let now: TicketProgress = progressOf('pending', null)
        let received = 0n
        for (const version of [0, 1, 2, 3]) {
          const next = correctTicket(now, decide(version))
          const mayMove =
            canTransition(ticketStates, now.status, next.status) ||
            canTransition(ticketCorrections, now.status, next.status)
          expect(next.status === now.status || mayMove).toBe(true)
          received += next.payUgx - next.reversedUgx
          now = next
        }
        const last = decide(3)
        expect(received).toBe(last.payoutUgx)
        expect(now.status).toBe(last.status)
      }),
    )
  })
})

import { ugx } from '@mupiira/domain/money/ugx.ts'
import { expect, it } from 'vitest'
import { presentBetRefusal } from './present-bet-refusal.ts'

type BetRefusal = Parameters<typeof presentBetRefusal>[0]

it.each<[BetRefusal, object | undefined]>([
  [
    { code: 'INVALID_STAKE', minimumUgx: ugx(100_000n), ownMinimumUgx: ugx(1_000_000n) },
    { minimum: '1,000', minimumUgx: 1_000, ownMinimum: '10,000', ownMinimumUgx: 10_000 },
  ],
  [
    { code: 'STAKE_BELOW_MINIMUM', minimumUgx: ugx(2_500_000n) },
    { minimum: '25,000', minimumUgx: 25_000 },
  ],
  [
    { code: 'STAKE_ABOVE_LIABILITY', maximumUgx: ugx(700_000n) },
    { maximum: '7,000', maximumUgx: 7_000 },
  ],
  [
    { code: 'NEGATIVE_BALANCE', balanceUgx: ugx(-50_000n) },
    { balance: '−500.00', balanceUgx: -500 },
  ],
  [
    { code: 'INSUFFICIENT_BALANCE', balanceUgx: ugx(50_000n), requiredUgx: ugx(100_000n) },
    { balance: 'UGX 500.00', balanceUgx: 500, required: 'UGX 1,000.00', requiredUgx: 1_000 },
  ],
  [{ code: 'TOO_MANY_SELECTIONS', maximum: 45 }, { maximum: 45 }],
  [{ code: 'DAILY_BET_LIMIT', limit: 3 }, { limit: 3 }],
  [{ code: 'GAME_CLOSED', selection: 2 }, { selection: 2 }],
  [{ code: 'MARKET_UNAVAILABLE' }, undefined],
  [{ code: 'MAINTENANCE' }, undefined],
])('the refusal %o is presented with its published fields', (refusal, details) => {
  expect(presentBetRefusal(refusal)).toEqual({ error: refusal.code, details })
})

it('a refused bet publishes only the fields that are listed for its code', () => {
  const refusal = { code: 'STAKE_ABOVE_MAXIMUM', maximumUgx: ugx(100n), accountId: 'a-1' } as const
  expect(presentBetRefusal(refusal)).toEqual({ error: refusal.code, details: { maximum: '1', maximumUgx: 1 } })
})

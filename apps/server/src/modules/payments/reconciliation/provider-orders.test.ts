import { expect, it } from 'vitest'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import type { ListedOrder } from '../ports.ts'
import { byReference } from './provider-orders.ts'

const row = (status: ListedOrder['status'], shillings: bigint | null): ListedOrder => ({
  reference: 'WDR-1',
  kind: 'payout',
  status,
  phoneNumber: null,
  amount: shillings === null ? null : ugx(shillings * 100n),
  currency: 'UGX',
  createdAt: null,
})

it.each([
  ['paid twice: both amounts', [row('success', 50_000n), row('success', 50_000n)], 'success', 10_000_000n],
  ['paid once, failed once', [row('success', 50_000n), row('failed', 50_000n)], 'success', 5_000_000n],
  ['failed first, then paid', [row('failed', 50_000n), row('success', 50_000n)], 'success', 5_000_000n],
  ['one of them still open', [row('pending', 50_000n), row('failed', 50_000n)], 'pending', 5_000_000n],
  ['an amount that cannot be read', [row('success', 50_000n), row('success', null)], 'success', null],
] as const)('[WDR-20] a reference that the provider lists twice is combined: %s', (_what, rows, status, amount) => {
  const orders = byReference([...rows, { ...row('failed', 1n), reference: 'WDR-2' }])
  expect([...orders.keys()]).toEqual(['WDR-1', 'WDR-2'])
  expect(orders.get('WDR-1')).toMatchObject({ status, amount })
})

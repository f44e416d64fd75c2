import { describe, expect, it } from 'vitest'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import { newPayment, type Payment } from '../payment.ts'
import type { ListedOrder } from '../ports.ts'
import { comparePayment, unknownOrders } from './compare-orders.ts'

const now = new Date('2026-11-21T12:00:00Z')
const AMOUNT = ugx(2_500_000n)
const ours = (change: Partial<Payment>): Payment => ({
  ...newPayment(
    {
      id: '01990000-0000-7000-8000-000000000001',
      shortReference: 'D7KQ2MXP',
      userId: 'u',
      type: 'deposit',
      amount: AMOUNT,
      fee: ugx(0n),
      phoneNumber: '+256772000110',
      paymentMethod: 'MTN',
      provider: 'relworx',
    },
    now,
  ),
  ...change,
})
const listed = (change: Partial<ListedOrder>): ListedOrder => ({
  reference: 'DEP-01990000000070008000000000000001',
  kind: 'collection',
  status: 'success',
  phoneNumber: '+256772000110',
  amount: AMOUNT,
  currency: 'UGX',
  createdAt: now,
  ...change,
})
const listedView = (change: Partial<ListedOrder>) => ({ isAnswered: true, order: listed(change) })
const UNKNOWN = { isAnswered: true, order: null }
const SILENT = { isAnswered: false, order: null }

describe('[WDR-23][DEP-21] comparing the provider, our payment and the ledger', () => {
  it.each([
    ['a deposit paid on all sides', { status: 'success', stage: 'done' }, listedView({}), AMOUNT, null, 0n],
    [
      'paid in our records, unknown at the provider',
      { status: 'success', stage: 'done' },
      UNKNOWN,
      AMOUNT,
      'unknown-there',
      -AMOUNT,
    ],
    [
      'paid in our records, failed at the provider',
      { status: 'success', stage: 'done' },
      listedView({ status: 'failed' }),
      AMOUNT,
      'failed-there',
      -AMOUNT,
    ],
    [
      'paid in our records, pending at the provider',
      { status: 'success', stage: 'done' },
      listedView({ status: 'pending' }),
      AMOUNT,
      'pending-there',
      -AMOUNT,
    ],
    [
      'paid in our records, twice the amount at the provider',
      { status: 'success', stage: 'done' },
      listedView({ amount: ugx(5_000_000n) }),
      AMOUNT,
      'other-amount',
      AMOUNT,
    ],
    [
      'paid in our records, unknown amount at the provider',
      { status: 'success', stage: 'done' },
      listedView({ amount: null }),
      AMOUNT,
      null,
      0n,
    ],
    [
      'failed in our records, paid at the provider',
      { status: 'failed', stage: 'done' },
      listedView({}),
      0n,
      'paid-though-failed',
      AMOUNT,
    ],
    [
      'failed in our records and at the provider',
      { status: 'failed', stage: 'done' },
      listedView({ status: 'failed' }),
      0n,
      null,
      0n,
    ],
    ['failed in our records, unknown at the provider', { status: 'failed', stage: 'done' }, UNKNOWN, 0n, null, 0n],
    ['pending on both sides', { stage: 'polling' }, listedView({ status: 'pending' }), 0n, null, 0n],
    ['no answer from the provider', { status: 'success', stage: 'done' }, SILENT, AMOUNT, null, 0n],
    ['under review', { stage: 'review', reason: 'expired' }, listedView({}), 0n, 'waits-for-operator', 0n],
    ['paid but not in the ledger', { status: 'success', stage: 'done' }, listedView({}), 0n, 'ledger', 0n],
    ['failed but in the ledger', { status: 'failed', stage: 'done' }, UNKNOWN, AMOUNT, 'ledger', 0n],
    ['in the ledger with another amount', { status: 'success', stage: 'done' }, listedView({}), 100n, 'ledger', 0n],
  ] as const)(
    'the difference between the provider’s order, our payment and the ledger for “$0” is $4',
    (_what, change, theirs, posted, kind, amount) => {
      const found = comparePayment(ours(change as Partial<Payment>), theirs, posted)
      expect(found?.kind ?? null).toBe(kind)
      expect(found?.amountUgx ?? 0n).toBe(amount)
    },
  )

  it('a payout that failed in our records but was paid by the provider counts as money missing from the float', () => {
    const payout = ours({ type: 'withdrawal', status: 'failed', stage: 'done' })
    expect(comparePayment(payout, listedView({ kind: 'payout' }), 0n)).toMatchObject({
      kind: 'paid-though-failed',
      amountUgx: -AMOUNT,
    })
  })

  it('an order in the provider’s list that we never placed opens a case if it was paid', () => {
    const orders = [
      listed({ reference: 'A' }),
      listed({ reference: 'B', status: 'failed' }),
      listed({ reference: 'C', kind: 'payout' }),
    ]
    expect(unknownOrders(orders, new Set(['A']))).toMatchObject([
      { subject: 'C', kind: 'unknown-here', amountUgx: -AMOUNT },
    ])
  })
})

it('[OPS-05] the details of a difference have amounts in shillings and reasons in words', () => {
  const paid = ours({ status: 'success', stage: 'done' })
  expect(comparePayment(paid, listedView({}), 0n)?.detail).toBe(
    'UGX 0.00 in the ledger at the provider, UGX 25,000.00 expected',
  )
  const unknown = ours({ status: 'pending', stage: 'review', reason: 'timed-out' })
  expect(comparePayment(unknown, SILENT, 0n)?.detail).toBe('deposit of UGX 25,000.00: Not confirmed')
})

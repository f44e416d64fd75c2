import type { Page } from 'playwright-core'
import type { HeldWithdrawal } from '@mupiira/contract/admin-withdrawal-reviews.ts'
import { OPENS_AT } from '../support/business-time.ts'
import { changeResponse } from './network.ts'

const hoursFromOpening = (hours: number): string => new Date(OPENS_AT.getTime() + hours * 3_600_000).toISOString()

function heldWithdrawal(at: number, change: Partial<HeldWithdrawal>): HeldWithdrawal {
  const id = `0199a000-0000-7000-8000-00000000000${at}`
  const phoneNumber = `+25677260011${at}`
  return {
    id,
    userId: id,
    type: 'withdrawal',
    amount: 5_000_000,
    fee: 3_000,
    amountSent: null,
    status: 'pending',
    beingChecked: true,
    phoneNumber,
    paymentMethod: 'MTN',
    description: 'Withdrawal',
    providerRef: null,
    shortReference: `W7KQ2MX${at}`,
    message: 'We are checking your withdrawal before we send it.',
    createdAt: hoursFromOpening(-5),
    completedAt: null,
    pollingEndsAt: null,
    review: { state: 'waiting', dueAt: hoursFromOpening(19) },
    user: { id, username: phoneNumber, name: 'Grace Nakato', email: '', phoneNumber },
    provider: 'relworx',
    reference: `WDR-${id.replaceAll('-', '')}`,
    stage: 'held',
    toReview: false,
    reason: null,
    reasons: ['amount'],
    ...change,
  }
}

const ITEMS = [
  heldWithdrawal(2, {
    createdAt: hoursFromOpening(-30),
    review: { state: 'waiting', dueAt: hoursFromOpening(-6) },
    reasons: ['amount', 'fast-turnover', 'related-account'],
  }),
  heldWithdrawal(3, { amount: 250_000, reasons: ['first-withdrawal'] }),
  heldWithdrawal(4, { amount: 1_200_000, reasons: ['manual-game'], createdAt: hoursFromOpening(-0.5) }),
]

/** Shows three withdrawals that wait for a review; the first one waits longer than its player was promised. */
export const showHeldWithdrawals = (page: Page): Promise<void> =>
  changeResponse(page, 'GET /api/admin/withdrawal-reviews', () => ({ items: ITEMS, total: ITEMS.length }))

/** The states of a held withdrawal on its player's screen. */
export const HELD = {
  status: 'pending',
  completedAt: null,
  beingChecked: true,
  message: 'We are checking your withdrawal before we send it. The money stays on hold until we decide.',
  review: { state: 'waiting', dueAt: hoursFromOpening(19) },
}
export const REJECTED = {
  status: 'failed',
  message:
    'We did not approve this withdrawal. UGX 52,000.00 is back in your balance. Reason: Please send us a copy of your ID first.',
  review: { state: 'rejected', dueAt: hoursFromOpening(19) },
}

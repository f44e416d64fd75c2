import type { Page } from 'playwright-core'
import { HELD, REJECTED } from './held-withdrawals.ts'
import { changeResponse } from './network.ts'
import { OPENS_AT } from '../support/business-time.ts'

/** Deposits, withdrawals and their outcomes (see `screens.ts`). */
export const MONEY_SCREENS = [
  { name: 'deposit', path: '/deposit', needsLogin: true, title: 'Add Funds', state: 'filled' },
  { name: 'deposit-refused', path: '/deposit', needsLogin: true, title: 'Add Funds', state: 'unknown' },
  { name: 'withdraw', path: '/withdraw', needsLogin: true, title: 'Withdraw', state: 'filled' },
  { name: 'withdraw-confirm', path: '/withdraw', needsLogin: true, title: 'Withdraw', state: 'filled' },
  {
    name: 'payment-waiting',
    path: '/payments/{pendingDepositId}',
    needsLogin: true,
    title: 'Payment',
    state: 'filled',
  },
  { name: 'payment-received', path: '/payments/{depositId}', needsLogin: true, title: 'Payment', state: 'filled' },
  {
    name: 'payment-failed',
    path: '/payments/{failedDepositId}',
    needsLogin: true,
    title: 'Payment',
    state: 'filled',
  },
  {
    name: 'payment-timed-out',
    path: '/payments/{failedDepositId}',
    needsLogin: true,
    title: 'Payment',
    state: 'filled',
  },
  { name: 'withdrawal', path: '/payments/{withdrawalId}', needsLogin: true, title: 'Payment', state: 'filled' },
  {
    name: 'withdrawal-waiting',
    path: '/payments/{withdrawalId}',
    needsLogin: true,
    title: 'Payment',
    state: 'filled',
  },
  {
    name: 'withdrawal-checked',
    path: '/payments/{withdrawalId}',
    needsLogin: true,
    title: 'Payment',
    state: 'filled',
  },
  {
    name: 'withdrawal-failed',
    path: '/payments/{withdrawalId}',
    needsLogin: true,
    title: 'Payment',
    state: 'filled',
  },
  {
    name: 'withdrawal-held',
    path: '/payments/{withdrawalId}',
    needsLogin: true,
    title: 'Payment',
    state: 'filled',
  },
  {
    name: 'withdrawal-rejected',
    path: '/payments/{withdrawalId}',
    needsLogin: true,
    title: 'Payment',
    state: 'filled',
  },
  { name: 'payments', path: '/payments', needsLogin: true, title: 'Payments', state: 'filled' },
  { name: 'payments-empty', path: '/payments', needsLogin: true, title: 'Payments', state: 'empty' },
  { name: 'deposit-under-way', path: '/deposit', needsLogin: true, title: 'Add Funds', state: 'filled' },
] as const

/** Shows the same payment in another state. */
async function showChangedPayment(page: Page, change: object, heading: string): Promise<void> {
  await changeResponse(page, 'GET /api/payments/*', () => change)
  await page.getByRole('heading', { name: heading }).waitFor()
}
const PENDING = { status: 'pending', completedAt: null }

export const MONEY_STEPS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'deposit-refused'(page) {
    await page.getByLabel('Amount (UGX)').fill('9000')
    await page.locator('main button[type=submit]').click()
    await page.getByText(/deposits? must be/).waitFor()
  },
  async 'withdraw-confirm'(page) {
    await page.getByLabel('Amount (UGX)').fill('50000')
    await page.getByRole('button', { name: 'WITHDRAW' }).click()
    await page.getByRole('button', { name: 'Confirm withdrawal' }).waitFor()
  },
  'payment-timed-out': (page) =>
    showChangedPayment(
      page,
      {
        beingChecked: true,
        message:
          'Payment was declined, cancelled, or timed out. Your balance has not been affected. If you have already approved it on your phone, it will be credited as soon as the provider confirms. Please do not pay again.',
      },
      'Deposit not confirmed yet',
    ),
  'withdrawal-waiting': (page) =>
    showChangedPayment(
      page,
      {
        ...PENDING,
        pollingEndsAt: new Date(OPENS_AT.getTime() + 7_200_000).toISOString(),
        message: 'UGX 50,000.00 is on its way to +256 77 ••• ••10.',
      },
      'On its way to your phone',
    ),
  'withdrawal-checked': (page) =>
    showChangedPayment(
      page,
      {
        ...PENDING,
        beingChecked: true,
        message:
          'Payment status check timed out. Your withdrawal is being checked. The money stays on hold until your network replies.',
      },
      'Being checked',
    ),
  'withdrawal-failed': (page) =>
    showChangedPayment(
      page,
      { status: 'failed', message: 'Withdrawal failed. Your balance has not been affected.' },
      'Withdrawal failed',
    ),
  'withdrawal-held': (page) => showChangedPayment(page, HELD, 'Being checked'),
  'withdrawal-rejected': (page) => showChangedPayment(page, REJECTED, 'Withdrawal not approved'),
  async 'deposit-under-way'(page) {
    await changeResponse<{ items: object[] }>(page, 'GET /api/payments', ({ items }) => ({
      items: [{ ...items[0], type: 'deposit', ...PENDING, beingChecked: false }],
      nextCursor: null,
    }))
    await page.getByRole('list', { name: 'Pending payments' }).waitFor()
  },
}

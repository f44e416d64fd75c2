import type { Notice } from './notice.ts'

/** NOTE-34 */
const BIG_DEPOSIT_UGX = 100_000

export const isBigDeposit = (amountUgx: number): boolean => amountUgx >= BIG_DEPOSIT_UGX

/** NOTE-34 */
export const bigDeposit = (money: string, amount: number): Notice => ({
  type: 'success',
  message: `A big deposit! ${money} is in your account. Good luck, and play within your limits.`,
  actionUrl: '/responsible-gambling',
  data: { amount, occasion: 'big-deposit' },
})

/** NOTE-35, D29: by history alone, once in an account's life. */
export const firstDeposit = (amount: number): Notice => ({
  type: 'success',
  message: 'Welcome! Your first deposit is in your account. You can bet, and withdraw what is yours at any time.',
  data: { amount, occasion: 'first-deposit' },
})

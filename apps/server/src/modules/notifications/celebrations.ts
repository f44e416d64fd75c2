import type { Notice } from './notice.ts'

/** NOTE-34 */
const BIG_DEPOSIT_UGX = 100_000

type Deposit = { readonly transactionId: string; readonly amount: number }

export const isBigDeposit = (amountUgx: number): boolean => amountUgx >= BIG_DEPOSIT_UGX

/** NOTE-34 */
export const bigDeposit = (money: string, { transactionId, amount }: Deposit): Notice => ({
  type: 'success',
  message: `A big deposit! ${money} is in your account. Good luck, and play within your limits.`,
  actionUrl: '/responsible-gambling',
  data: { transactionId, amount, occasion: 'big-deposit' },
})

/**
 * NOTE-35, D29: by history alone, once in an account's life. It promises nothing: who still owes (D21), is suspended or has
 * excluded himself can neither bet nor, some of them, withdraw.
 */
export const firstDeposit = ({ transactionId, amount }: Deposit): Notice => ({
  type: 'success',
  message: 'Welcome! Your first deposit is in your account.',
  data: { transactionId, amount, occasion: 'first-deposit' },
})

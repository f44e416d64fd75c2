import { FLOAT_ACCOUNTS } from '@mupiira/domain/payments/providers.ts'

/** The operator's own ledger accounts. Their balances are summed from postings. */
export const HOUSE = {
  /** Stakes and winnings of the sportsbook. */
  book: '00000000-0000-7000-8000-000000000001',
  /** Our money at each payment provider: `floatMtn`. */
  ...FLOAT_ACCOUNTS,
  /** Players' money on hold. */
  holds: '00000000-0000-7000-8000-000000000003',
  fees: '00000000-0000-7000-8000-000000000004',
  /** Top-ups and deductions by staff. */
  operator: '00000000-0000-7000-8000-000000000005',
  aviator: '00000000-0000-7000-8000-000000000006',
  /** What providers charged for payments. */
  charges: '00000000-0000-7000-8000-000000000009',
} as const

export type HouseAccount = (typeof HOUSE)[keyof typeof HOUSE]

const ALL: ReadonlySet<string> = new Set(Object.values(HOUSE))

export const isHouseAccount = (account: string): account is HouseAccount => ALL.has(account)

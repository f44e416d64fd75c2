import type { Limit } from '@mupiira/contract/protection.ts'

export const KIND_TEXTS = {
  deposit: { title: 'Deposits', text: 'What you pay in. Deposits under way count.' },
  stake: { title: 'Stakes', text: 'All bets and Aviator bets that you place, won or lost.' },
  loss: { title: 'Net losses', text: 'Stakes less everything that comes back: wins, refunds and cash-outs.' },
} as const

export const PERIOD_NAMES = { day: 'A day', week: 'A week', month: 'A month' } as const

const PERIOD_WORDS = { day: 'daily', week: 'weekly', month: 'monthly' } as const

/** `limitName({kind: 'stake', period: 'day'})` → "daily stake limit" */
export const limitName = ({ kind, period }: Pick<Limit, 'kind' | 'period'>): string =>
  `${PERIOD_WORDS[period]} ${kind} limit`

import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'

type Outcome = { readonly name: 'Net profit' | 'Net loss'; readonly amount: number }

/** The player's net result of a won or lost ticket (ADMT-18); null for others. */
export function netOf({
  status,
  totalStake,
  payout,
}: Pick<AdminTicket, 'status' | 'totalStake' | 'payout'>): Outcome | null {
  if (status === 'won') return { name: 'Net profit', amount: (payout ?? 0) - totalStake }
  return status === 'lost' ? { name: 'Net loss', amount: totalStake } : null
}

/** The time until settlement (ADMT-20): "Settled after 95 minutes", "Still pending...". */
export function settlementText({ settledAt, createdAt }: Pick<AdminTicket, 'settledAt' | 'createdAt'>): string {
  if (settledAt === null) return 'Still pending...'
  const minutes = Math.max(0, Math.round((Date.parse(settledAt) - Date.parse(createdAt)) / MINUTE_MS))
  return `Settled after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

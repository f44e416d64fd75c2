import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'

type Outcome = { readonly name: 'Net profit' | 'Net loss'; readonly amount: number }

/** ADMT-18: what the player has made of a won ticket, or lost with a lost one; null for every other. */
export function netOf({
  status,
  totalStake,
  payout,
}: Pick<AdminTicket, 'status' | 'totalStake' | 'payout'>): Outcome | null {
  if (status === 'won') return { name: 'Net profit', amount: (payout ?? 0) - totalStake }
  return status === 'lost' ? { name: 'Net loss', amount: totalStake } : null
}

/** ADMT-20: how long the ticket took to end: "Settled after 95 minutes", "Still pending..." */
export function settlementText({ settledAt, createdAt }: Pick<AdminTicket, 'settledAt' | 'createdAt'>): string {
  if (settledAt === null) return 'Still pending...'
  const minutes = Math.max(0, Math.round((Date.parse(settledAt) - Date.parse(createdAt)) / MINUTE_MS))
  return `Settled after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

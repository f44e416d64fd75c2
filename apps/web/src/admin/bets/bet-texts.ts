import type { AdminTicket, TicketFile } from '@mupiira/contract/admin-tickets.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { money, moneyText } from '../../shared/format/amounts.ts'

type Outcome = { readonly name: 'Net profit' | 'Net loss'; readonly amount: number }

/** The player's net result of a won or lost ticket (ADMT-18); null for others. */
export function netOf({
  status,
  totalStake,
  payout,
  cashedOut,
}: Pick<AdminTicket, 'status' | 'totalStake' | 'payout' | 'cashedOut'>): Outcome | null {
  if (status !== 'won' && status !== 'lost') return null
  const net = ugxToNumber(ugx(money(payout ?? 0) + money(cashedOut) - money(totalStake)))
  return net >= 0 && (status === 'won' || net > 0)
    ? { name: 'Net profit', amount: net }
    : { name: 'Net loss', amount: -net }
}

/** The time until settlement (ADMT-20): "Settled after 95 minutes", "Still pending...". */
export function settlementText({ settledAt, createdAt }: Pick<AdminTicket, 'settledAt' | 'createdAt'>): string {
  if (settledAt === null) return 'Still pending...'
  const minutes = Math.max(0, Math.round((Date.parse(settledAt) - Date.parse(createdAt)) / MINUTE_MS))
  return `Settled after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

type CashoutRuleChange = TicketFile['cashoutRules'][number]

/** "Auto cashout set: 50 % of the stake left at an offer of UGX 40,000.00" */
export function cashoutRuleText({ action, target, percent, paid }: Omit<CashoutRuleChange, 'at'>): string {
  const part = percent === 100 ? 'all' : `${percent} %`
  const rule = `${part} of the stake left at an offer of ${moneyText(target)}`
  switch (action) {
    case 'set':
      return `Auto cashout set: ${rule}`
    case 'removed':
      return `Auto cashout removed: ${rule}`
    case 'ended':
      return 'Auto cashout ended with the ticket'
    case 'executed':
      return `Auto cashout paid ${moneyText(paid ?? 0)}: ${rule}`
  }
}

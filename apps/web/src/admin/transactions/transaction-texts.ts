import type { Answer } from '../../shared/api/client.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'

/** The stage of a payment at its provider. */
export const STAGE_TEXTS: { readonly [S in AdminTransaction['stage']]: string } = {
  held: 'Held: staff must approve it before it is sent',
  released: 'Approved, not sent yet',
  requested: 'Not sent yet',
  sent: 'Being sent',
  polling: 'Waiting: we query the provider every 5 seconds',
  checking: 'Unknown: we query the provider at growing intervals for 72 hours',
  review: 'Unknown: staff must decide',
  done: 'Ended',
}

/** The effect of a decision on the money. */
export const ENDING_TEXTS: {
  readonly [T in AdminTransaction['type']]: { readonly success: string; readonly failed: string }
} = {
  deposit: {
    success: 'The deposit is credited to the player.',
    failed: 'The deposit fails. Nothing is credited.',
  },
  withdrawal: {
    success: 'The withdrawal is complete. The held money is debited.',
    failed: 'The withdrawal fails. The held money goes back to the player.',
  },
}

type Report = Answer<'POST /api/admin/reconciliation'>

/** The result of a comparison. Sums can differ without a case while payments are under way. */
export function outcomeText({ ok, areSumsEqual }: Pick<Report, 'ok' | 'areSumsEqual'>): string {
  if (areSumsEqual) return 'all sums agree.'
  return ok ? 'no unexplained differences, but not all sums agree yet.' : 'there are unexplained differences.'
}

type Wallet = NonNullable<Report['providers'][number]['wallet']>

/** The payments that may explain the difference of a wallet, with their amounts. */
export function transitText({ deposits, withdrawals }: Pick<Wallet, 'deposits' | 'withdrawals'>): string {
  const parts = [[deposits, 'deposit'] as const, [withdrawals, 'withdrawal'] as const].flatMap(
    ([{ count, amount }, noun]) =>
      count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'} (${moneyText(amount)})`],
  )
  return parts.length === 0
    ? 'No payment is pending that explains it'
    : `Pending or ended in the last minute: ${parts.join(' and ')}. They may explain it`
}

/** `ageText(0)` → "under an hour old", `ageText(30)` → "1 day old" */
export function ageText(hours: number): string {
  if (hours < 1) return 'under an hour old'
  const [count, unit] = hours < 24 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'} old`
}

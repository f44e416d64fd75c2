import { formatPlain, ugx } from '../money/ugx.ts'
import { PERIOD_WORDS } from './limits.ts'

/** The stored facts of a change that a player made to limits or exclusions. Amounts are hundredths as text. */
type ChangeFacts = { readonly [name: string]: unknown }

const EXCLUSION_TEXTS: { readonly [kind: string]: string } = { 'time-out': 'Time-out', exclusion: 'Self-exclusion' }

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const amountText = (amount: unknown): string =>
  amount == null ? 'no limit' : `UGX ${formatPlain(ugx(BigInt(String(amount))))}`

/**
 * `limitChangeText({ change: 'limit', kind: 'stake', period: 'day', from: null, to: '5000000' })` → "Daily stake limit
 * changed from no limit to UGX 50,000"
 */
export function limitChangeText(facts: ChangeFacts): string {
  const { change, kind, period, from, to, minutes } = facts
  if (change === 'exclusion') return `${EXCLUSION_TEXTS[String(kind)] ?? 'Self-exclusion'} started`
  if (change === 'reality-check') return `Reality check every ${String(minutes)} minutes`
  const words = PERIOD_WORDS[period as keyof typeof PERIOD_WORDS]
  const name = capitalised(`${words} ${String(kind)} limit`)
  const amounts = `from ${amountText(from)} to ${amountText(to)}`
  return change === 'raise-requested' ? `${name}: raise ${amounts} requested` : `${name} changed ${amounts}`
}

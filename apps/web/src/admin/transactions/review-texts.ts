import type { HeldWithdrawal } from '@mupiira/contract/admin-withdrawal-reviews.ts'

type ReviewReason = HeldWithdrawal['reasons'][number]

/** The rule that holds a withdrawal. */
const REASON_TEXTS: { readonly [reason in ReviewReason]: string } = {
  amount: 'Large amount',
  'first-withdrawal': 'First withdrawal',
  'fast-turnover': 'Recent deposit with few stakes',
  'manual-game': 'Won on a manual game',
  'related-account': 'Shares a device or payment number',
}

/** `reasonsText(['amount', 'manual-game'])` → "Large amount; won on a manual game" */
export const reasonsText = (reasons: readonly ReviewReason[]): string =>
  reasons
    .map((reason) => REASON_TEXTS[reason])
    .map((text, at) => (at === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1)))
    .join('; ')

export const REVIEW_DECISIONS = {
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled by the player',
} as const

/** `waitingText('2026-11-21T12:00:00Z', now)` → "3 h 5 min" */
export function waitingText(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

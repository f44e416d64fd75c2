import type { ReviewReason } from './withdrawal-review.ts'

/** The rule that holds a withdrawal. */
const REASON_TEXTS: { readonly [reason in ReviewReason]: string } = {
  amount: 'Large amount',
  'first-withdrawal': 'First withdrawal',
  'fast-turnover': 'Recent deposit with few stakes',
  'manual-game': 'Won on a manual game',
  'related-account': 'Shares a device or payment number',
}

/** `reviewReasonsText(['amount', 'manual-game'])` → "Large amount; won on a manual game" */
export const reviewReasonsText = (reasons: readonly ReviewReason[]): string =>
  reasons
    .map((reason) => REASON_TEXTS[reason])
    .map((text, at) => (at === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1)))
    .join('; ')

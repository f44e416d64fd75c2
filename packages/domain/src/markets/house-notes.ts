import type { MarketId, Rulebook } from './types.ts'

/** The differences between house rules and a market's usual rule. */
const HOUSE_NOTES: Partial<Record<string, string>> = {
  draw_no_bet: 'a draw counts as a win',
  ht_ft: 'only the full-time part counts',
  asian_handicap: 'a tie wins',
} satisfies Partial<Record<MarketId, string>>

/** `houseNote('draw_no_bet', 'house')` → "a draw counts as a win". Null without a difference, and for other markets. */
export const houseNote = (market: string, rulebook: Rulebook): string | null =>
  (rulebook === 'house' ? HOUSE_NOTES[market] : undefined) ?? null

/** The usual tags. Staff may write others. */
export const USUAL_TAGS = ['vip', 'watch', 'bonus hunter', 'arbitrage', 'vulnerable', 'complaint'] as const

export const MAX_TAG_LENGTH = 30
/** The most tags of a player. */
export const MAX_TAGS = 10

const TAG = /^[a-z0-9][a-z0-9 -]{0,29}$/

/** `readTag('  Bonus  Hunter ')` → "bonus hunter"; null for a text that is no tag. */
export function readTag(text: string): string | null {
  const tag = text.trim().toLowerCase().replace(/\s+/g, ' ')
  return TAG.test(tag) ? tag : null
}

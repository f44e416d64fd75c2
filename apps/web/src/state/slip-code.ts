import type { SlipItem } from './slip-rules.ts'

/** The booking code of a slip, valid for these selections and for the player it was issued to (D25). */
export type SlipCode = {
  readonly code: string
  readonly content: string
  /** null: issued to this browser, for a visitor and for the player who logs in on it. */
  readonly userId: string | null
}

type Selected = Pick<SlipItem, 'gameId' | 'market' | 'selection'>

/** The selections of a code, without order and odds. */
export const contentOf = (items: readonly Selected[]): string =>
  items
    .map(({ gameId, market, selection }) => `${gameId} ${market} ${selection}`)
    .sort()
    .join('|')

/** The code stored with the slip, while it is this slip's and this user's; else null, and a new one is needed. */
export function codeOf(stored: SlipCode | null, items: readonly Selected[], userId: string | null): string | null {
  if (stored === null || stored.content !== contentOf(items)) return null
  return stored.userId === null || stored.userId === userId ? stored.code : null
}

/** Reads what an earlier visit left. */
export function readSlipCode(value: unknown): SlipCode | null {
  if (typeof value !== 'object' || value === null) return null
  const { code, content, userId } = value as Record<string, unknown>
  if (typeof code !== 'string' || typeof content !== 'string') return null
  return { code, content, userId: typeof userId === 'string' ? userId : null }
}

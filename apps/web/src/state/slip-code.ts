import type { SlipItem } from './slip-rules.ts'

/** A slip's booking code, valid for these selections and the player it was issued to (D25). */
export type SlipCode = {
  readonly code: string
  readonly content: string
  /** Null if the code was issued to a visitor. It then stays valid after the visitor logs in. */
  readonly userId: string | null
}

type Selected = Pick<SlipItem, 'gameId' | 'market' | 'selection'>

/** The selections of a code, independent of order and odds. */
export const selectionKey = (items: readonly Selected[]): string =>
  items
    .map(({ gameId, market, selection }) => `${gameId} ${market} ${selection}`)
    .sort()
    .join('|')

/** The stored code if it matches this slip and user, else null. */
export function codeOf(stored: SlipCode | null, items: readonly Selected[], userId: string | null): string | null {
  if (stored === null || stored.content !== selectionKey(items)) return null
  return stored.userId === null || stored.userId === userId ? stored.code : null
}

export function readSlipCode(value: unknown): SlipCode | null {
  if (typeof value !== 'object' || value === null) return null
  const { code, content, userId } = value as Record<string, unknown>
  if (typeof code !== 'string' || typeof content !== 'string') return null
  return { code, content, userId: typeof userId === 'string' ? userId : null }
}

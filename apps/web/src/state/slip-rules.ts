/** A selection in the slip (DATA-21). `odds` are those that the player saw or accepted, as text with two decimals. */
export type SlipItem = {
  readonly id: string
  readonly gameId: string
  readonly match: string
  readonly homeTeam: string
  readonly awayTeam: string
  readonly league: string
  readonly sport: string
  readonly gameTime: string
  readonly gameStatus: string
  /** Market id. */
  readonly market: string
  /** The market's name on screen. */
  readonly section: string
  readonly marketCategory: string
  /** Selection id. */
  readonly selection: string
  /** The selection's name on screen. */
  readonly label: string
  readonly odds: string
  /** Those at which it was picked, where others were accepted since. */
  readonly pickedAt?: string
  /** Just added: highlighted for a moment (SLIP-10). */
  readonly isNew: boolean
}

export type ToggleOutcome = 'added' | 'replaced' | 'removed' | 'full' | 'invalid-game'

/** SLIP-11 */
export const MOST_SELECTIONS = 45
/** MKT-21 */
const SHORTEST_GAME_ID = 3

/** DATA-22: game id, section and label, lowercased with dashes. */
export const slipItemId = (gameId: string, section: string, label: string): string =>
  `${gameId} ${section} ${label}`.toLowerCase().replace(/[^\p{L}\d.+-]+/gu, '-')

/** One category of a game has one place in the slip (SLIP-04). */
const samePlace = (a: SlipItem, b: SlipItem): boolean => a.gameId === b.gameId && a.marketCategory === b.marketCategory

/**
 * Tapping an option: removes the same selection, replaces another one of the same game and category, else adds it
 * (SLIP-01 to SLIP-04).
 */
export function toggleItem(
  items: readonly SlipItem[],
  item: SlipItem,
): { readonly items: readonly SlipItem[]; readonly outcome: ToggleOutcome } {
  if (item.gameId.trim().length < SHORTEST_GAME_ID) return { items, outcome: 'invalid-game' }
  const present = items.find((other) => samePlace(other, item))
  if (present === undefined) {
    if (items.length >= MOST_SELECTIONS) return { items, outcome: 'full' }
    return { items: [...items, { ...item, isNew: true }], outcome: 'added' }
  }
  if (present.market === item.market && present.selection === item.selection) {
    return { items: items.filter((other) => other !== present), outcome: 'removed' }
  }
  return { items: items.map((other) => (other === present ? { ...item, isNew: true } : other)), outcome: 'replaced' }
}

/** Puts back what was taken off, before what has come since: that keeps its places, and as many find room as may. */
export const withSelections = (since: readonly SlipItem[], back: readonly SlipItem[]): readonly SlipItem[] => [
  ...back.filter((item) => !since.some((each) => samePlace(each, item))).slice(0, MOST_SELECTIONS - since.length),
  ...since,
]

/** Reads what an earlier visit left; what does not look like a selection is dropped. */
export function readItems(value: unknown): readonly SlipItem[] {
  if (!Array.isArray(value)) return []
  return value
    .filter(isSlipItem)
    .slice(0, MOST_SELECTIONS)
    .map((item) => ({ ...item, isNew: false }))
}

const TEXT_FIELDS = [
  'id',
  'gameId',
  'match',
  'market',
  'section',
  'marketCategory',
  'selection',
  'label',
  'gameTime',
] as const

function isSlipItem(value: unknown): value is SlipItem {
  if (typeof value !== 'object' || value === null) return false
  const item = value as Record<string, unknown>
  return TEXT_FIELDS.every((field) => typeof item[field] === 'string') && /^\d+\.\d{2}$/.test(String(item['odds']))
}

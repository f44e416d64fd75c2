import type { Game } from '@mupiira/contract/games.ts'
import { oddsText } from '../shared/format/amounts.ts'

/** A selection in the slip, as a reference to a market of a game (DATA-21). */
export type SlipItem = {
  readonly id: string
  readonly gameId: string
  /** Market id. */
  readonly market: string
  readonly marketCategory: string
  /** Selection id. */
  readonly selection: string
  /** The odds that the player saw or accepted, as text with two decimals. */
  readonly oddsSeen: string
  /** The odds at the time of selection, if the player has accepted other odds since. */
  readonly oddsPicked?: string
  /** True for a new selection, which is highlighted briefly. */
  readonly isNew: boolean
  readonly names: SlipNames
}

/**
 * The names to display, stored when the player selects. After a reload or offline, the game may not be in the cache.
 * The names of a cached game are used instead (`withGame`).
 */
export type SlipNames = {
  /** The market's name. */
  readonly section: string
  /** The selection's name. */
  readonly label: string
  readonly homeTeam: string
  readonly awayTeam: string
  readonly league: string
  readonly sport: string
  readonly gameTime: string
  readonly gameStatus: string
}

/** `replaced-in-play`: a selection of another market was replaced, because the game is live. */
export type ToggleOutcome = 'added' | 'replaced' | 'replaced-in-play' | 'removed' | 'full' | 'invalid-game'

export const MAX_SELECTIONS = 45
const MIN_GAME_ID_LENGTH = 3

/** DATA-22: game id, section and label, lowercased with dashes. */
export const slipItemId = (gameId: string, section: string, label: string): string =>
  `${gameId} ${section} ${label}`.toLowerCase().replace(/[^\p{L}\d.+-]+/gu, '-')

type PickedGame = Pick<Game, 'id' | 'homeTeam' | 'awayTeam' | 'league' | 'sport' | 'startTime'> & {
  readonly status: string
}
type PickedMarket = { readonly id: string; readonly name: string; readonly category: string }
type PickedSelection = { readonly id: string; readonly label: string; readonly odds: number | null }

export function slipItem(game: PickedGame, market: PickedMarket, selection: PickedSelection): SlipItem {
  return {
    id: slipItemId(game.id, market.name, selection.label),
    gameId: game.id,
    market: market.id,
    marketCategory: market.category,
    selection: selection.id,
    oddsSeen: oddsText(selection.odds ?? 0),
    isNew: true,
    names: { section: market.name, label: selection.label, ...gameNames(game) },
  }
}

const gameNames = ({ homeTeam, awayTeam, league, sport, startTime, status }: PickedGame) => ({
  homeTeam,
  awayTeam,
  league,
  sport,
  gameTime: startTime,
  gameStatus: status,
})

/** The item with the current data of its cached game. */
export const withGame = (item: SlipItem, game: Game | undefined): SlipItem =>
  game === undefined ? item : { ...item, names: { ...item.names, ...gameNames(game) } }

export const matchOf = ({ names }: SlipItem): string => `${names.homeTeam} vs ${names.awayTeam}`

/**
 * Returns whether a selection excludes another one. A slip has one selection per game and category, and one of each
 * live game (decision 0042).
 */
const isExcluded = (other: SlipItem, by: SlipItem): boolean =>
  other.gameId === by.gameId && (other.marketCategory === by.marketCategory || by.names.gameStatus === 'live')

const isSameSelection = (one: SlipItem, other: SlipItem): boolean =>
  one.gameId === other.gameId && one.market === other.market && one.selection === other.selection

/**
 * Handles a tap on a selection: removes it if it is in the slip, replaces another selection of the same game and
 * category, or adds it (SLIP-01 to SLIP-04). A selection of a live game replaces all others of the game.
 */
export function toggleItem(
  items: readonly SlipItem[],
  item: SlipItem,
): { readonly items: readonly SlipItem[]; readonly outcome: ToggleOutcome } {
  if (item.gameId.trim().length < MIN_GAME_ID_LENGTH) return { items, outcome: 'invalid-game' }
  const same = items.find((other) => isSameSelection(other, item))
  if (same !== undefined) return { items: items.filter((other) => other !== same), outcome: 'removed' }
  const present = items.find((other) => isExcluded(other, item))
  if (present === undefined) {
    if (items.length >= MAX_SELECTIONS) return { items, outcome: 'full' }
    return { items: [...items, { ...item, isNew: true }], outcome: 'added' }
  }
  const replaced = items.flatMap((other) =>
    other === present ? { ...item, isNew: true } : isExcluded(other, item) ? [] : other,
  )
  const isSameCategory = ({ marketCategory }: SlipItem): boolean => marketCategory === item.marketCategory
  const hasReplacedOthers = items.some((other) => isExcluded(other, item) && !isSameCategory(other))
  return { items: replaced, outcome: hasReplacedOthers ? 'replaced-in-play' : 'replaced' }
}

/** Puts restored selections before the current selections, up to the limit. */
export const withSelections = (since: readonly SlipItem[], restored: readonly SlipItem[]): readonly SlipItem[] => [
  ...restored.filter((item) => !since.some((each) => isExcluded(each, item))).slice(0, MAX_SELECTIONS - since.length),
  ...since,
]

/** Reads stored items and drops invalid ones. */
export function readItems(value: unknown): readonly SlipItem[] {
  if (!Array.isArray(value)) return []
  return value
    .filter(isSlipItem)
    .slice(0, MAX_SELECTIONS)
    .map((item) => ({ ...item, isNew: false }))
}

const ITEM_TEXTS = ['id', 'gameId', 'market', 'marketCategory', 'selection'] as const
const NAME_TEXTS = ['section', 'label', 'homeTeam', 'awayTeam', 'gameTime'] as const

function isSlipItem(value: unknown): value is SlipItem {
  if (!isRecord(value) || !isRecord(value['names'])) return false
  const { names } = value
  const hasTexts =
    ITEM_TEXTS.every((field) => typeof value[field] === 'string') &&
    NAME_TEXTS.every((field) => typeof names[field] === 'string')
  return hasTexts && /^\d+\.\d{2}$/.test(String(value['oddsSeen']))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

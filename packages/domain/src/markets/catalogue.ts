import { houseNote } from './house-notes.ts'
import { plain } from './labels.ts'
import type { GameNames } from './labels.ts'
import { MARKET_TABLE } from './table.ts'
import type { MarketEntry } from './table.ts'
import { MARKET_IDS } from './types.ts'
import type { GameForMarkets, MarketId, OfferedMarket, Rulebook, Selection } from './types.ts'

/** A market of the catalogue (D10), the same for every game. */
export type MarketDefinition = MarketEntry & { readonly id: MarketId; readonly category: string }

/** All markets in screen order: POPULAR, GOALS, COMBOS, SPECIALS (MKT-20). */
export const MARKETS: readonly MarketDefinition[] = MARKET_IDS.map((id) => ({ id, category: id, ...MARKET_TABLE[id] }))

const BY_ID: ReadonlyMap<MarketId, MarketDefinition> = new Map(MARKETS.map((definition) => [definition.id, definition]))

export const marketDefinition = (id: MarketId): MarketDefinition => BY_ID.get(id) as MarketDefinition

export const isScorerMarket = (id: MarketId): boolean => MARKET_TABLE[id].decidedBy === 'scorers'

/**
 * The label of a selection: `labelOf('asian_handicap', 'home_-1.5', game)` → "Arsenal -1.5". Readable ids ("1X",
 * "2-1", "4-6") are their own label.
 */
export const labelOf = (market: MarketId, selectionId: string, game: GameNames): string =>
  (MARKET_TABLE[market].label ?? plain)(selectionId, game)

/** The settlement rule as text, for the given rulebook. */
export function ruleText(market: MarketId, rulebook: Rulebook): string {
  const { rule } = MARKET_TABLE[market]
  return typeof rule === 'string' ? rule : rule[rulebook]
}

/** The market's name, with a note if the house rule differs (MKT-44). */
export function headingOf(id: MarketId, rulebook: Rulebook): string {
  const note = houseNote(id, rulebook)
  const { name } = marketDefinition(id)
  return note === null ? name : `${name} – ${note}`
}

/**
 * Returns whether the game has the data that the market needs. Otherwise betting on it is not available (MKT-20, 45,
 * D10, D53).
 */
export function isAvailable(id: MarketId, game: GameForMarkets): boolean {
  if (game.sport !== 'soccer') return id === '1x2'
  const { needs } = marketDefinition(id)
  if (needs === 'knockout') return game.knockout
  return needs !== 'scorer odds' || selectionIdsOf(id, game).length > 0
}

/** The selections of a market in a game; empty if the market is not available. */
export function selectionsOf(id: MarketId, game: GameForMarkets): readonly Selection[] {
  if (!isAvailable(id, game)) return []
  return selectionIdsOf(id, game).map((selectionId) => ({ id: selectionId, label: labelOf(id, selectionId, game) }))
}

/** The ids of a market's selections, available or not. */
export function selectionIdsOf(id: MarketId, game: GameForMarkets): readonly string[] {
  const { selections } = marketDefinition(id)
  return typeof selections === 'function' ? selections(game) : selections
}

/** All markets of a game in catalogue order. */
export function offeredMarkets(game: GameForMarkets, rulebook: Rulebook): readonly OfferedMarket[] {
  return MARKETS.map(({ id, name, group, category }) => ({
    id,
    name,
    heading: headingOf(id, rulebook),
    group,
    category,
    available: isAvailable(id, game),
    selections: selectionsOf(id, game),
  }))
}

import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'
import { MARKETS } from './catalogue.ts'
import { settlerOf } from './settle.ts'
import { normalised } from './selection-text.ts'
import type { TeamNames } from './selection-text.ts'
import { MARKET_TABLE } from './table.ts'
import { isMarketId } from './types.ts'
import type { MarketId } from './types.ts'

export interface NamedSelection {
  readonly market: MarketId
  readonly selectionId: string
}

/**
 * Resolves the market and selection of a request from ids or from the specification's texts ("Over 2.5", "Home", a
 * team's name, "2:1"). A missing market or "Other" is inferred from the selection (D57, SLIP-07, 08, SETL-16); an
 * unknown market is rejected. The category comes from the market (MKT-23..31). `resolveSelection(null, 'Over 2.5',
 * teams)` → over_under, over_2.5
 */
export function resolveSelection(
  marketText: string | null | undefined,
  selectionText: string,
  teams: TeamNames,
): Result<NamedSelection, 'UNKNOWN_SELECTION'> {
  const text = selectionText.trim()
  const requested = marketText ?? ''
  const named = marketFromText(requested)
  const found =
    named !== null ? inMarket(named, text, teams) : isUnnamedMarket(requested) ? inferMarket(text, teams) : null
  return found === null ? err('UNKNOWN_SELECTION') : ok(found)
}

function inMarket(market: MarketId, text: string, teams: TeamNames): NamedSelection | null {
  if (settlerOf(market, text, 'house') !== null) return { market, selectionId: text }
  // "Total Goals: 3" means the exact total.
  const markets: readonly MarketId[] = market === 'total_goals' ? ['total_goals', 'exact_goals'] : [market]
  for (const candidate of markets) {
    const selectionId = readSelection(candidate, text, teams)
    if (selectionId !== null) return { market: candidate, selectionId }
  }
  return null
}

/** Returns the selection id for a text in a market, or null if no selection matches. */
function readSelection(market: MarketId, text: string, teams: TeamNames): string | null {
  const selectionId = MARKET_TABLE[market].read(normalised(text), teams)
  return selectionId !== null && settlerOf(market, selectionId, 'house') !== null ? selectionId : null
}

/**
 * The order in which a text without a market is read; null for markets that a text must name. It resolves ambiguous
 * texts: "12" is a double chance first, "2:1" a score before a band, and "Home -1.5" a handicap.
 */
const INFERENCE_ORDER: { readonly [id in MarketId]: number | null } = {
  double_chance: 1,
  '1x2': 2,
  btts: 3,
  over_under: 4,
  ht_ft: 5,
  asian_handicap: 6,
  odd_even: 7,
  correct_score: 8,
  total_goals: 9,
  '1x2_over_under': 10,
  '1x2_btts': 11,
  double_chance_over_under: 12,
  draw_no_bet: null,
  to_qualify: null,
  exact_goals: null,
  home_total: null,
  away_total: null,
  first_to_score: null,
  anytime_scorer: null,
  first_half_over_under: null,
  clean_sheet: null,
  win_to_nil: null,
  winning_margin: null,
  half_time_result: null,
  highest_scoring_half: null,
}
const INFERRED = MARKETS.map(({ id }) => ({ id, at: INFERENCE_ORDER[id] }))
  .flatMap(({ id, at }) => (at === null ? [] : [{ id, at }]))
  .toSorted((a, b) => a.at - b.at)
  .map(({ id }) => id)

function inferMarket(text: string, teams: TeamNames): NamedSelection | null {
  if (BAND.test(text)) return { market: 'total_goals', selectionId: text }
  for (const market of INFERRED) {
    const selectionId = readSelection(market, text, teams)
    if (selectionId !== null) return { market, selectionId }
  }
  return null
}

// Bands that cannot be mistaken for a score. "0-1" is a score unless the market is a band market.
const BAND = /^(2-3|4-6|7\+)$/

const comparable = (text: string): string => text.toLowerCase().replace(/[^a-z0-9&]/g, '')

const NAMES: ReadonlyMap<string, MarketId> = new Map(
  MARKETS.flatMap(({ id, name, aliases = [] }) =>
    [comparable(name), comparable(id), ...aliases].map((each) => [each, id] as const),
  ),
)

const GENERIC_MARKET_NAMES = new Set(['', 'other'])

const isUnnamedMarket = (text: string): boolean => GENERIC_MARKET_NAMES.has(text.trim().toLowerCase())

/** Finds a market by id or name; null for no market or "Other". The house note of a heading is ignored. */
export function marketFromText(text: string): MarketId | null {
  if (isMarketId(text)) return text
  return NAMES.get(comparable(text.split(' – ')[0] ?? '')) ?? null
}

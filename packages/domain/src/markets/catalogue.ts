import { labelOf } from './labels.ts'
import { MARKET_IDS } from './types.ts'
import type { GameForMarkets, MarketGroup, MarketId, OfferedMarket, Rulebook, Selection } from './types.ts'

/** One market of the catalogue (D10): the same for every game. */
export interface MarketDefinition {
  readonly id: MarketId
  readonly name: string
  readonly group: MarketGroup
  /** One selection per game and category (SLIP-04, D57). */
  readonly category: string
  /** Fixed selection ids, or those of the game. */
  readonly selections: readonly string[] | ((game: GameForMarkets) => readonly string[])
  /** What must be known of a game beyond its score. */
  readonly needs?: 'knockout' | 'players'
  /** Said in the heading where the house rule is not what the market's name usually means (MKT-44, D18). */
  readonly houseNote?: string
}

const letters = ['1', 'X', '2']
const overUnder = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => [`over_${line}`, `under_${line}`])
const pairs = (left: readonly string[], separator: string, right: readonly string[]): readonly string[] =>
  left.flatMap((a) => right.map((b) => `${a}${separator}${b}`))
const counts = ['0', '1', '2', '3', '4', '5', '6+']

type Row = Omit<MarketDefinition, 'id' | 'category'> & { readonly category?: string }

const ROWS: Readonly<Record<MarketId, Row>> = {
  '1x2': { name: 'Moneyline', group: 'popular', category: 'match_winner', selections: letters },
  double_chance: { name: 'Double Chance', group: 'popular', selections: ['1X', '12', 'X2'] },
  draw_no_bet: { name: 'Draw No Bet', group: 'popular', selections: ['1', '2'], houseNote: 'a draw counts as a win' },
  over_under: { name: 'Over/Under', group: 'popular', selections: overUnder('0.5', '1.5', '2.5', '3.5') },
  btts: { name: 'Both Teams To Score', group: 'popular', category: 'both_teams_to_score', selections: ['yes', 'no'] },
  ht_ft: {
    name: 'Half Time/Full Time',
    group: 'popular',
    selections: pairs(letters, '/', letters),
    houseNote: 'only the full-time part counts',
  },
  correct_score: {
    name: 'Correct Score',
    group: 'popular',
    selections: ['1-0', '2-0', '2-1', '3-0', '3-1', '0-1', '1-1', '0-2'],
  },
  asian_handicap: {
    name: 'Asian Handicap',
    group: 'popular',
    category: 'handicap',
    // The favourite gives the goals (D44).
    selections: ({ favourite }) =>
      favourite === 'home'
        ? ['home_-1.5', 'away_+1.5', 'home_-2.5', 'away_+2.5']
        : ['home_+1.5', 'away_-1.5', 'home_+2.5', 'away_-2.5'],
    houseNote: 'a tie wins',
  },
  to_qualify: { name: 'To Qualify', group: 'popular', selections: ['1', '2'], needs: 'knockout' },
  total_goals: { name: 'Total Goals', group: 'goals', selections: ['0-1', '2-3', '4-6', '7+'] },
  exact_goals: { name: 'Exact Total Goals', group: 'goals', selections: counts },
  odd_even: { name: 'Odd/Even', group: 'goals', selections: ['odd', 'even'] },
  home_total: { name: 'Home Team Total Goals', group: 'goals', selections: counts },
  away_total: { name: 'Away Team Total Goals', group: 'goals', selections: counts },
  first_to_score: { name: 'First to Score', group: 'goals', selections: ['home', 'away', 'none'] },
  anytime_scorer: {
    name: 'Goalscorer Anytime',
    group: 'goals',
    selections: ({ players }) => (players ?? []).map(({ id }) => id),
    needs: 'players',
  },
  first_half_over_under: { name: 'First-Half Over/Under', group: 'goals', selections: overUnder('0.5', '1.5', '2.5') },
  '1x2_over_under': {
    name: '1X2 & Over/Under 2.5',
    group: 'combos',
    selections: pairs(letters, '&', overUnder('2.5')),
  },
  '1x2_btts': { name: '1X2 & Both Teams To Score', group: 'combos', selections: pairs(letters, '&', ['yes', 'no']) },
  double_chance_over_under: {
    name: 'Double Chance & Over/Under 2.5',
    group: 'combos',
    selections: pairs(['1X', '12', 'X2'], '&', overUnder('2.5')),
  },
  clean_sheet: { name: 'Clean Sheet', group: 'specials', selections: pairs(['home', 'away'], '_', ['yes', 'no']) },
  win_to_nil: { name: 'Win to Nil', group: 'specials', selections: pairs(['home', 'away'], '_', ['yes', 'no']) },
  winning_margin: {
    name: 'Winning Margin',
    group: 'specials',
    selections: ['home_1', 'home_2', 'home_3+', 'draw', 'away_1', 'away_2', 'away_3+'],
  },
  half_time_result: { name: 'Half-Time Result', group: 'specials', selections: letters },
  highest_scoring_half: { name: 'Highest-Scoring Half', group: 'specials', selections: ['first', 'second', 'equal'] },
}

/** The 25 markets in the order of the screens: POPULAR, GOALS, COMBOS, SPECIALS (MKT-20). */
export const MARKETS: readonly MarketDefinition[] = MARKET_IDS.map((id) => ({ id, category: id, ...ROWS[id] }))

const BY_ID: ReadonlyMap<MarketId, MarketDefinition> = new Map(MARKETS.map((definition) => [definition.id, definition]))

/** The definition of a market. */
export const marketDefinition = (id: MarketId): MarketDefinition => BY_ID.get(id) as MarketDefinition

/** The market's name, with what its house rule changes (MKT-44). */
export function headingOf(id: MarketId, rulebook: Rulebook): string {
  const { name, houseNote } = marketDefinition(id)
  return rulebook === 'house' && houseNote !== undefined ? `${name} – ${houseNote}` : name
}

/** A market without its data is shown as not available and cannot be bet on (MKT-20, 45, D10, D53). */
export function isAvailable(id: MarketId, game: GameForMarkets): boolean {
  if (game.sport !== 'soccer') return id === '1x2'
  const { needs } = marketDefinition(id)
  if (needs === 'knockout') return game.knockout
  return needs !== 'players' || (game.players ?? []).length > 0
}

/** The selections of one market of a game; none where it is not available. */
export function selectionsOf(id: MarketId, game: GameForMarkets): readonly Selection[] {
  if (!isAvailable(id, game)) return []
  return selectionIdsOf(id, game).map((selectionId) => ({ id: selectionId, label: labelOf(id, selectionId, game) }))
}

/** The ids of a market's selections, whether or not the market is available. */
export function selectionIdsOf(id: MarketId, game: GameForMarkets): readonly string[] {
  const { selections } = marketDefinition(id)
  return typeof selections === 'function' ? selections(game) : selections
}

/** All 25 markets of a game, in the catalogue's order. */
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

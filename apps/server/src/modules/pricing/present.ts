import type { Game, GameDetail, GoalPrices, Market, Sport } from '@mupiira/contract/games.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { isAvailable, MARKETS, offeredMarkets } from '@mupiira/domain/markets/catalogue.ts'
import { HALF_MINUTES, isOver, type MatchClock } from '@mupiira/domain/match/clock.ts'
import { scoreAt } from '@mupiira/domain/match/goals.ts'
import { footballClock, goalsSoFar, type GameRow } from '../catalogue/index.ts'
import { type GamePrices, type InPlay, type SelectionPrice, SIDES } from './game-prices.ts'
import { type LeagueRank, sportRank } from './list-order.ts'

/** A game in a list. The prices of a closed game are null, because its odds are locked. */
export function presentGame(game: GameRow, prices: GamePrices): Game {
  const { open } = prices
  const [one, draw, two] = SIDES.map((side) => (open ? prices.price('1x2', side) : null))
  const trend = (side: (typeof SIDES)[number]) => (open ? trendOf(prices, '1x2', side) : 'stable')
  const clock = footballClock(game)
  return {
    id: game.id,
    shortId: game.shortId,
    name: game.name,
    homeTeam: game.homeTeam,
    awayTeam: game.awayTeam,
    league: game.league,
    country: game.country,
    sport: game.sport,
    startTime: game.startTime.toISOString(),
    status: game.status,
    open,
    delayed: game.stale && (game.status === 'upcoming' || game.status === 'live'),
    clock: clock === null ? null : { minute: clock.minute, label: clock.label },
    period: game.period,
    ...scoreShown(game, clock),
    halfTimeHomeScore: game.halfTimeHomeScore,
    halfTimeAwayScore: game.halfTimeAwayScore,
    prices: { '1': oddsOf(one), X: oddsOf(draw), '2': oddsOf(two) },
    ...(prices.inPlay === null ? {} : { inPlay: presentInPlay(prices.inPlay) }),
    ...(game.status === 'live' && game.model !== null ? { closing: closingShown(prices) } : {}),
    priced: game.model !== null,
    trends: { '1': trend('1'), X: trend('X'), '2': trend('2') },
    moreMarkets: MARKETS.filter(({ id }) => id !== '1x2' && isAvailable(id, prices.gameForMarkets)).length,
  }
}

const presentInPlay = ({ suspension }: InPlay): NonNullable<Game['inPlay']> => ({
  suspendedBy: suspension?.cause ?? null,
  reopensAt: suspension?.reopensAt?.toISOString() ?? null,
})

function closingShown(prices: GamePrices): Game['prices'] {
  const { '1': one, X: draw, '2': two } = prices.closing()
  return { '1': decimal(one), X: decimal(draw), '2': decimal(two) }
}

export function presentDetail(game: GameRow, prices: GamePrices): GameDetail {
  const goalEvents = goalsSoFar(game).map(({ team, minute, scorer }) => ({ team, minute, scorer: scorer ?? null }))
  return {
    ...presentGame(game, prices),
    goalEvents,
    firstHalfGoals: goalEvents.filter(({ minute }) => minute <= HALF_MINUTES),
    secondHalfGoals: goalEvents.filter(({ minute }) => minute > HALF_MINUTES),
  }
}

/** All markets. Selections without a price, or of a closed game, are locked. */
export function presentMarkets(prices: GamePrices): Market[] {
  const { open } = prices
  return offeredMarkets(prices.gameForMarkets, prices.rulebook).map((market) => ({
    id: market.id,
    name: market.name,
    heading: market.heading === market.name ? null : market.heading,
    group: market.group,
    category: market.category,
    available: market.available,
    selections: market.selections.map(({ id, label }) => {
      const price = open ? prices.price(market.id, id) : null
      return { id, label, odds: oddsOf(price), trend: open ? trendOf(prices, market.id, id) : 'stable' }
    }),
  }))
}

/** The goal prices of a football game in a list; all null while it is closed. */
export function presentGoalPrices(prices: GamePrices): GoalPrices {
  const { open } = prices
  const odds = (market: MarketId, id: string) => (open ? oddsOf(prices.price(market, id)) : null)
  return {
    gameId: prices.game.id,
    over: odds('over_under', 'over_2.5'),
    under: odds('over_under', 'under_2.5'),
    yes: odds('btts', 'yes'),
    no: odds('btts', 'no'),
  }
}

/** Sports with their leagues, the highest ranked leagues first. */
export function presentSports(games: readonly GameRow[], rankOf: LeagueRank): Sport[] {
  const sports = Map.groupBy(games, (game) => game.sport)
  return [...sports]
    .map(([name, inSport]) => ({ name, count: inSport.length, leagues: leaguesOf(inSport, rankOf) }))
    .toSorted((a, b) => sportRank(a.name) - sportRank(b.name) || a.name.localeCompare(b.name))
}

function leaguesOf(games: readonly GameRow[], rankOf: LeagueRank): Sport['leagues'] {
  const leagues = [...Map.groupBy(games, (game) => `${game.country ?? ''}|${game.league}`).values()]
  return leagues
    .flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [{ name: first.league, country: first.country, count: others.length + 1, rank: rankOf(first) }],
    )
    .toSorted((a, b) => b.rank - a.rank || b.count - a.count || a.name.localeCompare(b.name))
    .map(({ name, country, count }) => ({ name, country, count }))
}

export function scoreShown(game: GameRow, clock: MatchClock | null): Pick<Game, 'homeScore' | 'awayScore'> {
  if (game.status === 'upcoming') return { homeScore: null, awayScore: null }
  if (game.source === 'hand' && game.sport === 'soccer' && clock !== null && game.resultVersion === 0) {
    const { home, away } = scoreAt(game.goalEvents, clock, game.status === 'live')
    return { homeScore: home, awayScore: away }
  }
  const unknown = isOver(game.status) ? null : 0
  return { homeScore: game.homeScore ?? unknown, awayScore: game.awayScore ?? unknown }
}

const oddsOf = (price: SelectionPrice | null | undefined): number | null => decimal(price?.oddsHundredths ?? null)

const decimal = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)

/** Compares with the previously offered odds, for any cause of the change. */
function trendOf({ price, before: earlier }: GamePrices, market: MarketId, id: string): 'up' | 'down' | 'stable' {
  const priced = price(market, id)
  const now = priced?.oddsHundredths
  const before = earlier === null ? priced?.previousHundredths : earlier.price(market, id)?.oddsHundredths
  if (now == null || before == null || now === before) return 'stable'
  return now > before ? 'up' : 'down'
}

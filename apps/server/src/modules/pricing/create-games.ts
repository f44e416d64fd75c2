import type { AnswerOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import type { Game, GameDetail, GoalPrices, listGames, Market, Sport } from '@mupiira/contract/games.ts'
import { popularGames } from '@mupiira/domain/match/popular.ts'
import type { Catalogue, GameRow } from '../catalogue/index.ts'
import type { Board, MostBetOn } from './board.ts'
import { countsOf, matches, pageOf, readCursor, startsOf, within, writeCursor } from './list-games.ts'
import { presentDetail, presentGame, presentGoalPrices, presentMarkets, presentSports } from './present.ts'
import type { PriceCache } from './price-cache.ts'

type Query = QueryOf<typeof listGames>
type List = AnswerOf<typeof listGames>

const isSearch = ({ q = '' }: Query): boolean => q.trim() !== ''

/** Games as players see them. */
export function createGames(
  catalogue: Pick<Catalogue, 'games' | 'search'>,
  { board, cache, mostBetOn }: { readonly board: Board; readonly cache: PriceCache; readonly mostBetOn: MostBetOn },
) {
  const named = async (games: readonly GameRow[], query: Query): Promise<readonly GameRow[]> =>
    isSearch(query) ? catalogue.search.find(query.q ?? '', games) : games

  const show = (game: GameRow, now: Date): Game => presentGame(game, cache.of(game, now), now)

  async function listFinished(query: Query, limit: number, now: Date): Promise<List> {
    const rows = await catalogue.games.finished(readCursor(query.cursor), limit + 1)
    const page = within(await named(rows.slice(0, limit).filter(matches(query)), query), query, now)
    const last = rows[limit - 1]
    return {
      items: page.map((game) => show(game, now)),
      nextCursor: rows.length > limit && last !== undefined ? writeCursor(last) : null,
      counts: { ...countsOf(board.games(), mostBetOn.ids()), starts: startsOf(board.games(), now) },
    }
  }

  return {
    async list(query: Query, now: Date): Promise<List> {
      const limit = query.limit ?? 20
      if (query.status === 'finished') return listFinished(query, limit, now)
      const atAnyTime = await named(board.games().filter(matches(query)), query)
      const games = within(atAnyTime, query, now)
      const listed = query.status === 'popular' ? popularGames(games, mostBetOn.ids()) : games
      const { page, next } = pageOf(listed, readCursor(query.cursor), limit, isSearch(query))
      return {
        items: page.map((game) => show(game, now)),
        nextCursor: next,
        counts: { ...countsOf(games, mostBetOn.ids()), starts: startsOf(atAnyTime, now) },
      }
    },
    async detail(id: string, now: Date): Promise<GameDetail | null> {
      const game = (await board.findAll([id])).get(id)
      return game === undefined ? null : presentDetail(game, cache.of(game, now), now)
    },
    async markets(id: string, now: Date): Promise<{ game: Game; items: Market[] } | null> {
      const game = (await board.findAll([id])).get(id)
      if (game === undefined) return null
      const prices = cache.of(game, now)
      return { game: presentGame(game, prices, now), items: presentMarkets(prices, now) }
    },
    /** Goal prices of listed football games, for lists with several markets a row. */
    goalPrices: (ids: readonly string[], now: Date): GoalPrices[] =>
      ids
        .flatMap((id) => board.find(id) ?? [])
        .filter(({ sport }) => sport === 'soccer')
        .map((game) => presentGoalPrices(cache.of(game, now), now)),
    sports: (): Sport[] => presentSports(board.games()),
    present: async (ids: readonly string[], now: Date): Promise<Game[]> =>
      [...(await board.findAll(ids)).values()].map((game) => show(game, now)),
    /** Games from the board only, presented as in lists. */
    cached: (ids: readonly string[], now: Date): Game[] =>
      ids.flatMap((id) => board.find(id) ?? []).map((game) => show(game, now)),
  }
}

export type Games = ReturnType<typeof createGames>

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AnswerOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import type { Game, GameDetail, GameSearch, GoalPrices, listGames, Market, Sport } from '@mupiira/contract/games.ts'
import { popularGames } from '@mupiira/domain/match/popular.ts'
import type { Catalogue, FoundGames, GameRow } from '../catalogue/index.ts'
import type { Board } from './board.ts'
import type { MostBetGames } from './most-bet-games.ts'
import {
  countsOf,
  type ListCursor,
  matches,
  pageFrom,
  positionAfter,
  readCursor,
  startCountsOf,
  startingInRange,
  writeCursor,
} from './list-games.ts'
import { isListedAfter, inListOrder, inOrderOfImportance } from './list-order.ts'
import { presentDetail, presentGame, presentGoalPrices, presentMarkets, presentSports } from './present.ts'
import type { PriceCache } from './price-cache.ts'

const GAMES_PER_TURN = 10

type Query = QueryOf<typeof listGames>
type List = AnswerOf<typeof listGames>

/** Games as players see them. */
export function createGames(
  { games: stored, search }: Pick<Catalogue, 'games' | 'search'>,
  { board, cache, mostBetOn }: { readonly board: Board; readonly cache: PriceCache; readonly mostBetOn: MostBetGames },
) {
  const { leagueRank } = search
  let ordered: {
    readonly games: readonly GameRow[]
    readonly of: readonly GameRow[]
    readonly version: number
  } | null = null

  /** All games in the default order, sorted once per change of the games or of the ranks. */
  function allInOrder(): readonly GameRow[] {
    const [of, version] = [board.games(), search.version()]
    if (ordered?.of !== of || ordered.version !== version) ordered = { games: inListOrder(of, leagueRank), of, version }
    return ordered.games
  }

  /**
   * The position after the cursor's game. If that game has left the list, the page begins at its place in the default
   * order. If it was deleted, the page begins before the games with its start time. The app shows a repeated game only
   * once.
   */
  async function positionInOrder(games: readonly GameRow[], after: ListCursor): Promise<number> {
    const last = (await board.findAll([after.id])).get(after.id)
    if (last === undefined) return games.findIndex(({ startTime }) => startTime >= after.startTime)
    const before = { ...last, startTime: after.startTime }
    return games.findIndex((game) => isListedAfter(game, before, leagueRank))
  }

  const popularOf = (games: readonly GameRow[]): readonly GameRow[] =>
    popularGames(inOrderOfImportance(games, leagueRank), mostBetOn.ids())

  const show = (game: GameRow, now: Date): Game => presentGame(game, cache.of(game, now))

  async function listFinished(query: Query, limit: number, now: Date): Promise<List> {
    const rows = await stored.finished(readCursor(query.cursor), limit + 1)
    const matching = rows.slice(0, limit).filter(matches(query))
    const text = textOf(query)
    const page = text === null ? matching : (await search.find(text, matching)).games
    const last = rows[limit - 1]
    return {
      items: startingInRange(page, query, now).map((game) => show(game, now)),
      nextCursor: rows.length > limit && last !== undefined ? writeCursor(last) : null,
      counts: { ...countsOf(board.games(), mostBetOn.ids()), starts: startCountsOf(board.games(), now) },
    }
  }

  return {
    async list(query: Query, now: Date): Promise<List> {
      const limit = query.limit ?? 20
      if (query.status === 'finished') return listFinished(query, limit, now)
      const text = textOf(query)
      // A search covers all games, to count those that the filters exclude.
      const found = text === null ? null : await search.find(text, board.games())
      const atAnyTime = (found?.games ?? allInOrder()).filter(matches(query))
      const matching = startingInRange(atAnyTime, query, now)
      const listed = query.status === 'popular' ? popularOf(matching) : matching
      const after = readCursor(query.cursor)
      const isRanked = found !== null || query.status === 'popular'
      const start = after === null ? 0 : isRanked ? positionAfter(listed, after) : await positionInOrder(listed, after)
      const { page, next } = pageFrom(listed, start, limit)
      return {
        items: page.map((game) => show(game, now)),
        nextCursor: next,
        counts: { ...countsOf(matching, mostBetOn.ids()), starts: startCountsOf(atAnyTime, now) },
        ...(found === null ? {} : { search: searchOf(found, listed) }),
      }
    },
    async detail(id: string, now: Date): Promise<GameDetail | null> {
      const game = (await board.findAll([id])).get(id)
      return game === undefined ? null : presentDetail(game, cache.of(game, now))
    },
    async markets(id: string, now: Date): Promise<{ game: Game; items: Market[] } | null> {
      const game = (await board.findAll([id])).get(id)
      if (game === undefined) return null
      const prices = cache.of(game, now)
      return { game: presentGame(game, prices), items: presentMarkets(prices) }
    },
    /** Goal prices of listed football games, for lists with several markets a row. */
    goalPrices: (ids: readonly string[], now: Date): GoalPrices[] =>
      ids
        .flatMap((id) => board.find(id) ?? [])
        .filter(({ sport }) => sport === 'soccer')
        .map((game) => presentGoalPrices(cache.of(game, now))),
    sports: (): Sport[] => presentSports(board.games(), leagueRank),
    /** Computes missing prices a few games at a time, because many games can change at once. */
    async present(ids: readonly string[], now: Date): Promise<Game[]> {
      const shown: Game[] = []
      for (const game of (await board.findAll(ids)).values()) {
        shown.push(show(game, now))
        if (shown.length % GAMES_PER_TURN === 0) await yieldToEventLoop()
      }
      return shown
    },
    /** Games from the board only, presented as in lists. */
    cached: (ids: readonly string[], now: Date): Game[] =>
      ids.flatMap((id) => board.find(id) ?? []).map((game) => show(game, now)),
  }
}

/** The text that a query searches for; null without one. */
const textOf = ({ q = '' }: Query): string | null => (q.trim() === '' ? null : q)

const searchOf = ({ games, isNear, absent }: FoundGames, listed: readonly GameRow[]): GameSearch => ({
  isNear,
  absent: absent.map(({ name, country }) => ({ name, country })),
  elsewhere: games.length - listed.length,
})

export type Games = ReturnType<typeof createGames>

import type { Kernel } from '../../../kernel/kernel.ts'
import type { GameRow } from '../games/game-row.ts'
import { absentNames } from './absent-names.ts'
import {
  exactNames,
  foldText,
  indexNames,
  leagueRank,
  type NameIndex,
  rankGames,
  readSearch,
  type Search,
  type SearchName,
  type SimilarName,
  unknownParts,
} from './rank-games.ts'
import { allSearchNames, similarNames } from './search-names.repository.ts'

const RELOAD_EVERY_MS = 30_000
const MIN_SIMILAR_LENGTH = 3
/** The least similarity to a correctly spelled name. "Manchester United" and "Manchester City" have 0.61. */
const CLOSE_SIMILARITY = 0.55
/** Connections that searches by similar spelling may use, because bets need the same pool. */
const MAX_RUNNING = 2

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'search-names-changed': { readonly [none: string]: never }
  }
}

/** The games that a search names, best first. */
export type FoundGames = {
  readonly games: readonly GameRow[]
  /** True if the games only resemble what was searched. */
  readonly isNear: boolean
  /** The clubs and leagues that the search names exactly and that have no game. */
  readonly absent: readonly Pick<SearchName, 'name' | 'country'>[]
}

export type GameSearch = {
  /**
   * The games that a text names, by name or by the names that people use (`search_names`). If there are none: games of
   * a part of the search, or with names of similar spelling.
   */
  find(typed: string, games: readonly GameRow[]): Promise<FoundGames>
  /** The rank of a game's league, 0 to 100. */
  leagueRank(game: GameRow): number
  /** Increases when the names or ranks change. */
  version(): number
  /** Called when the names have changed. */
  onChange(listener: () => void): void
  start(): Promise<void>
}

export function createGameSearch(kernel: Pick<Kernel, 'db' | 'jobs' | 'log' | 'outbox'>): GameSearch {
  const { db, jobs, log, outbox } = kernel
  let index: NameIndex = indexNames([])
  let loaded = ''
  let running = 0
  let version = 0
  const listeners: (() => void)[] = []

  async function reload(): Promise<void> {
    const names = await allSearchNames(db)
    const state = JSON.stringify(names)
    if (state === loaded) return
    loaded = state
    index = indexNames(names)
    version += 1
    for (const listener of listeners) listener()
  }
  const reloadLater = (): void =>
    void reload().catch((error: unknown) => log.warn({ err: error }, 'the search names could not be reloaded'))

  /**
   * Finds nothing for short words, whose search would read every name, and while too many searches use the database.
   */
  async function similarTo(part: string): Promise<readonly SimilarName[]> {
    if (part.length < MIN_SIMILAR_LENGTH || running >= MAX_RUNNING) return []
    running += 1
    try {
      return await similarNames(db, part)
    } catch (error) {
      log.warn({ err: error }, 'similar names could not be read')
      return []
    } finally {
      running -= 1
    }
  }

  outbox.subscribe(({ events }) => {
    if (events.some(({ type }) => type === 'search-names-changed')) reloadLater()
  })
  // The reload is repeated, because notifications are lost while the database is unavailable.
  jobs.every('reload-search-names', RELOAD_EVERY_MS, reload, { leaderOnly: false })

  /** Games with names of similar spelling. Every part of the search must match. */
  async function similarGames(
    search: Search,
    games: readonly GameRow[],
    leastSimilarity = 0,
  ): Promise<readonly GameRow[]> {
    const similar = new Map<string, readonly SimilarName[]>()
    for (const part of unknownParts(games, search, index)) {
      const names = await similarTo(part)
      similar.set(
        part,
        names.filter(({ similarity }) => similarity >= leastSimilarity),
      )
    }
    return rankGames(games, search, index, similar)
  }

  /** Games that match any of the texts; matches of the first text come first. */
  const gamesOfAny = (texts: readonly string[], games: readonly GameRow[]): readonly GameRow[] => [
    ...new Set(texts.flatMap((text) => rankGames(games, { parts: [text] }, index))),
  ]

  async function nearGames(
    search: Search,
    absent: readonly SearchName[],
    games: readonly GameRow[],
  ): Promise<readonly GameRow[]> {
    const { parts } = search
    if (absent.length === 0) {
      const similar = await similarGames(search, games)
      return similar.length > 0 || parts.length === 1 ? similar : gamesOfAny(parts, games)
    }
    // Finds the other teams of the search, and women's and youth teams, whose names contain the club's name.
    const named = parts.flatMap((part) => exactNames(part, index).flat())
    const found = gamesOfAny([...parts, ...named.map(({ name }) => foldText(name))], games)
    // These names are spelled correctly, so a similar spelling is no match.
    const spelled = { parts: absent.map(({ name }) => foldText(name)) }
    return found.length > 0 ? found : similarGames(spelled, games, CLOSE_SIMILARITY)
  }

  return {
    async find(typed, games) {
      const search = readSearch(typed)
      if (search.parts.length === 0) return { games: games.filter(containsText(typed)), isNear: false, absent: [] }
      const found = rankGames(games, search, index)
      const absent = absentNames(games, search, index, found.length > 0)
      if (found.length > 0) return { games: found, isNear: absent.length > 0, absent }
      return { games: await nearGames(search, absent, games), isNear: true, absent }
    },
    leagueRank: (game) => leagueRank(game, index),
    version: () => version,
    onChange: (listener) => void listeners.push(listener),
    start: reload,
  }
}

/** For a search without letters and digits, such as "-": whether a game's text contains it. */
function containsText(typed: string): (game: GameRow) => boolean {
  const signs = typed.trim()
  if (foldText(typed) !== '' || signs === '') return () => true
  return ({ name, league }) => name.includes(signs) || league.includes(signs)
}

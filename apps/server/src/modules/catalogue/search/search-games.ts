import type { Kernel } from '../../../kernel/kernel.ts'
import type { GameRow } from '../games/game-row.ts'
import {
  foldText,
  indexNames,
  type NameIndex,
  rankGames,
  readSearch,
  type SimilarName,
  unknownParts,
} from './rank-games.ts'
import { allSearchNames, similarNames } from './search-names.repository.ts'

const RELOAD_EVERY_MS = 30_000
const MIN_SIMILAR_LENGTH = 3
/** Connections that searches by similar spelling may use, because bets need the same pool. */
const MAX_RUNNING = 2

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'search-names-changed': { readonly [none: string]: never }
  }
}

export type GameSearch = {
  /**
   * The games that a text names, best first: by name, by the names that people use (`search_names`), or by similar spelling
   * if no name matches.
   */
  find(typed: string, games: readonly GameRow[]): Promise<readonly GameRow[]>
  /** Called when the names have changed. */
  onChange(listener: () => void): void
  start(): Promise<void>
}

export function createGameSearch(kernel: Pick<Kernel, 'db' | 'jobs' | 'log' | 'outbox'>): GameSearch {
  const { db, jobs, log, outbox } = kernel
  let index: NameIndex = indexNames([])
  let loaded = ''
  let running = 0
  const listeners: (() => void)[] = []

  async function reload(): Promise<void> {
    const names = await allSearchNames(db)
    const state = JSON.stringify(names)
    if (state === loaded) return
    loaded = state
    index = indexNames(names)
    for (const listener of listeners) listener()
  }
  const reloadLater = (): void =>
    void reload().catch((error: unknown) => log.warn({ err: error }, 'the search names could not be reloaded'))

  /** Empty for short words, whose search would read every name, and while other searches use the database. */
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
  // Repeated, because notifications are lost while the database is unavailable.
  jobs.every('reload-search-names', RELOAD_EVERY_MS, reload, { leaderOnly: false })

  return {
    async find(typed, games) {
      const search = readSearch(typed)
      if (search.parts.length === 0) return games.filter(containsText(typed))
      const found = rankGames(games, search, index)
      if (found.length > 0) return found
      const unknown = unknownParts(games, search, index)
      const similar = new Map<string, readonly SimilarName[]>()
      for (const part of unknown) similar.set(part, await similarTo(part))
      return rankGames(games, search, index, similar)
    },
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

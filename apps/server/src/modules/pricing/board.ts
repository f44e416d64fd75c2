import type { Kernel } from '../../kernel/kernel.ts'
import type { Catalogue, GameRow } from '../catalogue/index.ts'

const AHEAD_MS = 15 * 86_400_000
const RELOAD_EVERY_MS = 30_000
const FEED_TIMES_EVERY_MS = 2_000

/** Upcoming and live games, cached in the process and refreshed on each announced change. */
export type Board = {
  /** Ordered by start time. The array is replaced on each change, never mutated. */
  games(): readonly GameRow[]
  find(id: string): GameRow | undefined
  /** Games on the board, and others from the database, except hidden ones. */
  findAll(ids: readonly string[]): Promise<Map<string, GameRow>>
  /** Called with the ids of changed games; `affectsLists` is true when a game appeared, started or left. */
  onChange(listener: (gameIds: readonly string[], affectsLists: boolean) => void): void
  start(): Promise<void>
}

export function createBoard(kernel: Kernel, catalogue: Catalogue): Board {
  let byId = new Map<string, GameRow>()
  let sorted: readonly GameRow[] | null = null
  const listeners: ((gameIds: readonly string[], affectsLists: boolean) => void)[] = []
  let renewing: Promise<void> = Promise.resolve()

  function announce(ids: readonly string[], before: ReadonlyMap<string, GameRow['status']>): void {
    sorted = null
    const affectsLists = ids.some((id) => before.get(id) !== byId.get(id)?.status)
    for (const listener of listeners) listener(ids, affectsLists)
  }
  function statusesOf(ids: Iterable<string>): Map<string, GameRow['status']> {
    const statuses = new Map<string, GameRow['status']>()
    for (const id of ids) {
      const game = byId.get(id)
      if (game !== undefined) statuses.set(id, game.status)
    }
    return statuses
  }

  /** Refreshes run one after another, so that older data never overwrites newer data. */
  function renew(work: () => Promise<void>): Promise<void> {
    renewing = renewing
      .then(work)
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'the board of games could not be refreshed'))
    return renewing
  }

  async function reloadAll(): Promise<void> {
    const rows = await catalogue.games.open(new Date(kernel.clock.now().getTime() + AHEAD_MS))
    const next = new Map(rows.map((game) => [game.id, game]))
    const changed = [...new Set([...byId.keys(), ...next.keys()])].filter(
      (id) => byId.get(id)?.updatedAt.getTime() !== next.get(id)?.updatedAt.getTime(),
    )
    const before = statusesOf(changed)
    byId = next
    if (changed.length > 0) announce(changed, before)
  }

  async function reload(ids: readonly string[]): Promise<void> {
    const rows = await catalogue.games.byIds(ids)
    const before = statusesOf(ids)
    for (const id of ids) {
      const game = rows.get(id)
      if (game !== undefined && !game.hidden && (game.status === 'upcoming' || game.status === 'live'))
        byId.set(id, game)
      else byId.delete(id)
    }
    announce(ids, before)
  }

  kernel.outbox.subscribe(({ events }) => {
    const ids = events.flatMap(({ type, data }) => (type === 'games-changed' ? data.gameIds : []))
    if (ids.length > 0) void renew(() => reload([...new Set(ids)]))
  })
  // Reloads everything, because notifications are lost while the database is unavailable.
  kernel.jobs.every('reload-board', RELOAD_EVERY_MS, () => renew(reloadAll), { leaderOnly: false })

  /** Reads when the feed last reported the live games. Silence has no event (INP-08). */
  async function readFeedTimes(): Promise<void> {
    const live = [...byId.values()].filter(({ status, source }) => status === 'live' && source === 'feed')
    if (live.length === 0) return
    for (const { id, ...times } of await catalogue.games.feedTimes(live.map((game) => game.id))) {
      const game = byId.get(id)
      if (game === undefined || game.feedReportedAt?.getTime() === times.feedReportedAt?.getTime()) continue
      byId.set(id, { ...game, ...times })
      sorted = null
    }
  }
  kernel.jobs.every('read-feed-times', FEED_TIMES_EVERY_MS, () => renew(readFeedTimes), { leaderOnly: false })

  async function findAll(ids: readonly string[]): Promise<Map<string, GameRow>> {
    const found = new Map<string, GameRow>()
    for (const id of ids) {
      const game = byId.get(id)
      if (game !== undefined) found.set(id, game)
    }
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length > 0)
      for (const [id, game] of await catalogue.games.byIds(missing)) if (!game.hidden) found.set(id, game)
    return found
  }

  return {
    games: () => (sorted ??= [...byId.values()].toSorted(byStart)),
    find: (id) => byId.get(id),
    findAll,
    onChange: (listener) => void listeners.push(listener),
    start: () => renew(reloadAll),
  }
}

const byStart = (a: GameRow, b: GameRow): number =>
  a.startTime.getTime() - b.startTime.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

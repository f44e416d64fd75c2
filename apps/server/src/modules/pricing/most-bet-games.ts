import type { Kernel } from '../../kernel/kernel.ts'
import type { Board } from './board.ts'
import type { ListMostBetGames } from './ports.ts'

const REFRESH_EVERY_MS = 30_000
/** With very many open bets a refresh takes seconds. The pause after it is at least 20 times as long. */
const PAUSE_PER_REFRESH = 20

export type MostBetGames = {
  /** Upcoming games with open bets as of the last refresh, the game with the most bets first. */
  ids(): readonly string[]
  refresh(): Promise<void>
}

/** Refreshes periodically, instead of counting each placed bet or reading the bets for a request. */
export function createMostBetGames(
  { jobs, workerDb }: Kernel,
  board: Board,
  mostBetGames: ListMostBetGames,
  onChange: () => void,
): MostBetGames {
  let known: readonly string[] = []
  let pausedUntilMs = 0

  async function refresh(): Promise<void> {
    const beganMs = performance.now()
    const upcoming = board.games().flatMap((game) => (game.status === 'upcoming' ? [game.id] : []))
    const found = await mostBetGames(workerDb, upcoming)
    const endedMs = performance.now()
    pausedUntilMs = endedMs + PAUSE_PER_REFRESH * (endedMs - beganMs)
    const isSame = found.length === known.length && found.every((id, at) => id === known[at])
    known = found
    if (!isSame) onChange()
  }
  const refreshAfterPause = async (): Promise<void> => {
    if (performance.now() >= pausedUntilMs) await refresh()
  }
  jobs.every('refresh-most-bet-on', REFRESH_EVERY_MS, refreshAfterPause, { leaderOnly: false })
  return { ids: () => known, refresh }
}

import type { Kernel } from '../../kernel/kernel.ts'
import type { Board } from './board.ts'
import type { GamesBetOn } from './ports.ts'

const LOOK_EVERY_MS = 30_000

export type BetOn = {
  /** Visible games with open bets, as of the last refresh. */
  games(): ReadonlySet<string>
  look(): Promise<void>
}

/** Refreshes periodically with one index probe per upcoming game, instead of counting each placed bet. */
export function createBetOn(kernel: Kernel, board: Board, gamesBetOn: GamesBetOn, onChange: () => void): BetOn {
  let known: ReadonlySet<string> = new Set()

  async function look(): Promise<void> {
    const upcoming = board.games().flatMap((game) => (game.status === 'upcoming' ? [game.id] : []))
    const found = await gamesBetOn(kernel.db, upcoming)
    const isSame = found.size === known.size && [...found].every((id) => known.has(id))
    known = found
    if (!isSame) onChange()
  }
  kernel.jobs.every('look-at-bets', LOOK_EVERY_MS, look, { leaderOnly: false })
  return { games: () => known, look }
}

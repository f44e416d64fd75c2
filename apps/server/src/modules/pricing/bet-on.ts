import type { Kernel } from '../../kernel/kernel.ts'
import type { Board } from './board.ts'
import type { GamesBetOn } from './ports.ts'

const LOOK_EVERY_MS = 30_000

export type BetOn = {
  /** Games on show that open bets stand on, as of the last look. */
  games(): ReadonlySet<string>
  look(): Promise<void>
}

/** Bets are not counted as they are placed: they are looked for now and then, one probe of an index for each upcoming game. */
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

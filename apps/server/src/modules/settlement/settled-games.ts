import type { Sql } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Catalogue, DecidedGame } from '../catalogue/index.ts'

type SettledGame = Pick<DecidedGame, 'gameId' | 'resultVersion'>

// No transaction lives so long: whatever placement was under way when the game was settled has ended by then.
const SWEEP_AFTER_MS = 60_000
const SWEPT_AT_ONCE = 500

/** Games are settled on these versions of their results; they are looked at once more a minute later. */
export async function recordSettled(
  kernel: Kernel,
  catalogue: Catalogue,
  games: readonly DecidedGame[],
): Promise<void> {
  if (games.length === 0) return
  const now = kernel.clock.now()
  await kernel.workerDb.transaction(async (tx) => {
    await tx.change(
      `insert into game_settlements (game_id, result_version, settled_at, sweep_at)
       select id, version, $3, $4 from unnest($1::uuid[], $2::int[]) as s (id, version) on conflict (game_id, result_version) do nothing`,
      [...columns(games), now, new Date(now.getTime() + SWEEP_AFTER_MS)],
    )
    await catalogue.markSettled(tx, games, now)
  })
}

export const gamesToSweep = (sql: Sql, now: Date): Promise<SettledGame[]> =>
  sql.query<SettledGame>(
    `select game_id as "gameId", result_version as "resultVersion"
       from game_settlements where sweep_at <= $1 order by sweep_at limit $2`,
    [now, SWEPT_AT_ONCE],
  )

export async function markSwept(sql: Sql, games: readonly SettledGame[]): Promise<void> {
  await sql.change(
    `update game_settlements g set sweep_at = null
       from unnest($1::uuid[], $2::int[]) as s (id, version) where g.game_id = s.id and g.result_version = s.version`,
    columns(games),
  )
}

const columns = (games: readonly SettledGame[]): unknown[] => [
  games.map((game) => game.gameId),
  games.map((game) => game.resultVersion),
]

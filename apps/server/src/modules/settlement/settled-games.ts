import type { Kernel } from '../../kernel/kernel.ts'
import type { Catalogue, DecidedGame } from '../catalogue/index.ts'

/** Records the settled result versions with the time. */
export async function recordSettled(
  kernel: Kernel,
  catalogue: Catalogue,
  games: readonly DecidedGame[],
): Promise<void> {
  if (games.length === 0) return
  const now = kernel.clock.now()
  await kernel.workerDb.transaction(async (tx) => {
    await tx.change(
      `insert into game_settlements (game_id, result_version, settled_at)
       select id, version, $3 from unnest($1::uuid[], $2::int[]) as s (id, version) on conflict (game_id, result_version) do nothing`,
      [games.map((game) => game.gameId), games.map((game) => game.resultVersion), now],
    )
    await catalogue.markSettled(tx, games, now)
  })
}

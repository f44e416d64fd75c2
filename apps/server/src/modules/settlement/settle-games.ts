import { isDatabaseAway } from '../../kernel/db/failures.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Catalogue, DecidedGame, Verdict } from '../catalogue/index.ts'
import { type SettleDoors, settleChunk } from './settle-chunk.ts'

export type SettlementDoors = Omit<SettleDoors, 'outbox'> & {
  readonly catalogue: Catalogue
  /** Legs of one transaction. */
  readonly legsAtOnce: number
}

const GAMES_AT_ONCE = 20
// No transaction lives so long: whatever placement was under way when the game was settled has ended by then.
const SWEEP_AFTER_MS = 60_000

/**
 * Settles every game that has a verdict, in bulk, game after game and chunk after chunk; returns how many tickets ended.
 * A ticket that cannot be decided holds up no other: its game stays on the list, and is tried again at the next turn.
 */
export async function settleGames(kernel: Kernel, doors: SettlementDoors): Promise<number> {
  let settled = 0
  const stuck = new Set<string>()
  for (;;) {
    const waiting = await doors.catalogue.toSettle(GAMES_AT_ONCE + stuck.size)
    const games = waiting.filter(({ gameId }) => !stuck.has(gameId))
    if (games.length === 0) return settled
    for (const game of games) {
      const { count, end } = await settleLegs(kernel, doors, game)
      settled += count
      if (end === 'stopping') return settled
      if (end === 'stuck') stuck.add(game.gameId)
      else await recordSettled(kernel, doors, game)
    }
  }
}

function recordSettled(kernel: Kernel, { catalogue }: SettlementDoors, game: DecidedGame): Promise<void> {
  const now = kernel.clock.now()
  return kernel.workerDb.transaction(async (tx) => {
    await recordSettlement(tx, game, now)
    await catalogue.markSettled(tx, game.gameId, game.resultVersion, now)
  })
}

/** One pass over the undecided legs of a game. `stopping`: the next start goes on; `stuck`: some ticket could not be decided. */
async function settleLegs(
  kernel: Kernel,
  { betting, wallet, legsAtOnce }: SettlementDoors,
  game: DecidedGame,
): Promise<{ readonly count: number; readonly end: 'whole' | 'stuck' | 'stopping' }> {
  const { gameId, firstLiveAt } = game
  const doors = { betting, wallet, outbox: kernel.outbox }
  let count = 0
  let after = ''
  let oneByOneUpTo = ''
  let end: 'whole' | 'stuck' = 'whole'
  for (;;) {
    if (kernel.stopping.aborted) return { count, end: 'stopping' }
    const most = after < oneByOneUpTo ? 1 : legsAtOnce
    const chunk = await betting.nextLegs(kernel.workerDb, { gameId, firstLiveAt, after: after || null, most })
    if (chunk === null) return { count, end }
    try {
      count += await kernel.workerDb.transaction((tx) => settleChunk(tx, doors, game, chunk, kernel.clock.now()))
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      if (chunk.first !== chunk.last) {
        oneByOneUpTo = chunk.last
        continue
      }
      kernel.log.error({ err: error, game: gameId, ticket: chunk.last }, 'a ticket cannot be decided')
      end = 'stuck'
    }
    after = chunk.last
  }
}

/** Looks once more at games that were settled a minute ago: a bet may have been committed in the meantime. */
export async function sweepSettled(kernel: Kernel, doors: SettlementDoors): Promise<void> {
  for (const game of await gamesToSweep(kernel.workerDb, kernel.clock.now())) {
    const { count, end } = await settleLegs(kernel, doors, game)
    if (count > 0) kernel.log.info({ game: game.gameId, tickets: count }, 'late tickets settled')
    if (end === 'whole') await markSwept(kernel.workerDb, game)
  }
}

/** Settles what can be settled of one ticket at once (SETL-02). */
export async function settleTicket(kernel: Kernel, doors: SettlementDoors, ticketId: string): Promise<boolean> {
  const { betting, catalogue, wallet } = doors
  let decided = false
  for (const game of (await catalogue.games(await betting.openGamesOf(ticketId))).values()) {
    const { verdict, resultVersion, startTime, firstLiveAt } = game
    if (verdict === null) continue
    const chunk = await betting.nextLegs(kernel.db, { gameId: game.id, firstLiveAt, ticketId })
    if (chunk === null) continue
    const decision: DecidedGame = { gameId: game.id, resultVersion, verdict, startTime, firstLiveAt }
    await kernel.db.transaction((tx) =>
      settleChunk(tx, { betting, wallet, outbox: kernel.outbox }, decision, chunk, kernel.clock.now()),
    )
    decided = true
  }
  return decided
}

async function recordSettlement(tx: Tx, game: DecidedGame, now: Date): Promise<void> {
  await tx.change(
    `insert into game_settlements (game_id, result_version, verdict, first_live_at, settled_at, sweep_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (game_id, result_version) do nothing`,
    [
      game.gameId,
      game.resultVersion,
      JSON.stringify(game.verdict),
      game.firstLiveAt,
      now,
      new Date(now.getTime() + SWEEP_AFTER_MS),
    ],
  )
}

async function gamesToSweep(sql: Sql, now: Date): Promise<DecidedGame[]> {
  type Row = { gameId: string; resultVersion: number; verdict: Verdict; firstLiveAt: Date | null; settledAt: Date }
  const rows = await sql.query<Row>(
    `select game_id as "gameId", result_version as "resultVersion", verdict, first_live_at as "firstLiveAt", settled_at as "settledAt"
       from game_settlements where sweep_at <= $1 order by sweep_at limit 50`,
    [now],
  )
  return rows.map(({ settledAt, ...row }) => ({ ...row, startTime: settledAt }))
}

async function markSwept(sql: Sql, game: DecidedGame): Promise<void> {
  await sql.change('update game_settlements set sweep_at = null where game_id = $1 and result_version = $2', [
    game.gameId,
    game.resultVersion,
  ])
}

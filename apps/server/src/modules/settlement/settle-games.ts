import type { Kernel } from '../../kernel/kernel.ts'
import { ticketIds } from '../betting/index.ts'
import type { Catalogue, DecidedGame } from '../catalogue/index.ts'
import { correctChunk } from './correct-chunk.ts'
import { evaluateSelections } from './evaluate-selections.ts'
import { runChunks, type SlowTickets } from './run-chunks.ts'
import { addSettlements } from './settlement.repository.ts'
import { settleChunk, type SettleDeps } from './settle-chunk.ts'

export type SettlementDeps = Omit<SettleDeps, 'outbox' | 'clock'> & {
  /** Tickets per transaction. */
  readonly ticketsAtOnce: number
  readonly slow: SlowTickets
}

const GAMES_AT_ONCE = 500

/**
 * Settles all decided games in bulk and resettles corrected games. Returns the number of tickets that ended or changed.
 * A ticket that cannot be decided does not delay the others. The next run tries its games again.
 */
export async function settleGames(kernel: Kernel, deps: SettlementDeps): Promise<number> {
  let settled = await settleRescheduled(kernel, deps)
  const stuck = new Set<string>()
  for (;;) {
    const waiting = await deps.catalogue.results.toSettle(GAMES_AT_ONCE + stuck.size)
    const games = waiting.filter(({ gameId }) => !stuck.has(gameId))
    if (games.length === 0) return settled
    const pass = await settlePass(kernel, deps, games)
    settled += pass.count
    if (pass.end === 'stopping') return settled
    if (pass.end === 'corrected') continue
    for (const gameId of pass.stuck) stuck.add(gameId)
    const full = games.filter(({ gameId }) => !stuck.has(gameId))
    await recordSettled(kernel, deps.catalogue, full)
    await deps.betting.decisions.deleteOutcomes(kernel.workerDb, full)
  }
}

/** Voids bets on undecided games that were rescheduled by a day or more; later bets stay. */
async function settleRescheduled(kernel: Kernel, deps: SettlementDeps): Promise<number> {
  const rescheduled = await deps.catalogue.results.rescheduledToSettle(GAMES_AT_ONCE)
  if (rescheduled.length === 0) return 0
  const games = rescheduled.filter(({ affectedBets }) => affectedBets !== '{}')
  const pass = games.length === 0 ? null : await settlePass(kernel, deps, games)
  // An incomplete pass is not marked as settled, so the next run repeats it. A game that was decided in the meantime is
  // not listed again, because its result voids the same bets.
  if (pass !== null && pass.end !== 'complete') return pass.count
  const full = rescheduled.filter(({ gameId }) => pass?.stuck.has(gameId) !== true)
  await deps.catalogue.results.markReschedulesSettled(kernel.workerDb, full)
  await deps.betting.decisions.deleteOutcomes(kernel.workerDb, full)
  return pass?.count ?? 0
}

type Pass = {
  readonly count: number
  /** Games with a ticket that could not be decided. */
  readonly stuck: ReadonlySet<string>
  readonly end: 'complete' | 'stopping' | 'corrected'
}

/** Runs one pass over games: evaluates each selection once, corrects wrong decisions, then decides open legs. */
async function settlePass(kernel: Kernel, modules: SettlementDeps, games: readonly DecidedGame[]): Promise<Pass> {
  const { catalogue, slow, ticketsAtOnce } = modules
  const { decisions } = modules.betting
  const deps: SettleDeps = { ...modules, outbox: kernel.outbox, clock: kernel.clock }
  const stuck = new Set(await evaluateAll(kernel, modules, games))
  let count = 0

  const corrected = games.filter((game) => game.resultVersion > 1)
  const rows = corrected.length === 0 ? null : await catalogue.games.byIds(corrected.map((game) => game.gameId))
  for (const game of corrected) {
    const chunks = await decisions.ticketsToCorrect(kernel.workerDb, game, ticketsAtOnce)
    const match = rows?.get(game.gameId)?.name ?? ''
    const run = await runChunks(kernel, slow, chunks, (tx, tickets) => correctChunk(tx, deps, game, match, tickets))
    count += run.count
    if (run.end !== 'complete') return { count, stuck, end: run.end }
    if (run.stuck.length > 0) stuck.add(game.gameId)
  }

  const gameIds = games.map((game) => game.gameId)
  const chunks = await decisions.openTickets(kernel.workerDb, gameIds, ticketsAtOnce)
  const run = await runChunks(kernel, slow, chunks, (tx, tickets) => settleChunk(tx, deps, games, tickets))
  for (const ticket of run.stuck) for (const gameId of await decisions.openGamesOf(kernel.db, ticket)) stuck.add(gameId)
  return { count: count + run.count, stuck, end: run.end }
}

/** Evaluates the legs' selections. Returns the games with a selection that no rule can evaluate. */
async function evaluateAll(
  kernel: Kernel,
  { betting: { decisions } }: SettlementDeps,
  games: readonly DecidedGame[],
): Promise<string[]> {
  const [corrected, first] = [
    games.filter((game) => game.resultVersion > 1),
    games.filter((game) => game.resultVersion <= 1),
  ]
  const idsOfGames = (decided: readonly DecidedGame[]): string[] => decided.map((game) => game.gameId)
  const selections = [
    ...(first.length === 0 ? [] : await decisions.openSelections(kernel.workerDb, idsOfGames(first))),
    ...(corrected.length === 0 ? [] : await decisions.allSelections(kernel.workerDb, idsOfGames(corrected))),
  ]
  const { evaluated, unreadable } = evaluateSelections(selections, new Map(games.map((game) => [game.gameId, game])))
  for (const { selection, error } of unreadable)
    kernel.log.error({ err: error, ...selection }, 'a selection cannot be evaluated')
  await decisions.storeOutcomes(kernel.workerDb, evaluated)
  return unreadable.map(({ selection }) => selection.gameId)
}

/** Settles all decidable legs of one ticket at once (SETL-02). */
export async function settleTicket(kernel: Kernel, deps: SettlementDeps, ticketId: string): Promise<boolean> {
  const { decisions } = deps.betting
  const games = await deps.catalogue.results.decidedAmong(await decisions.openGamesOf(kernel.db, ticketId), kernel.db)
  if (games.length === 0) return false
  const selections = await decisions.openSelectionsOfTicket(kernel.db, ticketId)
  const { evaluated } = evaluateSelections(selections, new Map(games.map((game) => [game.gameId, game])))
  await decisions.storeOutcomes(kernel.db, evaluated)
  const end = await kernel.db.transaction((tx) =>
    settleChunk(tx, { ...deps, outbox: kernel.outbox, clock: kernel.clock }, games, ticketIds(ticketId)),
  )
  return end !== 'corrected' && end.ended > 0
}

/** Records the settled result versions with the time. */
async function recordSettled(kernel: Kernel, catalogue: Catalogue, games: readonly DecidedGame[]): Promise<void> {
  if (games.length === 0) return
  await kernel.workerDb.transaction(async (tx) => {
    const now = await catalogue.results.markSettled(tx, games, kernel.clock)
    await addSettlements(tx, games, now)
  })
}

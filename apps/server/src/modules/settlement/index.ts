import type { Result } from '@mupiira/domain/result.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { GameRow, OperatorsResult, ResultRefusal, ResultWords } from '../catalogue/index.ts'
import { previewResult, type ResultEffect } from './preview-result.ts'
import { settleGames, type SettlementDeps, settleTicket } from './settle-games.ts'

export type { ResultEffect } from './preview-result.ts'

export type Settlement = {
  /** Settles every game that has a verdict now; one run at a time in a process, a second call waits for its own. */
  settleNow(): Promise<number>
  /**
   * An operator's result of a game, the first or a corrected one, with his reason. Tickets follow at once where this node
   * settles, else within a turn of the one that does.
   */
  decideResult(
    gameId: string,
    entered: OperatorsResult,
    words: ResultWords,
  ): Promise<Result<GameRow, ResultRefusal | 'OTHER_VERSION'>>
  /** What such a result would move; nothing does. */
  previewResult(gameId: string, entered: OperatorsResult, now: Date): Promise<Result<ResultEffect, ResultRefusal>>
}

// Enough to make the statements' own cost vanish, few enough that a chunk holds its locks for milliseconds.
const TICKETS_AT_ONCE = 2_000
// Games are announced; the turns are for announcements that were missed.
const TURN_MS = 2_000

/** Who settles is a job on one node, the moment a game finishes (SETL-01, D23); an opened ticket does not wait for it. */
export function createSettlement(
  kernel: Kernel,
  modules: Omit<SettlementDeps, 'ticketsAtOnce' | 'slow'> & { readonly ticketsAtOnce?: number },
): Settlement {
  const deps: SettlementDeps = { ticketsAtOnce: TICKETS_AT_ONCE, slow: new Map(), ...modules }
  let running: Promise<unknown> = Promise.resolve()

  function settleNow(): Promise<number> {
    const run = running.then(() => settleGames(kernel, deps))
    running = run.catch(() => 0)
    return run
  }

  kernel.metrics.gauge(
    'settlement_slow_tickets',
    'Tickets that are left out of settlement for a while because they met the limit of a statement',
    () => deps.slow.size,
  )
  deps.betting.onOpenTicket((ticketId) => settleTicket(kernel, deps, ticketId))
  if (kernel.config.roles.has('worker')) {
    kernel.jobs.every('settle-games', TURN_MS, async () => void (await settleNow()), { leaderOnly: true })
    kernel.outbox.subscribe(({ events }) => {
      if (!kernel.jobs.leads()) return
      if (!events.some((event) => event.type === 'game-finished')) return
      settleNow().catch((error: unknown) => kernel.log.error({ err: error }, 'finished games are not settled yet'))
    })
    kernel.onStop('settlement', async () => void (await running))
  }
  return {
    settleNow,
    decideResult: (gameId, entered, words) =>
      kernel.db.transaction((tx) => deps.catalogue.decideResult(tx, gameId, entered, words, kernel.clock.now())),
    previewResult: (gameId, entered, now) => previewResult(kernel, deps, { gameId, entered }, now),
  }
}

import { collectIds } from '../../../kernel/collect-ids.ts'
import { isDatabaseUnavailable } from '../../../kernel/db/failures.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type DecideDeps, decideDelayedBets } from './decide-delayed-bets.ts'
import { checkNow, DELAYED_BET_POSTINGS, takeDueBets } from './delayed-bets.repository.ts'
import { delayedBetRoutes } from './routes.ts'

const CHECK_EVERY_MS = 250
const MAX_AT_ONCE = 64

/** Bets on live games, which wait before they become tickets (decision 0041). */
export function createDelayedBets(kernel: Kernel, deps: DecideDeps) {
  const { clock, db, log, workerDb } = kernel
  deps.wallet.ledger.explain(DELAYED_BET_POSTINGS)

  /** If a batch fails, its bets are decided one by one. A failed bet is due again after its lease. */
  async function decide(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    try {
      await decideDelayedBets(kernel, deps, ids)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (ids.length > 1) for (const id of ids) await decide([id])
      else log.error({ err: error, delayedBet: ids[0] }, 'a delayed bet could not be decided')
    }
  }

  async function decideDue(): Promise<void> {
    for (;;) {
      const ids = await takeDueBets(workerDb, clock.now(), MAX_AT_ONCE)
      await decide(ids)
      if (ids.length < MAX_AT_ONCE) return
    }
  }

  async function recheck(gameIds: readonly string[]): Promise<void> {
    await checkNow(workerDb, gameIds, clock.now())
    await decideDue()
  }

  if (kernel.config.roles.has('worker')) {
    kernel.jobs.every('decide-delayed-bets', CHECK_EVERY_MS, decideDue, { leaderOnly: false })
    // A goal rejects a bet at once. Every node may check, because the bets are a queue. A missed change rejects the bet
    // at the end of its delay.
    const changed = collectIds((gameIds) =>
      recheck(gameIds).catch((error: unknown) => log.warn({ err: error }, 'delayed bets could not be checked early')),
    )
    kernel.outbox.subscribe(({ events }) =>
      changed.add(events.flatMap(({ type, data }) => (type === 'games-changed' ? data.gameIds : []))),
    )
    kernel.onStop('delayed-bets', changed.idle)
  }

  return {
    routes: delayedBetRoutes(db),
    /** Decides all bets that are due. */
    decideDue,
    /** Rejects waiting bets on changed games that are invalid now. */
    recheck,
  }
}

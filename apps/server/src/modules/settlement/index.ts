import type { Approvals, Outdated } from '../../kernel/access/approvals.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { EnterRefusal } from './admin/enter-result.ts'
import type { SettlementAdminDeps } from './admin/game-admin.ts'
import { settlementAdminRoutes } from './admin/routes.ts'
import { type PreviewResults, previewResults } from './preview-result.ts'
import { settleGames, type SettlementDeps, settleTicket } from './settle-games.ts'

export type Settlement = {
  readonly commands: {
    /** Settles all decided games. One run at a time per process; a concurrent call waits for its own run. */
    settleNow(): Promise<number>
  }
  /** Console endpoints of results, and of changes that may decide games or void bets. */
  readonly administration: {
    routes(deps: SettlementAdminDeps, approvals: Approvals<EnterRefusal | 'START_CHANGED' | Outdated>): readonly Route[]
  }
}

// The number is large enough to amortise each statement, and small enough to hold locks for milliseconds only.
const TICKETS_AT_ONCE = 2_000
// Events trigger settlement. The timer covers missed events.
const RUN_EVERY_MS = 2_000

/**
 * Settlement runs as a job on one node as soon as a game finishes (SETL-01, D23). Opening a ticket settles it
 * without waiting for the job.
 */
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
    'Tickets that settlement skips for a while after a statement timeout',
    () => deps.slow.size,
  )
  deps.betting.tickets.onOpen((ticketId) => settleTicket(kernel, deps, ticketId))
  if (kernel.config.roles.has('worker')) {
    kernel.jobs.every('settle-games', RUN_EVERY_MS, async () => void (await settleNow()), { leaderOnly: true })
    kernel.outbox.subscribe(({ events }) => {
      if (!kernel.jobs.leads()) return
      if (!events.some((event) => event.type === 'game-finished')) return
      settleNow().catch((error: unknown) => kernel.log.error({ err: error }, 'finished games could not be settled'))
    })
    kernel.onStop('settlement', async () => void (await running))
  }
  /** The effect of results. Nothing is stored. */
  const preview: PreviewResults = (results, now) => previewResults(kernel, deps, results, now)
  return {
    commands: {
      settleNow,
    },
    administration: {
      routes: (others, approvals) =>
        settlementAdminRoutes(
          kernel,
          { ...others, catalogue: deps.catalogue, exposure: deps.betting.exposure, previewResults: preview },
          approvals,
        ),
    },
  }
}

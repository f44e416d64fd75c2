import { collectIds } from '../../kernel/collect-ids.ts'
import { isDatabaseUnavailable } from '../../kernel/db/failures.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Betting } from '../betting/index.ts'
import type { Pricing } from '../pricing/index.ts'
import { paidCashouts, pendingAcceptancesOn, takeDueChecks } from './cashouts.repository.ts'
import { decideCashout } from './decide-cashout.ts'
import { createAutomaticCashouts } from './automatic-cashouts.ts'
import type { CashoutDeps } from './offer-now.ts'
import { createPriceFactsRecorder } from './record-price-facts.ts'
import { ruleChanges } from './rules.repository.ts'
import { cashoutRoutes } from './routes.ts'

const CHECK_EVERY_MS = 500
const MAX_AT_ONCE = 50

type Deps = CashoutDeps & {
  readonly changes: Pricing['changes']
  readonly exposure: Pick<Betting['exposure'], 'gamesWithBets'>
}

/** Early settlement of pending tickets at their current value (D22). */
export function createCashout(kernel: Kernel, deps: Deps) {
  const { workerDb, clock, log } = kernel
  deps.wallet.ledger.explain({ cashout: [paidCashouts] })

  /** A failed decision does not delay the others. Its offer is due again after the lease. */
  async function decide(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await decideCashout(kernel, deps, id).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error
        log.error({ err: error, cashout: id }, 'an accepted cashout could not be decided')
      })
    }
  }

  async function decideDue(): Promise<void> {
    for (;;) {
      const ids = await takeDueChecks(workerDb, clock.now(), MAX_AT_ONCE)
      await decide(ids)
      if (ids.length < MAX_AT_ONCE) return
    }
  }

  const recheck = async (gameIds: readonly string[]): Promise<void> =>
    decide(await pendingAcceptancesOn(workerDb, gameIds))

  const automatic = createAutomaticCashouts(kernel, deps)
  const priceFacts = createPriceFactsRecorder(kernel, deps)

  if (kernel.config.roles.has('worker')) {
    const withRules = collectIds((gameIds) =>
      automatic
        .evaluate(gameIds)
        .catch((error: unknown) => log.warn({ err: error }, 'auto cashouts could not be evaluated')),
    )
    // Changes of games, and of all open games with each price step, so a missed change is evaluated within a step.
    deps.changes.onChange((gameIds) => {
      if (kernel.jobs.leads()) withRules.add(gameIds)
    })
    kernel.onStop('automatic-cashouts', withRules.idle)
    kernel.jobs.cron('end-automatic-cashouts', '37 * * * *', automatic.endSettled)
    kernel.jobs.every('decide-cashouts', CHECK_EVERY_MS, decideDue, { leaderOnly: false })
    const checked = collectIds((gameIds) =>
      recheck(gameIds).catch((error: unknown) =>
        log.warn({ err: error }, 'accepted cashouts could not be checked early'),
      ),
    )
    // A goal refuses an acceptance at once. A missed change refuses it at the end of its check.
    kernel.outbox.subscribe(({ events }) => {
      if (kernel.jobs.leads())
        checked.add(events.flatMap(({ type, data }) => (type === 'games-changed' ? data.gameIds : [])))
    })
    kernel.onStop('checked-cashouts', checked.idle)
  }
  return {
    routes: cashoutRoutes(kernel, deps),
    acceptances: {
      /** Decides all accepted offers that are due. */
      decideDue,
      /** Evaluates pending acceptances on changed games again and refuses those that are invalid now. */
      recheck,
    },
    automatic,
    /** The changes of a ticket's auto cashout, for the console. */
    ruleChanges: (ticketId: string) => ruleChanges(kernel.db, ticketId),
    priceFacts,
  }
}

export type Cashout = ReturnType<typeof createCashout>

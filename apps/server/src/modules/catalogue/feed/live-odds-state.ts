import type { Kernel } from '../../../kernel/kernel.ts'
import type { LiveOddsOutcome } from '../ports.ts'
import { liveOddsEnded } from './feed.repository.ts'

/**
 * Records how each request for live odds ended. Without live odds, live games close with the cause "no odds", so staff
 * must see the reason. Logs only when the outcome changes, because a plan without live odds refuses every request.
 */
export function liveOddsMonitor(kernel: Kernel) {
  const outcomes = kernel.metrics.counter('feed_live_odds', 'Requests for the live odds of the football feed', [
    'outcome',
  ] as const)
  let last: LiveOddsOutcome = 'RECEIVED'

  return async (ended: readonly LiveOddsOutcome[]): Promise<void> => {
    for (const outcome of ended) {
      outcomes.inc({ outcome })
      if (outcome !== last && outcome === 'RECEIVED') kernel.log.info('the football feed sends live odds again')
      else if (outcome !== last)
        kernel.log.warn({ outcome }, 'no live odds of the football feed: its live games will close')
      last = outcome
      await liveOddsEnded(kernel.workerDb, outcome)
    }
  }
}

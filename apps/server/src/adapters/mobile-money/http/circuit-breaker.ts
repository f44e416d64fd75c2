import type { Clock } from '../../../kernel/clock.ts'

/**
 * Stops calls to a provider that is down: after consecutive failures it blocks them for a while, then allows one
 * trial at a time.
 */
export type CircuitBreaker = {
  /** Whether a call may be made now. When the circuit is open, an admitted call is the trial. */
  admits(): boolean
  /** Like `admits`, but does not reserve the trial. */
  wouldAdmit(): boolean
  succeeded(): void
  failed(): void
}

export function createCircuitBreaker(
  clock: Clock,
  { failuresToOpen = 5, openMs = 30_000 }: { readonly failuresToOpen?: number; readonly openMs?: number } = {},
): CircuitBreaker {
  let failures = 0
  let nextTrialMs = 0

  const isOpen = (): boolean => failures >= failuresToOpen
  const wouldAdmit = (): boolean => !isOpen() || clock.now().getTime() >= nextTrialMs

  return {
    wouldAdmit,
    admits() {
      if (!wouldAdmit()) return false
      // Other calls wait for the result of the trial. A trial that never ends is replaced by another one.
      if (isOpen()) nextTrialMs = clock.now().getTime() + openMs
      return true
    },
    succeeded() {
      failures = 0
    },
    failed() {
      failures++
      if (isOpen()) nextTrialMs = clock.now().getTime() + openMs
    },
  }
}

import type { Clock } from '../../../kernel/clock.ts'

/** Keeps calls from a provider that is down: after failures in a row none for a while, then one at a time as a trial. */
export type CircuitBreaker = {
  /** Whether a call may be made now; while closed for calls, the one that is let through is the trial. */
  admits(): boolean
  /** The same without taking the trial's place. */
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
      // The others wait for what becomes of the trial; one that never ends makes room for another.
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

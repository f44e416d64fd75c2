/** DATA-40: at most ten batches of events a second. */
const TICK_MS = 100

/** Collects the events of a tick and applies them together, in order. */
export function batchEvents<E>(apply: (events: readonly E[]) => void) {
  let waiting: E[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const events = waiting
    waiting = []
    apply(events)
  }
  return {
    add(events: readonly E[]): void {
      waiting.push(...events)
      timer ??= setTimeout(flush, TICK_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

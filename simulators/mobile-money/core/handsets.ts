import type { Schedule } from './schedule.ts'

/** The numbers with an open handset page, and the subscribers to their changes. */
export type Handsets = {
  readonly openCount: number
  isOpen(msisdn: string): boolean
  /** Opens a page for the number; the returned function closes it. */
  open(msisdn: string, onChange: () => void): () => void
  changed(msisdn: string): void
  /** Called when the last page of a number has been closed for longer than the grace time. */
  whenClosed(listener: (msisdn: string) => void): void
  /**
   * Must be called after the schedule was cleared. Pages within the grace time then count as closed, and open pages are
   * refreshed.
   */
  reset(): void
}

export function createHandsets(schedule: Schedule, graceMs: number): Handsets {
  const pages = new Map<string, Set<() => void>>()
  const closedListeners: ((msisdn: string) => void)[] = []
  let openCount = 0

  function leave(msisdn: string, onChange: () => void): void {
    const listeners = pages.get(msisdn)
    if (listeners?.delete(onChange) !== true) return
    openCount -= 1
    schedule.after(graceMs, () => {
      if (pages.get(msisdn) !== listeners || listeners.size > 0) return
      pages.delete(msisdn)
      for (const listener of closedListeners) listener(msisdn)
    })
  }

  return {
    get openCount() {
      return openCount
    },
    isOpen: (msisdn) => pages.has(msisdn),
    open(msisdn, onChange) {
      const listeners = pages.get(msisdn) ?? new Set()
      listeners.add(onChange)
      pages.set(msisdn, listeners)
      openCount += 1
      return () => leave(msisdn, onChange)
    },
    changed(msisdn) {
      for (const onChange of pages.get(msisdn) ?? []) onChange()
    },
    whenClosed(listener) {
      closedListeners.push(listener)
    },
    reset() {
      for (const [msisdn, listeners] of pages) {
        if (listeners.size === 0) pages.delete(msisdn)
        for (const onChange of listeners) onChange()
      }
    },
  }
}

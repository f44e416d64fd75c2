export type IdCollector = {
  add(ids: readonly string[]): void
  /** Resolves when nothing is left to process. */
  idle(): Promise<void>
}

/**
 * Processes ids that are added while they change: one run at a time, and each run takes all ids that were added during
 * the run before it. `work` handles its own failures.
 */
export function collectIds(work: (ids: readonly string[]) => Promise<void>): IdCollector {
  const waiting = new Set<string>()
  let running: Promise<void> | null = null
  async function run(): Promise<void> {
    while (waiting.size > 0) {
      const ids = [...waiting]
      waiting.clear()
      await work(ids)
    }
    running = null
  }
  return {
    add(ids) {
      for (const id of ids) waiting.add(id)
      if (waiting.size > 0) running ??= run()
    },
    idle: async () => void (await running),
  }
}

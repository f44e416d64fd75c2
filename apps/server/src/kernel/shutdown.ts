import type { Log } from './log.ts'

const LIMIT_MS = 9_500

/**
 * Ends the process with grace (OPS-07): on SIGTERM, SIGINT, when the parent's pipe closes, and on a bug that nothing
 * caught. `stop` finishes what was begun; after 9.5 s the process leaves in any case.
 */
export function onShutdown(log: Log, exitWithParent: boolean, stop: () => Promise<void>): void {
  let isStopping = false
  async function leave(reason: string, exitCode: number): Promise<void> {
    if (isStopping) return
    isStopping = true
    log.info({ reason }, 'stopping')
    const limit = setTimeout(() => {
      log.error('did not finish in time')
      process.exit(1)
    }, LIMIT_MS)
    try {
      await stop()
      clearTimeout(limit)
      log.info('stopped')
      process.exit(exitCode)
    } catch (error) {
      log.error({ err: error }, 'did not stop cleanly')
      process.exit(1)
    }
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave(signal, 0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a bug that nothing caught')
    void leave('uncaught exception', 1)
  })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection that nothing awaited'))
  if (exitWithParent) {
    process.stdin.on('end', () => void leave('the parent is gone', 0))
    process.stdin.on('error', () => void leave('the parent is gone', 0))
    process.stdin.resume()
  }
}

import type { Log } from './telemetry/log.ts'

const LIMIT_MS = 9_500

/**
 * Stops the process gracefully (OPS-07) on SIGTERM, SIGINT, a closed pipe to the parent, and an uncaught exception.
 * `stop` finishes work in progress; after 9.5 s the process exits in any case.
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
    log.fatal({ err: error }, 'uncaught exception')
    void leave('uncaught exception', 1)
  })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  if (exitWithParent) {
    process.stdin.on('end', () => void leave('parent exited', 0))
    process.stdin.on('error', () => void leave('parent exited', 0))
    process.stdin.resume()
  }
}

import type { Clock } from './clock.ts'
import { readConfig } from './config/config.ts'
import { createKernel, type RunningKernel } from './create-kernel.ts'
import { createLog } from './telemetry/log.ts'

/** A clock that only moves when the test moves it. */
export type TestClock = Clock & {
  set(now: Date): void
  forward(ms: number): void
}

export function testClock(start: Date = new Date('2026-11-21T12:00:00Z')): TestClock {
  let now = start
  return {
    now: () => now,
    set: (to) => void (now = to),
    forward: (ms) => void (now = new Date(now.getTime() + ms)),
  }
}

/** Variables of a node with durable readers, cron jobs and leader loops. */
export const WORKER = { ROLES: 'http,worker' }

/**
 * A kernel with a test's own database; `variables` change its configuration. Call `start()` if the test needs the
 * relay, readers or jobs, and always call `stop()`. Without `WORKER` nothing runs in the background, so a test itself
 * starts the work that runs on one node.
 *
 *     const { kernel, stop } = testKernel(database.url)
 */
export function testKernel(
  databaseUrl: string,
  options: { readonly clock?: Clock; readonly variables?: Readonly<Record<string, string>> } = {},
): RunningKernel {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    DATABASE_CONNECTIONS: '8',
    // A longer wait than in production, because the test machine may be busy.
    DATABASE_WAIT_MS: '30000',
    ROLES: 'http',
    ...options.variables,
  })
  return createKernel(config, createLog(config.logLevel), options.clock)
}

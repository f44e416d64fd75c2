import type { Clock } from './clock.ts'
import { readConfig } from './config.ts'
import { createKernel, type RunningKernel } from './create-kernel.ts'
import { createLog } from './log.ts'

/** A clock that a test sets: it stands still until told otherwise. */
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

/**
 * A kernel over a test's own database; `variables` change its configuration. Call `start()` where the test needs the
 * relay, readers or jobs, and always `stop()`.
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
    ...options.variables,
  })
  return createKernel(config, createLog(config.logLevel), options.clock)
}

import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { proofSize } from '../../../../tests/support/proof.ts'
import type { Tx } from '../kernel/db/sql.ts'
import { untilLockWaits } from '../kernel/db/test-lock-waits.ts'
import type { TestApp } from './test-app.ts'

/**
 * Consecutive midnights in Kampala. 31 of them include the ends of five weeks and of a month; the 200 of
 * `npm run prove -- midnights` include the ends of 29 weeks and of 6 months.
 */
export const MIDNIGHTS: readonly Date[] = Array.from(
  { length: proofSize({ small: 31, full: 200 }) },
  (_, night) => new Date(Date.parse('2027-05-01T21:00:00Z') + night * DAY_MS),
)

/** The time at which work that waited across midnight continues. */
export const momentAfter = (midnight: Date): Date => new Date(midnight.getTime() + 1)

/** Runs work that waits for the account of each of these players, while the clock passes midnight. */
export const acrossMidnight = <T>(
  app: Pick<TestApp, 'kernel' | 'modules' | 'clock'>,
  midnight: Date,
  userIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> =>
  lockedAcrossMidnight(app, midnight, (tx) => app.modules.wallet.accounts.lock(tx, [...userIds]), work, userIds.length)

/** Runs work in which `waits` statements wait for a lock, while the clock passes midnight. */
export async function lockedAcrossMidnight<T>(
  { kernel, clock }: Pick<TestApp, 'kernel' | 'clock'>,
  midnight: Date,
  lock: (tx: Tx) => Promise<unknown>,
  work: () => Promise<T>,
  waits = 1,
): Promise<T> {
  const { waiting } = await kernel.db.transaction(async (tx) => {
    await lock(tx)
    const waiting = work()
    await untilLockWaits(kernel.workerDb, waits)
    clock.set(momentAfter(midnight))
    return { waiting }
  })
  return waiting
}

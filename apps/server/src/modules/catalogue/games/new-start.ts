import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { lockOffers } from './offer-lock.repository.ts'

/**
 * The time from which rescheduled games have their new start. A bet keeps the start that it was placed with
 * (D20), so the time is read when no bet with the earlier start is being placed.
 */
export async function afterBetsInProgress(tx: Tx, clock: Clock, gameIds: readonly string[], now: Date): Promise<Date> {
  await lockOffers(tx, gameIds, 'exclusive')
  return timeAfterLocks(clock, now)
}

/**
 * The current time of a transaction that has taken its locks; never before `now`, which may be the time of the request.
 */
export const timeAfterLocks = (clock: Clock, now: Date): Date =>
  new Date(Math.max(now.getTime(), clock.now().getTime()))

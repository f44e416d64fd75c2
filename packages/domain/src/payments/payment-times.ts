import type { TransactionType } from '../ticket/states.ts'
import type { PaymentStage } from './payment-moves.ts'
import { HOUR_MS, SECOND_MS } from '../time/durations.ts'

/** DEP-19, WDR-19. */
export const POLL_EVERY_MS = 5 * SECOND_MS
export const MOST_POLLS: { readonly [type in TransactionType]: number } = { deposit: 15, withdrawal: 18 }
/** WDR-23, D32. */
export const ASK_FOR_MS = 72 * HOUR_MS
const FIRST_CHECK_MS = 30 * SECOND_MS
const LONGEST_CHECK_MS = HOUR_MS
/** How long whoever took a payment may be silent before another takes it up; longer than any call to a provider. */
export const LEASE_MS = 30 * SECOND_MS
/** A request that could not be sent by then is not sent any more: nobody waits for that prompt on the phone. */
export const SEND_WITHIN_MS = 120 * SECOND_MS
/** DEP-31. */
export const ASK_ONCE_MORE_MS = 30 * 60 * SECOND_MS

/** When a payment is looked at again, after it came to `stage` with so many polls; null: never by itself. */
export function nextAt(type: TransactionType, stage: PaymentStage, polls: number, now: Date): Date | null {
  const inMs = {
    requested: LEASE_MS,
    sent: LEASE_MS,
    polling: POLL_EVERY_MS,
    // 30 s, 1 min, 2 min … 1 h
    checking: Math.min(FIRST_CHECK_MS * 2 ** Math.min(30, Math.max(0, polls - MOST_POLLS[type])), LONGEST_CHECK_MS),
    review: null,
    done: null,
  }[stage]
  return inMs === null ? null : new Date(now.getTime() + inMs)
}

type Waiting = {
  readonly type: TransactionType
  readonly stage: PaymentStage
  readonly createdAt: Date
  readonly sentAt: Date | null
}

/** When the app stops waiting for an answer: the end of the polls; null where nothing is polled. */
export function pollingEndsAt({ type, stage, createdAt, sentAt }: Waiting): Date | null {
  if (stage !== 'requested' && stage !== 'sent' && stage !== 'polling') return null
  return new Date((sentAt ?? createdAt).getTime() + MOST_POLLS[type] * POLL_EVERY_MS)
}

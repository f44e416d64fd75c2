import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { TransactionStatus, TransactionType } from '@mupiira/domain/ticket/states.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import type { Payment } from './payment-row.ts'
import { messageOf } from './present.ts'

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'payment-changed': {
      readonly transactionId: string
      readonly type: TransactionType
      readonly status: TransactionStatus
      readonly previousStatus: TransactionStatus | null
      readonly amount: number
      readonly message: string
      /** Credited after it had failed for the player (DEP-25). */
      readonly late: boolean
      /** The first that succeeds in the account's life. */
      readonly firstDeposit: boolean
    }
  }
}

/**
 * `payment-changed`, when the status changed, or what a pending payment's player reads. An end is told once: each event
 * with one becomes a notification.
 */
export function announce(before: Payment | null, after: Payment, isFirstDeposit: boolean): OutboxEvent[] {
  const message = messageOf(after)
  const isSame = before !== null && before.status === after.status
  if (isSame && (after.status !== 'pending' || messageOf(before) === message)) return []
  return [
    {
      type: 'payment-changed',
      userId: after.userId,
      data: {
        transactionId: after.id,
        type: after.type,
        status: after.status,
        previousStatus: before?.status ?? null,
        amount: ugxToNumber(after.amount),
        message,
        late: before?.status === 'failed' && after.status === 'success',
        firstDeposit: isFirstDeposit,
      },
    },
  ]
}

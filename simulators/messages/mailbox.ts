import type { Clock } from '../shared/clock.ts'

export type CaughtMessage = {
  readonly kind: 'sms' | 'email'
  readonly to: string
  /** Empty for an SMS. */
  readonly subject: string
  readonly text: string
  readonly at: string
}

const MAX_STORED = 500

export type Mailbox = {
  keep(message: Omit<CaughtMessage, 'at'>): void
  /** Newest first. */
  list(): readonly CaughtMessage[]
  /** Refuses the next `times` messages, like a failing gateway. */
  failNext(times: number): void
  takeFailure(): boolean
}

/** All messages that were sent, to any recipient. */
export function createMailbox(clock: Clock): Mailbox {
  const stored: CaughtMessage[] = []
  let failures = 0
  return {
    keep(message) {
      stored.unshift({ ...message, at: new Date(clock.now()).toISOString() })
      stored.length = Math.min(stored.length, MAX_STORED)
    },
    list: () => [...stored],
    failNext(times) {
      failures = times
    },
    takeFailure() {
      if (failures === 0) return false
      failures -= 1
      return true
    },
  }
}

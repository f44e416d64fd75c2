import type { Clock } from '../shared/clock.ts'

export type CaughtMessage = {
  readonly kind: 'sms' | 'email'
  readonly to: string
  /** '' of a text message. */
  readonly subject: string
  readonly text: string
  readonly at: string
}

const MOST_STORED = 500

export type Mailbox = {
  keep(message: Omit<CaughtMessage, 'at'>): void
  /** The latest first. */
  list(): readonly CaughtMessage[]
  /** The next so many messages are refused, as a gateway in trouble does. */
  failNext(times: number): void
  takeFailure(): boolean
}

/** Everything that was sent to anybody. */
export function createMailbox(clock: Clock): Mailbox {
  const kept: CaughtMessage[] = []
  let failures = 0
  return {
    keep(message) {
      kept.unshift({ ...message, at: new Date(clock.now()).toISOString() })
      kept.length = Math.min(kept.length, MOST_STORED)
    },
    list: () => [...kept],
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

import type { AccountStatus } from '@mupiira/domain/access/capabilities.ts'
import type { Tx } from '../db/sql.ts'

/**
 * The data of each event type, as plain JSON. A module declares its events next to the code that creates them:
 * `declare module '…/outbox/event.ts' { interface EventData { 'bet-placed': { readonly ticketId: string } } }`.
 */
export interface EventData {
  /** The user's session ended; without `sessionId`, all sessions of the user. Caches remove ended sessions at once. */
  'session-ended': { readonly sessionId?: string; readonly reason: 'logout' | 'suspended' | 'banned' }
  'account-status-changed': { readonly status: AccountStatus }
  /** The session continues under a new token. */
  'session-token-changed': { readonly sessionId: string }
  /** The account's other sessions need its second factor from now on. */
  'second-factor-enabled': Readonly<Record<string, never>>
}

/** `userId` is the player the event concerns. */
export type OutboxEvent = {
  [Type in keyof EventData]: { readonly type: Type; readonly userId?: string; readonly data: EventData[Type] }
}[keyof EventData]

/** An event with the position of its row. Positions are consecutive; the events of one row share one. */
export type PositionedEvent = OutboxEvent & { readonly position: number }

/** Events of consecutive rows, `first` to `last` inclusive, in order. */
export type EventBatch = {
  readonly first: number
  readonly last: number
  readonly events: readonly PositionedEvent[]
}

export type EventListener = (batch: EventBatch) => void
export type CommitListener = (events: readonly OutboxEvent[]) => void

/** Runs in the transaction that moves the reader's cursor, so its effects happen exactly once. */
export type DurableHandler = (tx: Tx, events: readonly PositionedEvent[]) => Promise<void>

export type Outbox = {
  /** Writes events in the transaction that causes them, as one row. */
  appendEvents(tx: Tx, events: readonly OutboxEvent[]): Promise<void>
  /**
   * Calls the listener with the events of all nodes from now on, in order. Returns a function that ends the
   * subscription.
   */
  subscribe(listener: EventListener): () => void
  /**
   * Calls the listener with the events of this node's own transactions, directly after each commit and before the
   * command returns. For caches that must be correct before the request is answered, even if the relay is late.
   */
  onCommit(listener: CommitListener): void
  /** A reader that receives every event exactly once, over restarts, on one worker at a time. */
  durableReader(name: string, handler: DurableHandler): void
  /**
   * At most `maxRows` rows after a position, oldest first. `gap`: rows in between were pruned, so resuming is
   * impossible.
   */
  readAfter(position: number, maxRows: number): Promise<EventBatch & { readonly gap: boolean }>
  /** The last position delivered to subscribers on this node. */
  position(): number
  /**
   * Whether, at some time in the last `ms`, this node had received every event committed by that time (decision 0007).
   */
  receivedWithin(ms: number): boolean
  /**
   * The start (by `performance.now()`) of the current period in which this node received events without a gap of more
   * than 500 ms. Infinity while it is late. Data read in this period and not changed by a later event is at most 500 ms
   * out of date.
   */
  currentSince(): number
  start(): Promise<void>
  stop(): Promise<void>
}

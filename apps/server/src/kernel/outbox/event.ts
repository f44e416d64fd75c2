import type { AccountStatus } from '@mupiira/domain/access/capabilities.ts'
import type { Tx } from '../db/sql.ts'

/**
 * The events by type, each with its data: plain JSON. Where something is announced, its module says here what:
 * `declare module '…/outbox/event.ts' { interface EventData { 'bet-placed': { readonly ticketId: string } } }`.
 * Whoever reads an event knows its data by its type.
 */
export interface EventData {
  /** Ends cached sessions at once, with `account-status-changed`; without an id all of the user's have ended. */
  'session-ended': { readonly sessionId?: string; readonly reason: 'logout' | 'suspended' | 'banned' }
  'account-status-changed': { readonly status: AccountStatus }
  /** A session goes on, and what it was entered by does not. */
  'session-token-changed': { readonly sessionId: string }
}

/** What a command announces. `userId` is the player whom it concerns. */
export type OutboxEvent = {
  [Type in keyof EventData]: { readonly type: Type; readonly userId?: string; readonly data: EventData[Type] }
}[keyof EventData]

/** An event at its place: rows have consecutive positions; a row's events share one. */
export type PlacedEvent = OutboxEvent & { readonly position: number }

/** Events of consecutive rows, `first` to `last` inclusive, in order. */
export type EventBatch = {
  readonly first: number
  readonly last: number
  readonly events: readonly PlacedEvent[]
}

export type EventListener = (batch: EventBatch) => void

/** Effects of a durable reader: runs in the transaction that moves its cursor, so they happen exactly once. */
export type SinkHandler = (tx: Tx, events: readonly PlacedEvent[]) => Promise<void>

export type Outbox = {
  /** Writes events in the transaction that causes them: one row for all of them. Nothing for an empty list. */
  appendEvents(tx: Tx, events: readonly OutboxEvent[]): Promise<void>
  /** Live events of all nodes from now on, in order, at least once per process. Returns the end of the subscription. */
  subscribe(listener: EventListener): () => void
  /** A reader that misses nothing and repeats nothing, also over restarts; one node at a time runs it. */
  durableSink(name: string, handler: SinkHandler): void
  /** Rows after a position, oldest first, at most `mostRows`; `gap` when rows in between were pruned (resume is impossible). */
  readAfter(position: number, mostRows: number): Promise<EventBatch & { readonly gap: boolean }>
  /** The last position that this node has announced to its subscribers. */
  position(): number
  /** Whether this node knew, within the last `ms`, everything committed until then (decision 0007). */
  receivedWithin(ms: number): boolean
  /** Batches that another node has handed over, without a look into the database. */
  takenOverBus(): number
  start(): Promise<void>
  stop(): Promise<void>
}

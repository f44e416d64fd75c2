import type { EventBatch } from './event.ts'

/**
 * A way by which the node that relays hands its events to the others, so that not each of them reads them in the
 * database. Nothing rests on it: what it loses, repeats or brings late is read there.
 */
export type EventBus = {
  /** To all other nodes; lost where nobody can be reached. */
  publish(batch: EventBatch): void
  listen(receive: (batch: EventBatch) => void): void
  /** Whether what is published elsewhere arrives here at present. */
  isConnected(): boolean
  close(): Promise<void>
}

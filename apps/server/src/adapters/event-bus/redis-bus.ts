import { Redis } from 'ioredis'
import type { EventBatch, PlacedEvent } from '../../kernel/outbox/event.ts'
import type { EventBus } from '../../kernel/outbox/bus.ts'
import type { Log } from '../../kernel/log.ts'

export type RedisBusOptions = {
  readonly url: string
  /** Whose events these are: several installations may share a server. */
  readonly channel: string
  readonly log: Pick<Log, 'warn' | 'info'>
}

/** A bulk job's events are read in the database. */
const LARGEST_MESSAGE = 1_000_000
const LONGEST_RETRY_MS = 2_000

/** Events of the outbox over Redis (or Valkey) by publish and subscribe. */
export function createRedisBus({ url, channel, log }: RedisBusOptions): EventBus {
  const options = {
    // What cannot be said now is not said later: the others have read it in the database by then.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3_000,
    retryStrategy: (attempt: number): number => Math.min(attempt * 100, LONGEST_RETRY_MS),
  }
  const speaker = new Redis(url, options)
  const listener = new Redis(url, { ...options, autoResubscribe: false })
  let receive: (batch: EventBatch) => void = () => undefined
  let isListening = false
  let isClosed = false

  for (const [name, connection] of [
    ['speaker', speaker],
    ['listener', listener],
  ] as const) {
    let isLost = false
    connection.on('error', (error: Error) => {
      if (!isLost && !isClosed)
        log.warn({ err: error, connection: name }, 'Redis is away: events are read in the database')
      isLost = true
    })
    connection.on('ready', () => {
      if (isLost) log.info({ connection: name }, 'Redis is back')
      isLost = false
    })
  }
  listener.on('ready', () => {
    listener.subscribe(channel).then(
      () => (isListening = true),
      () => (isListening = false),
    )
  })
  listener.on('close', () => (isListening = false))
  listener.on('message', (_channel: string, text: string) => {
    const batch = readBatch(text)
    if (batch !== null) receive(batch)
  })

  return {
    publish(batch) {
      if (speaker.status !== 'ready') return
      const text = JSON.stringify(batch)
      if (text.length <= LARGEST_MESSAGE) speaker.publish(channel, text).catch(() => undefined)
    },
    listen: (listening) => void (receive = listening),
    isConnected: () => isListening,
    async close() {
      isClosed = true
      for (const connection of [speaker, listener]) connection.disconnect()
    },
  }
}

/** null: no batch of ours. */
export function readBatch(text: string): EventBatch | null {
  try {
    const { first, last, events } = JSON.parse(text) as { first: unknown; last: unknown; events: unknown }
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || !Array.isArray(events)) return null
    if (!events.every(isEvent)) return null
    return { first: first as number, last: last as number, events }
  } catch {
    return null
  }
}

function isEvent(value: unknown): value is PlacedEvent {
  if (typeof value !== 'object' || value === null) return false
  const { type, position, data } = value as Record<string, unknown>
  return typeof type === 'string' && Number.isSafeInteger(position) && typeof data === 'object' && data !== null
}

import type { ServerResponse } from 'node:http'
import type { GAME_TOPIC, MARKETS_TOPIC, OWNER_TOPIC, Topic } from '@mupiira/contract/events.ts'

/** A client with more unsent bytes is disconnected; it resumes from its last event. */
const MAX_UNSENT_BYTES = 256 * 1024

type IdTopic = typeof GAME_TOPIC | typeof MARKETS_TOPIC | typeof OWNER_TOPIC
/** A topic of a stream: shared by all, of one game, of a game's markets, or of one player. */
export type StreamTopic = Topic | `${IdTopic}${string}`

/** The ids of the topics with this prefix. */
export const idsOf = (topics: Iterable<string>, prefix: IdTopic): string[] =>
  [...topics].flatMap((topic) => (topic.startsWith(prefix) ? [topic.slice(prefix.length)] : []))

/** One open stream. */
export type StreamClient = {
  readonly topics: ReadonlySet<StreamTopic>
  readonly userId: string | null
  readonly sessionId: string | null
  send(frame: Buffer): void
  end(frame?: Buffer): void
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const
const GREETING = Buffer.from('retry: 2000\n\n')

/** Starts the response of server-sent events. */
export function openStream(
  response: ServerResponse,
  client: Pick<StreamClient, 'topics' | 'userId' | 'sessionId'>,
): StreamClient {
  const send = (frame: Buffer): void => {
    if (response.destroyed || response.writableEnded) return
    if (response.writableLength > MAX_UNSENT_BYTES) response.destroy()
    else response.write(frame)
  }
  // A client may disconnect during a write. The event `close` follows.
  response.on('error', () => {})
  response.writeHead(200, HEADERS)
  send(GREETING)
  return {
    ...client,
    send,
    end(frame) {
      if (frame !== undefined) send(frame)
      response.end()
    },
  }
}

/** One frame with all events of a tick. Clients resume from its version. A snapshot has no version to resume from. */
export const frameOf = (version: string | null, events: readonly object[]): Buffer =>
  Buffer.from(`${version === null ? '' : `id: ${version}\n`}data: ${JSON.stringify(events)}\n\n`)

/**
 * A heartbeat is an event, not a comment, because the page must notice missing heartbeats and browsers hide comments
 * from it. Its data is an array like that of every frame.
 */
export const HEARTBEAT = Buffer.from('event: heartbeat\ndata: []\n\n')

import type { ServerResponse } from 'node:http'
import type { Topic } from '@mupiira/contract/events.ts'

/** More unread bytes than this and the client is cut off: it resumes from where it was. */
const MOST_UNSENT_BYTES = 256 * 1024

/** One open stream. */
export type StreamClient = {
  readonly topics: ReadonlySet<Topic>
  readonly userId: string | null
  readonly sessionId: string | null
  send(frame: string): void
  end(frame?: string): void
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
} as const

export function openStream(
  response: ServerResponse,
  client: Pick<StreamClient, 'topics' | 'userId' | 'sessionId'>,
): StreamClient {
  response.writeHead(200, HEADERS)
  response.write('retry: 2000\n\n')
  return {
    ...client,
    send(frame) {
      if (response.writableLength > MOST_UNSENT_BYTES) response.destroy()
      else if (!response.destroyed) response.write(frame)
    },
    end(frame) {
      if (!response.destroyed) response.end(frame)
    },
  }
}

/** One frame with every change of a tick; its id is the place to resume from. */
export const frameOf = (id: string, events: readonly object[]): string =>
  `id: ${id}\ndata: ${JSON.stringify(events)}\n\n`

export const HEARTBEAT = ': still here\n\n'

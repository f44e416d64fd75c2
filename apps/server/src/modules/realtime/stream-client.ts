import type { ServerResponse } from 'node:http'
import type { Topic } from '@mupiira/contract/events.ts'

/** More unread bytes than this and the client is cut off: it resumes from where it was. */
const MOST_UNSENT_BYTES = 256 * 1024

/** One open stream. */
export type StreamClient = {
  readonly topics: ReadonlySet<Topic>
  /** Ids of games that are followed one by one. */
  readonly games: ReadonlySet<string>
  readonly userId: string | null
  readonly sessionId: string | null
  send(frame: Buffer): void
  end(frame?: Buffer): void
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
} as const

/** Frames go to the socket as they are: a body in chunks would wrap and encode each of them anew for every client. */
export function openStream(
  response: ServerResponse,
  client: Pick<StreamClient, 'topics' | 'games' | 'userId' | 'sessionId'>,
): StreamClient {
  response.useChunkedEncodingByDefault = false
  response.writeHead(200, HEADERS)
  response.write('retry: 2000\n\n')
  const { socket } = response
  return {
    ...client,
    send(frame) {
      if (socket === null || socket.destroyed || response.writableEnded) return
      if (socket.writableLength > MOST_UNSENT_BYTES) socket.destroy()
      else socket.write(frame)
    },
    // A suspension tells the end of the session and of the account together: the first ends it.
    end(frame) {
      if (!response.destroyed && !response.writableEnded) response.end(frame)
    },
  }
}

/** One frame with every change of a tick, encoded once for all who get it; its id is the place to resume from. */
export const frameOf = (id: string, events: readonly object[]): Buffer =>
  Buffer.from(`id: ${id}\ndata: ${JSON.stringify(events)}\n\n`)

/** A picture of the moment, which the next one replaces: nobody resumes from it. */
export const frameOfMoment = (events: readonly object[]): Buffer => Buffer.from(`data: ${JSON.stringify(events)}\n\n`)

export const HEARTBEAT = Buffer.from(': still here\n\n')

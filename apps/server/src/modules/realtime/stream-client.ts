import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Topic } from '@mupiira/contract/events.ts'
import { keepSocket } from '../../kernel/http/keep-socket.ts'

/** More unread bytes than this and the client is cut off: it resumes from where it was. */
const MOST_UNSENT_BYTES = 256 * 1024

/** One open stream. */
export type StreamClient = {
  readonly topics: ReadonlySet<Topic>
  readonly userId: string | null
  readonly sessionId: string | null
  send(frame: Buffer): void
  /** Of memory that is used again: true when the client has kept it. */
  lend(frame: Buffer): boolean
  end(frame?: Buffer): void
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
} as const
const GREETING = Buffer.from('retry: 2000\n\n')

/** Frames go to the socket as they are: a body in chunks would wrap and encode each of them anew for every client. null: it is gone. */
export function openStream(
  response: ServerResponse,
  nowMs: number,
  client: Pick<StreamClient, 'topics' | 'userId' | 'sessionId'>,
): { readonly client: StreamClient; readonly socket: Socket } | null {
  const socket = keepSocket(response, HEADERS, nowMs)
  if (socket === null) return null
  socket.write(GREETING)
  return { client: clientOf(socket, client), socket }
}

// By itself: what the functions of a stream hold on to stays as long as the stream.
function clientOf(
  socket: Socket,
  { topics, userId, sessionId }: Pick<StreamClient, 'topics' | 'userId' | 'sessionId'>,
): StreamClient {
  const send = (frame: Buffer): void => {
    if (!socket.writable) return
    if (socket.writableLength > MOST_UNSENT_BYTES) socket.destroy()
    else socket.write(frame)
  }
  return {
    topics,
    userId,
    sessionId,
    send,
    lend(frame) {
      const waits = socket.writableLength > 0
      // Behind others it would be kept for sure.
      send(waits ? Buffer.from(frame) : frame)
      return !waits && socket.writableLength > 0
    },
    // A suspension tells the end of the session and of the account together: the first ends it.
    end(frame) {
      if (!socket.writable) return
      if (frame !== undefined) socket.write(frame)
      socket.destroySoon()
    },
  }
}

/** One frame with every change of a tick, encoded once for all who get it; its id is the place to resume from. */
export const frameOf = (id: string, events: readonly object[]): Buffer =>
  Buffer.from(`id: ${id}\ndata: ${JSON.stringify(events)}\n\n`)

/** A picture of the moment, which the next one replaces: nobody resumes from it. */
export const frameOfMoment = (events: readonly object[]): Buffer => Buffer.from(`data: ${JSON.stringify(events)}\n\n`)

export const HEARTBEAT = Buffer.from(': still here\n\n')

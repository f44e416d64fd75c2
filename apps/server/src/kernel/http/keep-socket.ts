import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { sentAlready } from './sent-already.ts'

/** Sockets that were taken out of the exchange of requests and answers. */
const kept = new WeakSet<Socket>()

/**
 * Sends the head of an answer that goes on until its connection closes, and ends the exchange: request, answer and all
 * that was put together for them are free while the socket stays open for its keeper (decision 0013). null: the
 * connection is gone, or an answer of it still waits.
 */
export function keepSocket(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  nowMs: number,
): Socket | null {
  const { socket } = response
  if (socket === null || socket.destroyed) return null
  let head = 'HTTP/1.1 200 OK\r\n'
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`
  kept.add(socket)
  sentAlready(response)
  socket.write(`${head}Date: ${new Date(nowMs).toUTCString()}\r\nConnection: close\r\n\r\n`, 'latin1')
  // With its exchange over, the connection would count as one that waits for its next request.
  response.on('finish', () => socket.setTimeout(0))
  response.end()
  return socket
}

/** Whatever is asked on a connection whose answer never ends: it could only be answered into the middle of it. */
export const isStored = (socket: Socket): boolean => kept.has(socket)

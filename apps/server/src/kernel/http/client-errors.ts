import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { PROBLEM_TYPE, problemOf } from './reply.ts'
import { RAW_RESPONSE_HEADERS } from './security-headers.ts'

/** Gives the client time to read the answer before the connection is closed. */
const LINGER_MS = 1_000

/**
 * Answers a client that did not send a complete HTTP request, and closes the connection even if the client keeps it
 * open.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, closeAfterMs = LINGER_MS): void {
  if (!socket.writable || socket.destroyed) return
  // Browsers open connections in advance. A browser would take an answer on an unused connection as the answer to its
  // next request.
  if (socket.bytesRead === 0) return void socket.destroy()
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'MALFORMED_REQUEST'
  const problem = problemOf({ error: code }, false)
  const body = JSON.stringify(problem)
  const headers = { ...RAW_RESPONSE_HEADERS, 'content-type': PROBLEM_TYPE, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), closeAfterMs).unref()
}

/** RFC 9112: a request has exactly one Host header. HTTP/1.0 had none. */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

import type { ServerResponse } from 'node:http'

/**
 * Lets `response.end()` know that head and body are on their way by the socket itself: it then only waits until the
 * socket has taken them, and closes the exchange like any other. There is no documented word for it; were these two
 * fields to change, an answer would come twice (whole-answer.test.ts, keep-socket.test.ts).
 */
export function sentAlready(response: ServerResponse): void {
  const exchange = response as ServerResponse & { _header: string; _headerSent: boolean }
  exchange._header = 'sent'
  exchange._headerSent = true
}

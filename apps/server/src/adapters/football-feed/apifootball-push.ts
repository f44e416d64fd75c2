import type { FeedGame, FeedPush } from '../../modules/catalogue/ports.ts'
import { readEvent, rowsOf } from './apifootball.ts'

export type ApifootballPushOptions = {
  /** The WebSocket address: `wss://wss.apifootball.com/livescore`. */
  readonly url: string
  readonly key: string
  /** The first pause before reconnecting, and the longest silence of a connection. */
  readonly firstRetryMs?: number
  readonly maxSilenceMs?: number
}

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000
const MAX_SILENCE_MS = 120_000
const LARGEST_MESSAGE = 16 * 1024 * 1024

/** Receives the pushed live scores of apifootball.com. Skips messages that are not a list of matches. */
export function createApifootballPush(options: ApifootballPushOptions): FeedPush {
  const { firstRetryMs = FIRST_RETRY_MS, maxSilenceMs = MAX_SILENCE_MS } = options
  const address = new URL(options.url)
  address.searchParams.set('APIkey', options.key)
  address.searchParams.set('timezone', 'UTC')

  return {
    open(receive) {
      let socket: WebSocket | null = null
      let retryMs = firstRetryMs
      let retry: NodeJS.Timeout | undefined
      let silence: NodeJS.Timeout | undefined
      let isClosed = false

      function connect(): void {
        const opened = new WebSocket(address)
        socket = opened
        restartSilenceTimer(opened)
        opened.addEventListener('message', ({ data }) => {
          if (opened !== socket) return
          restartSilenceTimer(opened)
          const games = typeof data === 'string' ? gamesReported(data) : null
          if (games === null) return
          // Reset the pause only after the connection has delivered a message.
          retryMs = firstRetryMs
          receive(games)
        })
        opened.addEventListener('close', () => reconnectAfter(opened))
        opened.addEventListener('error', () => reconnectAfter(opened))
      }

      /** Reconnects after a long silence, because a vanished peer never closes the connection. */
      function restartSilenceTimer(opened: WebSocket): void {
        clearTimeout(silence)
        silence = setTimeout(() => reconnectAfter(opened), maxSilenceMs)
        silence.unref()
      }

      function reconnectAfter(lost: WebSocket): void {
        if (lost !== socket || isClosed) return
        socket = null
        clearTimeout(silence)
        lost.close()
        retry = setTimeout(connect, retryMs)
        retry.unref()
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
      }

      connect()
      return {
        close() {
          isClosed = true
          clearTimeout(retry)
          clearTimeout(silence)
          socket?.close()
        },
      }
    },
  }
}

/** null when the message is not a list of matches. */
export function gamesReported(message: string): readonly FeedGame[] | null {
  if (message.length > LARGEST_MESSAGE) return null
  const rows = rowsOf(message)
  return rows.ok ? rows.value.map(readEvent).filter((game) => game !== null) : null
}

import type { StreamEvent } from '@mupiira/contract/events.ts'
import { REPLACE_WITHIN_MS, STREAM_SILENT_MS } from '@mupiira/domain/time/stream-times.ts'

export type SourceListener = {
  readonly onEvents: (events: readonly StreamEvent[], cursor: string) => void
  /** `silentForMs`: the time since the last data. */
  readonly onOpen: (open: boolean, silentForMs: number) => void
  /** Called when the server sends an event or a heartbeat. */
  readonly onAlive?: () => void
  /** Called when the server returns an error, because the session may have ended. */
  readonly onRefused?: (() => void) | undefined
}

export type Source = {
  /** Sets the followed games. Above the contract's limit it subscribes to all games. */
  readonly follow: (gameIds: readonly string[]) => void
  readonly stop: () => void
}

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/** On a slow network, opening takes longer than a heartbeat. */
const CONNECT_TIMEOUT_MS = 10_000
/** The contract's limit, copied because importing it would bundle the schemas. */
const MAX_GAMES = 100
export const MARKETS_TOPIC_PREFIX = 'markets:'

/** Multiplies the delay by a random factor of 0.5 to 1.5, so that not all clients reconnect at once after an outage. */
export const retryDelayMs = (failures: number, random = Math.random()): number =>
  Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS) * (0.5 + random)

/** The topics of followed games: `game:{id}`, and `markets:{id}` for market screens. */
function topicsOf(followed: ReadonlySet<string>): string[] {
  const markets = [...followed].filter((id) => id.startsWith(MARKETS_TOPIC_PREFIX))
  const games = [...followed].filter((id) => !id.startsWith(MARKETS_TOPIC_PREFIX))
  return [...(games.length > MAX_GAMES ? ['games'] : games.map((id) => `game:${id}`)), ...markets]
}

/**
 * An EventSource that is replaced if it fails or falls silent. Behind a proxy a dead connection can stay open, so only
 * received heartbeats count.
 */
export function openSource(
  topics: readonly string[],
  listener: SourceListener,
  from: string,
  first: readonly string[],
): Source {
  let source: EventSource | null = null
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let slow: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let cursor = from
  let deadline = 0
  let receivedAtMs = performance.now()
  let games: ReadonlySet<string> = new Set(first)

  const silentForMs = () => performance.now() - receivedAtMs
  const reportClosed = () => listener.onOpen(false, silentForMs())
  const watch = (limitMs: number) => {
    clearTimeout(watchdog)
    deadline = performance.now() + limitMs
    watchdog = setTimeout(() => reconnectAfter(failures === 0 ? Math.random() * REPLACE_WITHIN_MS : undefined), limitMs)
  }
  const received = () => {
    failures = 0
    receivedAtMs = performance.now()
    clearTimeout(slow)
    watch(STREAM_SILENT_MS)
    listener.onAlive?.()
  }
  const close = () => {
    clearTimeout(retryTimer)
    clearTimeout(watchdog)
    clearTimeout(slow)
    source?.close()
    source = null
  }
  function open() {
    close()
    const query = `topics=${[...topics, ...topicsOf(games)].join()}${cursor && `&lastEventId=${cursor}`}`
    const opened = new EventSource(`/api/stream?${query}`)
    source = opened
    watch(CONNECT_TIMEOUT_MS)
    slow = setTimeout(reportClosed, Math.max(0, STREAM_SILENT_MS - silentForMs()))
    opened.onopen = () => {
      received()
      listener.onOpen(true, 0)
    }
    opened.addEventListener('heartbeat', received)
    opened.onmessage = (event: MessageEvent<string>) => {
      received()
      if (event.lastEventId) cursor = event.lastEventId
      listener.onEvents(JSON.parse(event.data) as readonly StreamEvent[], cursor)
    }
    opened.onerror = () => {
      if (opened.readyState === EventSource.CLOSED) listener.onRefused?.()
      reconnectAfter()
    }
  }
  function reconnectAfter(delayMs = retryDelayMs(failures)) {
    close()
    reportClosed()
    retryTimer = setTimeout(open, delayMs)
    failures += 1
  }
  /** After sleep or a network change the connection may be dead, so the source reconnects at once. */
  const onWake = () => {
    if (document.visibilityState === 'hidden') return
    if (source !== null && performance.now() < deadline) return
    reportClosed()
    open()
  }
  const onOnline = () => {
    deadline = 0
    onWake()
  }
  document.addEventListener('visibilitychange', onWake)
  window.addEventListener('online', onOnline)
  open()
  return {
    follow(gameIds) {
      const fresh = gameIds.filter((id) => !games.has(id))
      const hasAllGames = games.size > MAX_GAMES && fresh.every((id) => !id.startsWith(MARKETS_TOPIC_PREFIX))
      if (fresh.length === 0 || hasAllGames) return
      games = new Set(gameIds)
      // Without a source, a retry is scheduled, and it will subscribe to the new games.
      if (source !== null) open()
    },
    stop() {
      close()
      document.removeEventListener('visibilitychange', onWake)
      window.removeEventListener('online', onOnline)
      reportClosed()
    },
  }
}

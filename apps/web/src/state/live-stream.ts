import type { StreamEvent } from '@mupiira/contract/events.ts'
import { HEARTBEAT_MS, REPLACE_WITHIN_MS, STREAM_SILENT_MS } from '@mupiira/domain/time/stream-times.ts'
import { openSource, type Source } from './stream-source.ts'

export type StreamListener = {
  readonly onEvents: (events: readonly StreamEvent[]) => void
  /** `silentForMs`: the time since the last data. */
  readonly onOpen: (open: boolean, silentForMs: number) => void
  /** Called when the server returns an error, because the session may have ended. */
  readonly onRefused?: () => void
}

type Message =
  | { readonly kind: 'events'; readonly events: readonly StreamEvent[]; readonly cursor: string }
  | { readonly kind: 'open'; readonly open: boolean; readonly cursor: string; readonly silentForMs: number }
  | { readonly kind: 'alive' }
  | { readonly kind: 'unconnected' }
  | { readonly kind: 'games'; readonly tab: string; readonly games: readonly string[] }
  | { readonly kind: 'hello' }

type StreamStart = { readonly cursor?: string; readonly games?: readonly string[] }

/**
 * Subscribes to topics, starting at `cursor` if given. The tabs of a browser share one connection, because HTTP/1.1
 * browsers allow six connections per host.
 */
export function connectStream(
  name: string,
  topics: readonly string[],
  listener: StreamListener,
  { cursor = '', games = [] }: StreamStart = {},
): Source {
  if (!('EventSource' in window)) return { follow() {}, stop() {} }
  // Increase the number when `Message` changes, because tabs of two releases can be open at the same time.
  if ('BroadcastChannel' in window && 'locks' in navigator)
    return shareSource(`mupiira.live.2 ${name}`, topics, listener, cursor, games)
  return openSource(topics, listener, cursor, games)
}

/**
 * The tab that holds the Web Lock is the leader: it has the connection, follows the games of all tabs and relays
 * events. When the leader closes, the next tab becomes leader and continues from the last cursor. The browser can
 * freeze a leader that holds the lock, so a visible tab that receives neither events nor heartbeats takes the lock.
 */
function shareSource(
  name: string,
  topics: readonly string[],
  listener: StreamListener,
  from: string,
  first: readonly string[],
): Source {
  const channel = new BroadcastChannel(name)
  const tab = String(Math.random())
  const gamesOf = new Map<string, readonly string[]>([[tab, first]])
  let queued = new AbortController()
  let leading: { readonly source: Source; readonly release: () => void } | null = null
  let silence: ReturnType<typeof setTimeout> | undefined
  let receivedAtMs = performance.now()
  let cursor = from
  let isOpen = false
  let isFollowing = false
  let hasStopped = false

  const post = (message: Message): void => channel.postMessage(message)
  const postGames = (games = gamesOf.get(tab) ?? []): void => post({ kind: 'games', tab, games })
  const allGames = (): string[] => [...gamesOf.values()].flat()

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'games') {
      gamesOf.set(data.tab, data.games)
      leading?.source.follow(allGames())
    } else if (data.kind === 'hello') {
      postGames()
      if (leading !== null) post({ kind: 'open', open: isOpen, cursor, silentForMs: silentForMs() })
    } else if (leading === null) {
      watchLeader()
      if (data.kind === 'unconnected') return
      if (data.kind !== 'open') receivedAtMs = performance.now()
      // The leader also sends `open` to a new tab, long after its last data. So `open` does not count as new data.
      else if (data.open) receivedAtMs = Math.max(receivedAtMs, performance.now() - data.silentForMs)
      if (data.kind !== 'alive') follow(data)
    }
  }

  const silentForMs = (): number => performance.now() - receivedAtMs

  function follow(message: Extract<Message, { cursor: string }>): void {
    // The leader received events that this tab missed, so this tab refetches everything once.
    const hasMissed = !isFollowing && isAhead(message.cursor, cursor)
    isFollowing ||= message.cursor !== ''
    cursor = message.cursor || cursor
    if (hasMissed) listener.onEvents([{ type: 'reset' }])
    if (message.kind === 'open') listener.onOpen(message.open, message.silentForMs)
    else listener.onEvents(message.events)
  }

  function watchLeader(): void {
    clearTimeout(silence)
    silence = setTimeout(takeOver, STREAM_SILENT_MS + (0.2 + Math.random() * 0.8) * REPLACE_WITHIN_MS)
  }
  function takeOver(): void {
    if (leading !== null || hasStopped) return
    listener.onOpen(false, silentForMs())
    if (document.visibilityState === 'hidden') return
    queued.abort()
    hold({ steal: true })
  }
  const onVisible = (): void => {
    if (document.visibilityState === 'visible' && leading === null) watchLeader()
  }

  function hold(options: LockOptions): void {
    navigator.locks.request(name, options, startLeading).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
      // Another tab became leader while this tab was frozen. This tab is a follower again and may have missed events.
      if (options.signal?.aborted !== true && !hasStopped) queue()
    })
  }
  function queue(): void {
    stopLeading()
    isFollowing = false
    queued = new AbortController()
    hold({ signal: queued.signal })
    watchLeader()
  }
  function stopLeading(): void {
    const left = leading
    leading = null
    isOpen = false
    left?.source.stop()
    left?.release()
  }

  const startLeading = () =>
    new Promise<void>((release) => {
      if (hasStopped) return release()
      clearTimeout(silence)
      const source = openSource(
        topics,
        {
          onEvents(events, at) {
            cursor = at
            listener.onEvents(events)
            post({ kind: 'events', events, cursor })
          },
          onOpen(open, silentMs) {
            isOpen = open
            listener.onOpen(open, silentMs)
            if (leading !== null) post({ kind: 'open', open, cursor, silentForMs: silentMs })
          },
          onAlive() {
            receivedAtMs = performance.now()
            post({ kind: 'alive' })
          },
          onRefused: listener.onRefused,
        },
        cursor,
        allGames(),
      )
      leading = { source, release }
    })

  const leave = (): void => postGames([])
  // Shows the other tabs that a leader without a connection is not frozen.
  const unconnected = setInterval(() => leading !== null && !isOpen && post({ kind: 'unconnected' }), HEARTBEAT_MS)
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', onVisible)
  post({ kind: 'hello' })
  postGames()
  queue()
  return {
    follow(games) {
      gamesOf.set(tab, games)
      postGames()
      leading?.source.follow(allGames())
    },
    stop() {
      hasStopped = true
      clearInterval(unconnected)
      clearTimeout(silence)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', onVisible)
      leave()
      queued.abort()
      stopLeading()
      channel.close()
    },
  }
}

/** Compares two cursors of the form `{position}.{time in base 36}`. A tab without a cursor fetches its data anyway. */
function isAhead(leader: string, own: string): boolean {
  if (leader === '' || own === '') return false
  const [[position = '', atMs = '0'], [ownPosition = '', ownAtMs = '0']] = [leader.split('.'), own.split('.')]
  return Number(position) > Number(ownPosition) || parseInt(atMs, 36) > parseInt(ownAtMs, 36)
}

import type { StreamEvent } from '@mupiira/contract/events.ts'

export type StreamListener = {
  readonly onEvents: (events: readonly StreamEvent[]) => void
  readonly onOpen: (open: boolean) => void
  /** The server answered, and would not let it be opened: the session may have ended before it was. */
  readonly onRefused?: () => void
}

export type Stream = {
  /** Of these games changes are told; more of them than are followed one by one bring all games. */
  readonly follow: (gameIds: readonly string[]) => void
  readonly stop: () => void
}

type Message =
  | { readonly kind: 'events'; readonly events: readonly StreamEvent[]; readonly place: string }
  | { readonly kind: 'open'; readonly open: boolean; readonly place?: string }
  | { readonly kind: 'games'; readonly tab: string; readonly games: readonly string[] }
  | { readonly kind: 'ask' }

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000
/** As many as the contract takes; it is not imported, for its file is the server's. */
const MOST_GAMES = 100

/**
 * Live updates of the topics, from `place` on where there is one. One tab of the browser holds the connection (HTTP/1.1
 * gives six per host), follows the games of all of them and tells the others; when it closes, the next one takes over
 * from where it was.
 */
export function connectStream(
  name: string,
  topics: readonly string[],
  listener: StreamListener,
  { place = '', games = [] }: { readonly place?: string; readonly games?: readonly string[] } = {},
): Stream {
  if (!('EventSource' in window)) return { follow() {}, stop() {} }
  if ('BroadcastChannel' in window && 'locks' in navigator)
    return shareSource(`mupiira.live ${name}`, topics, listener, place, games)
  return openSource(topics, listener, place, games)
}

function shareSource(
  name: string,
  topics: readonly string[],
  listener: StreamListener,
  from: string,
  first: readonly string[],
): Stream {
  const channel = new BroadcastChannel(name)
  const stopping = new AbortController()
  const tab = String(Math.random())
  const gamesOf = new Map<string, readonly string[]>([[tab, first]])
  let source: Stream | null = null
  let place = from
  let isOpen = false
  let isFollowing = false
  const post = (message: Message): void => channel.postMessage(message)
  const tellGames = (games = gamesOf.get(tab) ?? []): void => post({ kind: 'games', tab, games })
  const all = (): string[] => [...gamesOf.values()].flat()
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'games') {
      gamesOf.set(data.tab, data.games)
      source?.follow(all())
    } else if (data.kind === 'ask') {
      tellGames()
      if (source !== null) post({ kind: 'open', open: isOpen, place })
    } else if (source === null) {
      // What the leader heard between this page's rendering and now was told to the others alone: asked for once, whole.
      const hasMissed = !isFollowing && isAhead(data.place, place)
      isFollowing ||= Boolean(data.place)
      place = data.place || place
      if (hasMissed) listener.onEvents([{ type: 'reset' }])
      if (data.kind === 'open') listener.onOpen(data.open)
      else listener.onEvents(data.events)
    }
  }
  post({ kind: 'ask' })
  tellGames()
  const leave = (): void => tellGames([])
  window.addEventListener('pagehide', leave)
  const lead = () =>
    new Promise<void>((release) => {
      if (stopping.signal.aborted) return release()
      const leading = openSource(
        topics,
        {
          ...listener,
          onEvents: (events, at) => {
            place = at
            listener.onEvents(events)
            post({ kind: 'events', events, place })
          },
          onOpen: (open) => {
            isOpen = open
            listener.onOpen(open)
            post({ kind: 'open', open, place })
          },
        },
        place,
        all(),
      )
      source = leading
      stopping.signal.addEventListener('abort', () => {
        leading.stop()
        release()
      })
    })
  navigator.locks.request(name, { signal: stopping.signal }, lead).catch(ignoreAbort)
  return {
    follow(games) {
      gamesOf.set(tab, games)
      tellGames()
      source?.follow(all())
    },
    stop() {
      window.removeEventListener('pagehide', leave)
      leave()
      stopping.abort()
      channel.close()
    },
  }
}

/**
 * Places are the server's, `position.time in base 36` (realtime/place.ts). A page without one is filled by its own
 * questions; a leader has none before its first frame, or runs the version of before, which did not tell it.
 */
function isAhead(leader: string | undefined, own: string): boolean {
  if (!leader || !own) return false
  const [[position = '', atMs = '0'], [ownPosition = '', ownAtMs = '0']] = [leader.split('.'), own.split('.')]
  return Number(position) > Number(ownPosition) || parseInt(atMs, 36) > parseInt(ownAtMs, 36)
}

function ignoreAbort(error: Error): void {
  if (error.name !== 'AbortError') throw error
}

type SourceListener = Omit<StreamListener, 'onEvents'> & {
  readonly onEvents: (events: readonly StreamEvent[], place: string) => void
}

/** One EventSource; the browser resumes it by itself, and a closed one is opened anew from the last id heard. */
function openSource(
  topics: readonly string[],
  listener: SourceListener,
  from: string,
  first: readonly string[],
): Stream {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = FIRST_RETRY_MS
  let place = from
  let games: ReadonlySet<string> = new Set(first)
  const open = () => {
    clearTimeout(timer)
    source?.close()
    const followed = games.size > MOST_GAMES ? ['games'] : [...games].map((id) => `game:${id}`)
    const query = `topics=${[...topics, ...followed].join()}${place && `&lastEventId=${place}`}`
    source = new EventSource(`/api/stream?${query}`)
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS
      listener.onOpen(true)
    }
    source.onmessage = (event: MessageEvent<string>) => {
      if (event.lastEventId) place = event.lastEventId
      listener.onEvents(JSON.parse(event.data) as readonly StreamEvent[], place)
    }
    source.onerror = () => {
      listener.onOpen(false)
      if (source?.readyState !== EventSource.CLOSED) return
      listener.onRefused?.()
      timer = setTimeout(open, retryMs)
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
    }
  }
  open()
  return {
    follow(wanted) {
      if (games.size > MOST_GAMES || wanted.every((id) => games.has(id))) return
      games = new Set(wanted)
      open()
    },
    stop() {
      clearTimeout(timer)
      source?.close()
      listener.onOpen(false)
    },
  }
}

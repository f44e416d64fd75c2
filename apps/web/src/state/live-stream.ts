import type { StreamEvent } from '@mupiira/contract/events.ts'

export type StreamListener = {
  readonly onEvents: (events: readonly StreamEvent[]) => void
  readonly onOpen: (open: boolean) => void
  /** The server answered, and would not let it be opened: the session may have ended before it was. */
  readonly onRefused?: () => void
}

type Message =
  | { readonly kind: 'events'; readonly events: readonly StreamEvent[] }
  | { readonly kind: 'open'; readonly open: boolean }
  | { readonly kind: 'ask' }

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

/**
 * Live updates of the topics. One tab of the browser holds the connection (HTTP/1.1 gives six per host) and tells the
 * others; when it closes, the next one takes over. Answers how to stop.
 */
export function connectStream(name: string, topics: readonly string[], listener: StreamListener): () => void {
  if (typeof EventSource === 'undefined') return () => {}
  if (typeof BroadcastChannel === 'undefined' || navigator.locks === undefined) return openSource(topics, listener)
  return shareSource(`mupiira.live ${name}`, topics, listener)
}

function shareSource(name: string, topics: readonly string[], listener: StreamListener): () => void {
  const channel = new BroadcastChannel(name)
  const stop = new AbortController()
  let leading = false
  let isOpen = false
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'events' && !leading) listener.onEvents(data.events)
    if (data.kind === 'open' && !leading) listener.onOpen(data.open)
    if (data.kind === 'ask' && leading) channel.postMessage({ kind: 'open', open: isOpen } satisfies Message)
  }
  channel.postMessage({ kind: 'ask' } satisfies Message)
  const lead = () =>
    new Promise<void>((release) => {
      if (stop.signal.aborted) return release()
      leading = true
      const close = openSource(topics, {
        onEvents: (events) => {
          listener.onEvents(events)
          channel.postMessage({ kind: 'events', events } satisfies Message)
        },
        onOpen: (open) => {
          isOpen = open
          listener.onOpen(open)
          channel.postMessage({ kind: 'open', open } satisfies Message)
        },
        onRefused: () => listener.onRefused?.(),
      })
      stop.signal.addEventListener('abort', () => {
        close()
        release()
      })
    })
  navigator.locks.request(name, { signal: stop.signal }, lead).catch(ignoreAbort)
  return () => {
    stop.abort()
    channel.close()
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}

/** One EventSource; the browser resumes it by itself, and a closed one is opened anew from the last id heard. */
function openSource(topics: readonly string[], listener: StreamListener): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = FIRST_RETRY_MS
  let lastEventId = ''
  const open = () => {
    const query = new URLSearchParams({ topics: topics.join(','), ...(lastEventId ? { lastEventId } : {}) })
    source = new EventSource(`/api/stream?${query.toString()}`)
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS
      listener.onOpen(true)
    }
    source.onmessage = (event: MessageEvent<string>) => {
      if (event.lastEventId) lastEventId = event.lastEventId
      listener.onEvents(JSON.parse(event.data) as readonly StreamEvent[])
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
  return () => {
    clearTimeout(timer)
    source?.close()
    listener.onOpen(false)
  }
}

import { vi } from 'vitest'

type Handler = (event: { readonly data: string; readonly lastEventId: string }) => void

/** An EventSource controlled by a test. */
export class FakeSource {
  static readonly CLOSED = 2
  static readonly all: FakeSource[] = []
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: Handler | null = null
  onerror: (() => void) | null = null
  readonly #heartbeat: (() => void)[] = []
  readonly url: string

  constructor(url: string) {
    this.url = url
    FakeSource.all.push(this)
  }
  addEventListener(_type: 'heartbeat', listener: () => void): void {
    this.#heartbeat.push(listener)
  }
  close(): void {
    this.readyState = FakeSource.CLOSED
  }
  opens(): void {
    this.readyState = 1
    this.onopen?.()
  }
  beats(): void {
    for (const listener of this.#heartbeat) listener()
  }
  sends(events: readonly object[], lastEventId = ''): void {
    this.onmessage?.({ data: JSON.stringify(events), lastEventId })
  }
  breaks(status: 'lost' | 'refused' = 'lost'): void {
    if (status === 'refused') this.readyState = FakeSource.CLOSED
    this.onerror?.()
  }
}

export const openSources = (): FakeSource[] =>
  FakeSource.all.filter(({ readyState }) => readyState !== FakeSource.CLOSED)

/** A browser with fake streams, controlled timers and a page that can be hidden. */
export function fakeBrowser() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  FakeSource.all.length = 0
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const target = Object.assign(new EventTarget(), { EventSource: FakeSource })
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', target)
  return {
    show(visibilityState: 'visible' | 'hidden'): void {
      page.visibilityState = visibilityState
      page.dispatchEvent(new Event('visibilitychange'))
    },
    comesOnline: () => void target.dispatchEvent(new Event('online')),
    restore(): void {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    },
  }
}

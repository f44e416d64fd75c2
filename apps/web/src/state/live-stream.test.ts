import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  HEARTBEAT_MS,
  NOT_LIVE_AFTER_MS,
  REPLACE_WITHIN_MS,
  STREAM_SILENT_MS,
} from '@mupiira/domain/time/stream-times.ts'
import { fakeBrowser, FakeSource, openSources } from './test-streams.ts'
import { connectStream } from './live-stream.ts'
import type { Source } from './stream-source.ts'

/** Channels of frozen tabs, which neither send nor receive. */
const frozen = new Set<object>()
const channels = new Set<FakeChannel>()

class FakeChannel {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  constructor() {
    channels.add(this)
  }
  postMessage(data: unknown): void {
    if (frozen.has(this)) return
    for (const other of channels) if (other !== this && !frozen.has(other)) other.onmessage?.({ data })
  }
  close(): void {
    channels.delete(this)
  }
}

type Held = { readonly name: string; reject: (error: Error) => void }

/** A replacement for the Web Locks API. A lock has one holder and a queue, and can be stolen. */
function fakeLocks() {
  let holder: Held | null = null
  const waiting: (() => void)[] = []
  const grant = (name: string, hold: () => Promise<void>, reject: (error: Error) => void, resolve: () => void) => {
    const own: Held = { name, reject }
    holder = own
    void hold().then(() => {
      if (holder !== own) return
      holder = null
      resolve()
      waiting.shift()?.()
    })
  }
  return {
    request(name: string, { signal, steal }: LockOptions, hold: () => Promise<void>): Promise<void> {
      return new Promise((resolve, reject) => {
        const take = () => grant(name, hold, reject, resolve)
        if (steal === true) {
          holder?.reject(new DOMException('stolen', 'AbortError'))
          return take()
        }
        if (holder === null) return take()
        waiting.push(take)
        signal?.addEventListener('abort', () => {
          if (waiting.includes(take)) waiting.splice(waiting.indexOf(take), 1)
          reject(new DOMException('given up', 'AbortError'))
        })
      })
    },
  }
}

let browser: ReturnType<typeof fakeBrowser>
const tabs: {
  readonly stream: Source
  readonly log: string[]
  readonly channel: FakeChannel
}[] = []

function openTab() {
  const log: string[] = ['not live']
  const stream = connectStream('player', ['lists'], {
    onEvents: (events) => log.push(...events.map(({ type }) => type)),
    onOpen(open) {
      const state = open ? 'live' : 'not live'
      if (log.filter((entry) => entry.endsWith('live')).at(-1) !== state) log.push(state)
    },
  })
  const channel = [...channels].at(-1)
  if (channel === undefined) throw new Error('the tab has no channel')
  const tab = { stream, log, channel }
  tabs.push(tab)
  return tab
}

const beatFor = async (ms: number) => {
  for (let at = 0; at < ms; at += HEARTBEAT_MS) {
    for (const source of openSources()) source.beats()
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  }
}

beforeEach(() => {
  browser = fakeBrowser()
  Object.assign(window, { BroadcastChannel: FakeChannel })
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('navigator', { locks: fakeLocks() })
})
afterEach(() => {
  for (const { stream } of tabs.splice(0)) stream.stop()
  channels.clear()
  frozen.clear()
  browser.restore()
})

describe('tabs that share a stream', () => {
  it('[DATA-40] [LIVE-01] tabs that share a stream have one connection as long as its heartbeats arrive', async () => {
    const [leader, second] = [openTab(), openTab()]
    FakeSource.all[0]?.opens()
    await beatFor(60_000)
    FakeSource.all[0]?.sends([{ type: 'lists' }], '1.a')
    expect(FakeSource.all).toHaveLength(1)
    expect(leader.log).toEqual(['not live', 'live', 'lists'])
    expect(second.log).toEqual(['not live', 'live', 'lists'])
  })

  it('[DATA-40] [LIVE-01] tabs that share a stream replace a frozen leader tab with the visible tab at least a second before the page shows that it is not live', async () => {
    const [leader, second] = [openTab(), openTab()]
    FakeSource.all[0]?.opens()
    await beatFor(2 * HEARTBEAT_MS)
    FakeSource.all[0]?.beats()
    frozen.add(leader.channel)
    await vi.advanceTimersByTimeAsync(STREAM_SILENT_MS - 1_000)
    // Only the frozen tab receives this heartbeat.
    FakeSource.all[0]?.beats()
    await vi.advanceTimersByTimeAsync(1_000 + REPLACE_WITHIN_MS)
    expect(STREAM_SILENT_MS + REPLACE_WITHIN_MS).toBeLessThanOrEqual(NOT_LIVE_AFTER_MS - 1_000)
    expect(second.log).toEqual(['not live', 'live', 'not live'])
    expect(FakeSource.all).toHaveLength(2)
    FakeSource.all.at(-1)?.opens()
    FakeSource.all.at(-1)?.sends([{ type: 'lists' }], '2.a')
    expect(second.log).toEqual(['not live', 'live', 'not live', 'live', 'lists'])
  })

  it('[DATA-40] [LIVE-01] tabs that share a stream demote the old leader tab when it resumes, and refetch the missed data', async () => {
    const [leader, second] = [openTab(), openTab()]
    const [first] = FakeSource.all
    first?.opens()
    first?.sends([], '1.a')
    frozen.add(leader.channel)
    await vi.advanceTimersByTimeAsync(STREAM_SILENT_MS + 1_000)
    FakeSource.all.at(-1)?.opens()
    FakeSource.all.at(-1)?.sends([{ type: 'lists' }], '2.a')
    frozen.delete(leader.channel)
    expect(openSources()).not.toContain(first)
    leader.log.length = 0
    FakeSource.all.at(-1)?.sends([{ type: 'lists' }], '3.a')
    expect(leader.log).toEqual(['reset', 'lists'])
    expect(second.log.slice(-2)).toEqual(['lists', 'lists'])
    expect(openSources()).toHaveLength(1)
  })

  it('[DATA-40] [LIVE-01] tabs that share a stream replace a frozen leader only when the other tab becomes visible', async () => {
    const [leader, second] = [openTab(), openTab()]
    FakeSource.all[0]?.opens()
    await beatFor(2_000)
    browser.show('hidden')
    frozen.add(leader.channel)
    await vi.advanceTimersByTimeAsync(60_000)
    const before = FakeSource.all.length
    expect(second.log).toEqual(['not live', 'live', 'not live'])
    browser.show('visible')
    await vi.advanceTimersByTimeAsync(STREAM_SILENT_MS + 1_000)
    expect(FakeSource.all.length).toBeGreaterThan(before)
  })

  it('[DATA-40] [LIVE-01] tabs that share a stream keep a leader tab that has no connection but is not frozen', async () => {
    const [leader, second] = [openTab(), openTab()]
    FakeSource.all[0]?.opens()
    // The server sends nothing.
    await vi.advanceTimersByTimeAsync(60_000)
    expect(leader.log).toContain('not live')
    expect(second.log).toContain('not live')
    expect(openSources().length).toBeLessThanOrEqual(1)
  })

  it('[DATA-40] [LIVE-01] tabs that share a stream elect the next tab when the leader tab closes', async () => {
    const [leader, second] = [openTab(), openTab()]
    FakeSource.all[0]?.opens()
    leader.stream.stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(FakeSource.all).toHaveLength(2)
    FakeSource.all[1]?.opens()
    expect(second.log.at(-1)).toBe('live')
  })
})

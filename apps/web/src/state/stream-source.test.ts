import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  HEARTBEAT_MS,
  NOT_LIVE_AFTER_MS,
  REPLACE_WITHIN_MS,
  STREAM_SILENT_MS,
} from '@mupiira/domain/time/stream-times.ts'
import { fakeBrowser, FakeSource, openSources } from './test-streams.ts'
import { openSource, retryDelayMs, type Source } from './stream-source.ts'

let browser: ReturnType<typeof fakeBrowser>
let stream: Source
let log: string[]

beforeEach(() => {
  browser = fakeBrowser()
  log = []
  stream = openSource(
    ['lists'],
    {
      onEvents: (events) => log.push(`events ${events.length}`),
      onOpen: (open, silentForMs) => log.push(open ? 'live' : `not live ${silentForMs}`),
      onAlive: () => undefined,
      onRefused: () => log.push('refused'),
    },
    '7.a',
    ['g1'],
  )
})
afterEach(() => {
  stream.stop()
  browser.restore()
})

const last = (): FakeSource => {
  const source = FakeSource.all.at(-1)
  if (source === undefined) throw new Error('no stream was opened')
  return source
}

describe('the stream watchdog', () => {
  it('[DATA-40] the stream watchdog keeps a stream open while heartbeats arrive', () => {
    last().opens()
    for (let beat = 0; beat < 30; beat += 1) {
      vi.advanceTimersByTime(HEARTBEAT_MS)
      last().beats()
    }
    expect(FakeSource.all).toHaveLength(1)
    expect(log).toEqual(['live'])
  })

  it('[DATA-40] the stream watchdog replaces a silent stream at least a second before the page shows that it is not live, and resumes from the last cursor', () => {
    last().opens()
    last().sends([{ type: 'lists' }], '9.b')
    vi.advanceTimersByTime(STREAM_SILENT_MS - 1)
    expect(log).toEqual(['live', 'events 1'])
    vi.advanceTimersByTime(1)
    expect(log.at(-1)).toBe(`not live ${STREAM_SILENT_MS}`)
    expect(openSources()).toEqual([])
    vi.advanceTimersByTime(REPLACE_WITHIN_MS)
    expect(STREAM_SILENT_MS + REPLACE_WITHIN_MS).toBeLessThanOrEqual(NOT_LIVE_AFTER_MS - 1_000)
    expect(openSources().map(({ url }) => url)).toEqual(['/api/stream?topics=lists,game:g1&lastEventId=9.b'])
    last().opens()
    expect(log.at(-1)).toBe('live')
  })

  it.each([
    ['a stream that fails', () => last().breaks()],
    ['a stream that is replaced for other games', () => stream.follow(['g2'])],
    ['a network change', () => browser.comesOnline()],
  ])('[DATA-40] the stream watchdog measures silence from the last data, even after %s', (_, change) => {
    last().opens()
    vi.advanceTimersByTime(1_400)
    change()
    vi.advanceTimersByTime(STREAM_SILENT_MS)
    expect(log.slice(1)).not.toEqual([])
    const begins = log.slice(1).map((entry) => Number(entry.split(' ').at(-1)))
    expect(begins.every((silentForMs) => silentForMs === 1_400 || silentForMs >= STREAM_SILENT_MS)).toBe(true)
  })

  it('[DATA-40] the stream watchdog drops a connection that does not open in time', () => {
    vi.advanceTimersByTime(10_000)
    expect(openSources()).toEqual([])
    vi.advanceTimersByTime(1_500)
    expect(openSources()).toHaveLength(1)
  })

  it('[DATA-40] the stream watchdog reconnects with growing delays, and resets the delay once data arrives', () => {
    const delays = Array.from({ length: 6 }, () => {
      last().breaks()
      const opened = FakeSource.all.length
      let waitedMs = 0
      for (; FakeSource.all.length === opened; waitedMs += 50) vi.advanceTimersByTime(50)
      return waitedMs
    })
    for (const [failures, delayMs] of delays.entries()) {
      expect(delayMs).toBeGreaterThanOrEqual(Math.min(1_000 * 2 ** failures, 30_000) * 0.5)
      expect(delayMs).toBeLessThanOrEqual(Math.min(1_000 * 2 ** failures, 30_000) * 1.5 + 50)
    }
    last().opens()
    last().breaks()
    vi.advanceTimersByTime(1_500)
    expect(openSources()).toHaveLength(1)
  })

  it('[DATA-40] the stream watchdog reports a refused stream, because the session may have ended', () => {
    last().breaks('refused')
    expect(log).toEqual(['refused', 'not live 0'])
  })

  it('[DATA-40] the stream watchdog reconnects at once when the page resumes or the network changes', () => {
    last().opens()
    browser.comesOnline()
    expect(FakeSource.all).toHaveLength(2)
    last().opens()
    browser.show('hidden')
    last().breaks()
    browser.show('visible')
    expect(FakeSource.all).toHaveLength(3)
    expect(openSources()).toHaveLength(1)
  })

  it('[DATA-40] the stream watchdog stays closed after it was stopped', () => {
    last().breaks()
    stream.stop()
    vi.advanceTimersByTime(60_000)
    browser.comesOnline()
    expect(openSources()).toEqual([])
  })
})

it('[DATA-40] the random reconnect delay spreads the reconnects of many clients', () => {
  expect([0, 0.5, 1].map((random) => retryDelayMs(0, random))).toEqual([500, 1_000, 1_500])
  expect([1, 4, 5, 50].map((failures) => retryDelayMs(failures, 0.5))).toEqual([2_000, 16_000, 30_000, 30_000])
})

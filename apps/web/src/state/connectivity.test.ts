import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NOT_LIVE_AFTER_MS } from '@mupiira/domain/time/stream-times.ts'
import { longestSilentSinceMs, reportStream, useConnectivity, watchNetwork } from './connectivity.ts'

const silentSinceMs = (): number => longestSilentSinceMs(useConnectivity.getState())

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['performance'] })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  useConnectivity.setState(useConnectivity.getInitialState(), true)
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

describe('the time since which the page may be out of date', () => {
  it('[DATA-40] a page without a stream counts as possibly outdated since its first paint', () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ startTime: 700 } as PerformanceEntry])
    vi.advanceTimersByTime(8_000)
    watchNetwork()
    expect(silentSinceMs()).toBe(700)
    // Nothing arrives on the stream that is opened.
    vi.advanceTimersByTime(3_000)
    reportStream(false, 3_000)
    expect(silentSinceMs()).toBe(700)
    reportStream(true, 0)
    expect(silentSinceMs()).toBe(Infinity)
  })

  it('[DATA-40] a page with a silent stream counts as possibly outdated since the last data', () => {
    reportStream(true, 0)
    vi.advanceTimersByTime(20_000)
    reportStream(false, 3_000)
    expect([silentSinceMs(), useConnectivity.getState().streaming]).toEqual([17_000, false])
  })

  it('[DATA-40] the console counts as possibly outdated even if only the stream of its lists is silent', () => {
    reportStream(true, 0)
    reportStream(true, 0, 'console')
    vi.advanceTimersByTime(20_000)
    reportStream(false, 3_000, 'console')
    expect([silentSinceMs(), useConnectivity.getState().streaming]).toEqual([17_000, true])
    reportStream(true, 0)
    expect(silentSinceMs()).toBe(17_000)
    reportStream(true, 0, 'console')
    expect(silentSinceMs()).toBe(Infinity)
  })
})

it('[DATA-40] the style sheet marks a page without scripts as not live after the same delay', () => {
  const css = readFileSync(new URL('../app/app.css', import.meta.url), 'utf8')
  expect(css).toContain(`animation: shown-if-late 1ms ${NOT_LIVE_AFTER_MS / 1_000}s backwards`)
})

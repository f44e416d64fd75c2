import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { createCrowdCounts } from './crowd-counts.ts'

/** Sliding windows of one minute in constant memory: two counters per key, and no key that counts is ever forgotten. */
export type RateLimit = {
  /** 0 when the request may pass, else the seconds to wait. */
  take(endpoint: string, who: string, perMinute: number): number
}

/** Requests in this minute, and in the one before. */
type Window = { now: number; readonly before: number }

/**
 * `monotonicMs` is real time: a moved business clock must not open or shut the gates. A minute has memory for half of
 * `mostKeys`; whoever comes when it is full shares a counter with others, and those who are in it stay (decision 0010).
 */
export function createRateLimit(mostKeys = 200_000, monotonicMs: () => number = () => performance.now()): RateLimit {
  // A known key costs one look and no writing.
  let recent = newMinute()
  let earlier = newMinute()
  let current = 0

  function turnTo(minute: number): void {
    earlier = minute === current + 1 ? recent : newMinute()
    recent = newMinute()
    current = minute
  }

  /** null: there is no room for one more key. */
  function enter(key: string, before: number): Window | null {
    if (recent.windows.size >= mostKeys / 2) return null
    const window = { now: 0, before }
    recent.windows.set(key, window)
    return window
  }

  return {
    take(endpoint, who, perMinute) {
      const at = monotonicMs()
      const minute = Math.floor(at / MINUTE_MS)
      const share = (at % MINUTE_MS) / MINUTE_MS
      if (minute !== current) turnTo(minute)
      const key = `${endpoint} ${who}`
      const known = recent.windows.get(key)
      if (known !== undefined) return takeOne(known, share, perMinute)
      const before = earlier.windows.get(key)?.now ?? earlier.crowd.of(endpoint, who)
      const own = enter(key, before)
      if (own !== null) return takeOne(own, share, perMinute)
      const waitSeconds = takeOne({ now: recent.crowd.of(endpoint, who), before }, share, perMinute)
      if (waitSeconds === 0) recent.crowd.add(endpoint, who)
      return waitSeconds
    },
  }
}

const newMinute = () => ({ windows: new Map<string, Window>(), crowd: createCrowdCounts() })

function takeOne(window: Window, share: number, perMinute: number): number {
  const weighted = window.before * (1 - share) + window.now
  if (weighted + 1 > perMinute) return secondsUntilFree(window, share, perMinute)
  window.now++
  return 0
}

/** When the window of the last minute has moved on far enough for one more. */
function secondsUntilFree(window: Window, share: number, perMinute: number): number {
  const room = perMinute - 1 - window.now
  const freeAt =
    room >= 0 && window.before > 0
      ? 1 - room / window.before
      : 1 + Math.max(0, 1 - (perMinute - 1) / Math.max(1, window.now))
  return Math.max(1, Math.ceil((freeAt - share) * 60))
}

const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * An IPv4 address without the port that some proxies add, which a caller changes at will; of an IPv6 address the /64 that one
 * household has. `networkOf('2a01:4f8::7')` → "2a01:4f8:0:0"
 */
export function networkOf(address: string): string {
  if (address.includes('.')) return address.replace(/(?<=\.\d+):\d+$/, '')
  if (!address.includes(':')) return address
  const [front = '', back] = address.split('::')
  const [first, last] = [front, back ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = back === undefined ? [] : Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')
}

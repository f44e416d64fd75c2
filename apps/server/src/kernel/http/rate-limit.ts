/** Sliding windows of one minute in constant memory: two counters per key, the half of the keys unused for longest forgotten. */
export type RateLimit = {
  /** 0 when the request may pass, else the seconds to wait. */
  take(endpoint: string, who: string, perMinute: number): number
}

type Window = { minute: number; now: number; before: number }

const MINUTE_MS = 60_000

/** `monotonicMs` is real time: a moved business clock must not open or shut the gates. */
export function createRateLimit(mostKeys = 200_000, monotonicMs: () => number = () => performance.now()): RateLimit {
  // Keys used since the halves changed places, and those used before. A known key costs one look and no writing: to keep
  // all keys in the order of their last use cost more than the rest of the limit.
  let recent = new Map<string, Window>()
  let earlier = new Map<string, Window>()

  function windowOf(key: string, minute: number): Window {
    const window = recent.get(key) ?? enter(key, earlier.get(key) ?? { minute, now: 0, before: 0 })
    if (window.minute !== minute) {
      window.before = window.minute === minute - 1 ? window.now : 0
      window.now = 0
      window.minute = minute
    }
    return window
  }

  function enter(key: string, window: Window): Window {
    if (recent.size >= mostKeys / 2) {
      earlier = recent
      recent = new Map()
    }
    recent.set(key, window)
    return window
  }

  return {
    take(endpoint, who, perMinute) {
      const at = monotonicMs()
      const minute = Math.floor(at / MINUTE_MS)
      const share = (at % MINUTE_MS) / MINUTE_MS
      const window = windowOf(`${endpoint} ${who}`, minute)
      const weighted = window.before * (1 - share) + window.now
      if (weighted + 1 > perMinute) return secondsUntilFree(window, share, perMinute)
      window.now++
      return 0
    },
  }
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

/** An IPv4 address as it is; of an IPv6 address the /64 that one household has. `networkOf('2a01:4f8::7')` → "2a01:4f8:0:0" */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [front = '', back] = address.split('::')
  const [first, last] = [front, back ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = back === undefined ? [] : Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')
}

import { readFileSync, statSync } from 'node:fs'

/** The time in milliseconds since 1970. */
export interface Clock {
  now(): number
}

export const realClock: Clock = { now: () => Date.now() }

interface Drift {
  readonly offsetMs: number
  readonly speed: number
  readonly sinceMs: number | undefined
}

const NO_DRIFT: Drift = { offsetMs: 0, speed: 1, sinceMs: undefined }
const RECHECK_AFTER_MS = 100

/**
 * A clock that the file at `path` controls: `{"offsetMs", "speed", "sinceMs"}`. With `sinceMs`, the time runs at
 * `speed` from that moment on. Without `sinceMs`, only the offset applies, because a speed needs a start. Without a
 * path or a file, the clock shows the real time.
 */
export const clockFromFile = (path: string | undefined, real: Clock = realClock): Clock => {
  if (path === undefined || path === '') return real
  let drift = NO_DRIFT
  let stamp = ''
  let checkedAtMs = -Infinity

  const readFile = (realNowMs: number): void => {
    if (Math.abs(realNowMs - checkedAtMs) < RECHECK_AFTER_MS) return
    checkedAtMs = realNowMs
    const found = statSync(path, { throwIfNoEntry: false })
    const foundStamp = found === undefined ? 'absent' : `${found.ino}:${found.size}:${found.mtimeMs}`
    if (foundStamp === stamp) return
    if (found === undefined) {
      drift = NO_DRIFT
      stamp = foundStamp
      return
    }
    const read = readDrift(path)
    // A half-written file is read again at the next check; until then the previous offset applies.
    if (read === undefined) return
    drift = read
    stamp = foundStamp
  }

  return {
    now: () => {
      const realNowMs = real.now()
      readFile(realNowMs)
      const { offsetMs, speed, sinceMs } = drift
      if (sinceMs === undefined) return realNowMs + offsetMs
      return Math.round(sinceMs + (realNowMs - sinceMs) * speed + offsetMs)
    },
  }
}

const readDrift = (path: string): Drift | undefined => {
  try {
    const raw: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof raw !== 'object' || raw === null) return undefined
    return {
      offsetMs: numberAt(raw, 'offsetMs') ?? 0,
      speed: numberAt(raw, 'speed') ?? 1,
      sinceMs: numberAt(raw, 'sinceMs'),
    }
  } catch {
    return undefined
  }
}

const numberAt = (raw: object, key: string): number | undefined => {
  const value: unknown = Reflect.get(raw, key)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

import { readFileSync, statSync } from 'node:fs'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** Business time. The process has one clock; domain code and SQL receive the time as an argument. */
export type Clock = { now(): Date }

export function systemClock(): Clock {
  return { now: () => new Date() }
}

const ClockFile = Compile(
  Type.Object({
    offsetMs: Type.Optional(Type.Number()),
    speed: Type.Optional(Type.Number({ minimum: 0 })),
    sinceMs: Type.Optional(Type.Number()),
  }),
)
const CHECK_EVERY_MS = 100

/**
 * A clock that a file shifts, so that tests can move several processes together: `{"offsetMs","speed","sinceMs"}`. With
 * `sinceMs`, time runs at `speed` from that moment; otherwise only the offset applies. A missing or half-written file
 * changes nothing.
 */
export function fileClock(path: string, realMs: () => number = Date.now): Clock {
  let shift = { offsetMs: 0, speed: 1, sinceMs: Number.NaN }
  let checkedAtMs = Number.NEGATIVE_INFINITY
  let version = ''

  function reread(): void {
    try {
      const stat = statSync(path)
      const found = `${stat.mtimeMs}/${stat.size}/${stat.ino}`
      if (found === version) return
      const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
      if (!ClockFile.Check(value)) return
      shift = { offsetMs: value.offsetMs ?? 0, speed: value.speed ?? 1, sinceMs: value.sinceMs ?? Number.NaN }
      version = found
    } catch {
      // The file is missing or half-written. The next check reads it again.
    }
  }

  return {
    now() {
      const real = realMs()
      if (real - checkedAtMs >= CHECK_EVERY_MS) {
        checkedAtMs = real
        reread()
      }
      const { offsetMs, speed, sinceMs } = shift
      return new Date(Number.isNaN(sinceMs) ? real + offsetMs : sinceMs + (real - sinceMs) * speed + offsetMs)
    },
  }
}

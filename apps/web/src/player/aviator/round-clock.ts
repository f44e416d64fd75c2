import { api } from '../../shared/api/client.ts'

/** A measurement of the server's clock: local request and response times, and the server's time. */
export type Look = { readonly askedMs: number; readonly receivedMs: number; readonly enteredMs: number }

const LOOKS = 5
let offsetMs = 0

/** The monotonic local clock. */
const ownMs = (): number => performance.timeOrigin + performance.now()

/** The server time of the rounds, estimated by this device. */
export const roundNowMs = (): number => ownMs() + offsetMs

/**
 * Estimates the offset from the fastest sample, whose error is at most half its round trip. `delayMs` is the delay of
 * a tap.
 */
export function evaluateLooks(looks: readonly Look[]): { readonly offsetMs: number; readonly delayMs: number } | null {
  const [best] = [...looks].sort((a, b) => a.receivedMs - a.askedMs - (b.receivedMs - b.askedMs))
  if (best === undefined) return null
  const halfMs = (best.receivedMs - best.askedMs) / 2
  return { offsetMs: best.enteredMs - (best.askedMs + halfMs), delayMs: halfMs }
}

/** Measures the offset to the server's clock. Returns the one-way delay, or null without a response. */
export async function measureRoundClock(): Promise<number | null> {
  const looks: Look[] = []
  for (let at = 0; at < LOOKS; at++) {
    const askedMs = ownMs()
    try {
      const { now } = await api('GET /api/aviator/clock', {}, { timeoutMs: 4_000, networkRetries: 0 })
      looks.push({ askedMs, receivedMs: ownMs(), enteredMs: Date.parse(now) })
    } catch {
      break
    }
  }
  const evaluated = evaluateLooks(looks)
  if (evaluated === null) return null
  offsetMs = evaluated.offsetMs
  return Math.round(evaluated.delayMs)
}

import { api } from '../../shared/api/client.ts'

/** A measurement of the server's clock: local request and response times, and the server's time. */
export type Sample = { readonly requestedMs: number; readonly receivedMs: number; readonly serverMs: number }

const SAMPLES = 5
/** The server's time minus the page's monotonic clock. Until the first measurement, this is the device's clock. */
let offsetMs = performance.timeOrigin

/** The server's time, as estimated by this device: for the countdown, never for a multiplier. */
export const roundNowMs = (): number => performance.now() + offsetMs

/**
 * Estimates the clock offset from the fastest sample. Its error is at most half of the round-trip time. `delayMs` is
 * the estimated one-way delay of a tap.
 */
export function evaluateSamples(
  samples: readonly Sample[],
): { readonly offsetMs: number; readonly delayMs: number } | null {
  const [best] = [...samples].sort((a, b) => a.receivedMs - a.requestedMs - (b.receivedMs - b.requestedMs))
  if (best === undefined) return null
  const halfMs = (best.receivedMs - best.requestedMs) / 2
  return { offsetMs: best.serverMs - (best.requestedMs + halfMs), delayMs: halfMs }
}

/** Measures the offset to the server's clock. Returns the one-way delay, or null without a response. */
export async function measureRoundClock(): Promise<number | null> {
  const samples: Sample[] = []
  for (let at = 0; at < SAMPLES; at++) {
    const requestedMs = performance.now()
    try {
      const { now } = await api('GET /api/aviator/clock', {}, { timeoutMs: 4_000, networkRetries: 0 })
      samples.push({ requestedMs, receivedMs: performance.now(), serverMs: Date.parse(now) })
    } catch {
      break
    }
  }
  const evaluated = evaluateSamples(samples)
  if (evaluated === null) return null
  offsetMs = evaluated.offsetMs
  return Math.round(evaluated.delayMs)
}

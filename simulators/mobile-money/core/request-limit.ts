import { Fifo } from './fifo.ts'

const REQUESTS = 5
const WINDOW_MS = 10 * 60_000

export type RequestLimit = {
  /**
   * Returns false if this is more than the fifth request for the number within 10 minutes. Refused requests are not
   * counted.
   */
  admits(msisdn: string, nowMs: number): boolean
  clear(): void
}

export function createRequestLimit(): RequestLimit {
  const counts = new Map<string, number>()
  const admitted = new Fifo<{ readonly msisdn: string; readonly atMs: number }>()

  function dropExpired(nowMs: number): void {
    for (
      let oldest = admitted.first();
      oldest !== undefined && oldest.atMs <= nowMs - WINDOW_MS;
      oldest = admitted.first()
    ) {
      admitted.shift()
      const left = (counts.get(oldest.msisdn) ?? 1) - 1
      if (left === 0) counts.delete(oldest.msisdn)
      else counts.set(oldest.msisdn, left)
    }
  }

  return {
    admits(msisdn, nowMs) {
      dropExpired(nowMs)
      const count = counts.get(msisdn) ?? 0
      if (count >= REQUESTS) return false
      counts.set(msisdn, count + 1)
      admitted.push({ msisdn, atMs: nowMs })
      return true
    },
    clear() {
      counts.clear()
      admitted.clear()
    },
  }
}

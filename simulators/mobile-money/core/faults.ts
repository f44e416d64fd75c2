/** Injected faults. Rates are probabilities from 0 to 1, drawn from a seeded generator. */
export type Faults = {
  /**
   * Applied before the response is sent, after the order was accepted: a client's timeout does not cancel the
   * order.
   */
  latencyMs: number
  latencyJitterMs: number
  /** Returns HTTP 500 and accepts no order. */
  errorRate: number
  /** Returns HTTP 500 although the order was accepted. */
  errorThoughTakenRate: number
  /** Resets the connection although the order was accepted. */
  lostReplyRate: number
  /** Returns HTML or half of the response although the order was accepted. */
  garbledRate: number
  /** `unavailable` returns 503, `unreachable` resets each connection. Callbacks wait until the outage is over. */
  outage: 'none' | 'unavailable' | 'unreachable'
  callbackLostRate: number
  callbackDuplicateRate: number
  /** A reordered callback is sent after the next callback, or after 2 s if no other callback follows. */
  callbackReorderRate: number
  callbackLateRate: number
  callbackLateMs: number
  callbackWrongAmountRate: number
  /** When an order is accepted, sends a callback that reports its success, signed with a wrong key. */
  callbackForgedRate: number
}

export function noFaults(): Faults {
  return {
    latencyMs: 0,
    latencyJitterMs: 0,
    errorRate: 0,
    errorThoughTakenRate: 0,
    lostReplyRate: 0,
    garbledRate: 0,
    outage: 'none',
    callbackLostRate: 0,
    callbackDuplicateRate: 0,
    callbackReorderRate: 0,
    callbackLateRate: 0,
    callbackLateMs: 60_000,
    callbackWrongAmountRate: 0,
    callbackForgedRate: 0,
  }
}

export type SeededRandom = {
  chance(rate: number): boolean
  /** An integer from 0 to `limit`, exclusive. */
  below(limit: number): number
  reseed(seed: number): void
}

/** Mulberry32: small and fast. The same seed gives the same numbers. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    chance: (rate) => rate > 0 && next() < rate,
    below: (limit) => Math.floor(next() * limit),
    reseed(newSeed) {
      state = newSeed >>> 0
    },
  }
}

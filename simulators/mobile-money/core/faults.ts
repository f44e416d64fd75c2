/** Injected faults. Rates are probabilities from 0 to 1, drawn from a seeded generator. */
export type Faults = {
  /** Waited before an answer leaves, after the order was taken: a caller's time-out leaves the order standing. */
  latencyMs: number
  latencyJitterMs: number
  /** HTTP 500, nothing taken. */
  errorRate: number
  /** HTTP 500, and the order was taken. */
  errorThoughTakenRate: number
  /** Order taken, connection reset instead of an answer. */
  lostReplyRate: number
  /** HTML in place of the answer, or half of the answer; an order was taken. */
  garbledRate: number
  /** `unavailable` answers 503, `unreachable` resets each connection; callbacks wait until either is over. */
  outage: 'none' | 'unavailable' | 'unreachable'
  callbackLostRate: number
  callbackDuplicateRate: number
  /** A reordered callback leaves after the one that follows it, or after 2 s when none does. */
  callbackReorderRate: number
  callbackLateRate: number
  callbackLateMs: number
  callbackWrongAmountRate: number
  /** On taking an order, a callback that claims its success, signed with a key that is not ours. */
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

export type Dice = {
  chance(rate: number): boolean
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
  reseed(seed: number): void
}

/** Mulberry32: small, fast, and the same for the same seed. */
export function createDice(seed: number): Dice {
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

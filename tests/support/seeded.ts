/** Repeatable random numbers, so a failure can be reproduced. */
export type Draws = {
  /** An integer from 0 up to, but not including, `below`. */
  readonly below: (below: number) => number
  readonly chance: (probability: number) => boolean
  readonly one: <T>(from: readonly T[]) => T
  readonly some: <T>(from: readonly T[], count: number) => T[]
}

export function seededDraws(seed: number): Draws {
  let state = seed >>> 0
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  return {
    below,
    chance: (probability) => next() < probability,
    one: <T>(from: readonly T[]): T => {
      if (from.length === 0) throw new Error('there is nothing to draw from')
      return from[below(from.length)] as T
    },
    some: <T>(from: readonly T[], count: number): T[] => {
      const left = [...from]
      const drawn: T[] = []
      while (drawn.length < count && left.length > 0) drawn.push(...left.splice(below(left.length), 1))
      return drawn
    },
  }
}

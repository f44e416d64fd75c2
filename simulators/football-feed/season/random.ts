/** A deterministic stream of numbers in [0, 1). */
export type Draw = () => number

/** A 32-bit hash of a text (FNV-1a with a final mix, so that similar texts have very different hashes). */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The random stream of a seed (mulberry32). */
export const drawsFor = (text: string): Draw => {
  let state = hashOf(text)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number from `low` to `high`, both included. */
export const randomBetween = (draw: Draw, low: number, high: number): number =>
  low + Math.floor(draw() * (high - low + 1))

/** A random item of a non-empty list. */
export const pickOne = <T>(draw: Draw, items: readonly T[]): T => {
  const item = items[Math.floor(draw() * items.length)]
  if (item === undefined) throw new Error('cannot draw from an empty list')
  return item
}

/** A random item of a list with positive weights. */
export const pickWeighted = <T>(draw: Draw, items: readonly T[], weightOf: (item: T) => number): T => {
  let left = draw() * items.reduce((sum, item) => sum + weightOf(item), 0)
  const item = items.find((each) => (left -= weightOf(each)) < 0) ?? items.at(-1)
  if (item === undefined) throw new Error('cannot draw from an empty list')
  return item
}

/** A number of the standard normal distribution (Box and Muller, 1958). */
export const randomNormal = (draw: Draw): number =>
  Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())

/** The random number of rare events in a match with this `mean`. */
export const randomCount = (draw: Draw, mean: number): number => {
  const stop = Math.exp(-mean)
  let product = draw()
  let count = 0
  while (product > stop && count < 15) {
    product *= draw()
    count += 1
  }
  return count
}

/** The items in random order. */
export const shuffled = <T>(draw: Draw, items: readonly T[]): T[] => {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(draw() * (last + 1))
    ;[order[last], order[other]] = [order[other] as T, order[last] as T]
  }
  return order
}

const GOLDEN_RATIO = 0.618034

/** Spreads the items of each list evenly over the result. Lists with consecutive numbers start at very different places. */
export const interleaved = <T>(lists: readonly { readonly number: number; readonly items: readonly T[] }[]): T[] =>
  lists
    .flatMap(({ number, items }) => {
      const offset = (number * GOLDEN_RATIO) % 1
      return items.map((item, at) => ({ item, share: (at + offset) / items.length }))
    })
    .sort((one, other) => one.share - other.share)
    .map(({ item }) => item)

/** A remainder that is never negative, even for times before an epoch. */
export const floorMod = (value: number, by: number): number => ((value % by) + by) % by

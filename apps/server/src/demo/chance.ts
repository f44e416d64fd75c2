import { createHash } from 'node:crypto'

/** Reproducible random numbers from 0 to 1, by name. */
export type Chance = (name: string) => number

export function seededChance(seed: string): Chance {
  return (name) => createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE(0) / 2 ** 32
}

/** Picks an item of a list by a random number from 0 to 1. */
export function pickFrom<T>(from: readonly T[], number: number): T {
  const picked = from[Math.floor(number * from.length)]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}

import { hash, randomBytes } from 'node:crypto'

/** Counts of any number of keys in constant memory: some share one, so that a count may be too high, and is never too low. */
export type CrowdCounts = {
  of(endpoint: string, who: string): number
  add(endpoint: string, who: string): void
}

/** 256 kB for each endpoint that a crowd asks for. */
const PLACES = 65_536

export function createCrowdCounts(): CrowdCounts {
  // Nobody can choose whom he shares a count with.
  const salt = randomBytes(16).toString('base64')
  const counts = new Map<string, Uint32Array>()
  const placeOf = (who: string): number => hash('sha256', `${salt}${who}`, 'buffer').readUInt32LE() % PLACES

  return {
    of: (endpoint, who) => counts.get(endpoint)?.[placeOf(who)] ?? 0,
    add(endpoint, who) {
      let places = counts.get(endpoint)
      if (places === undefined) counts.set(endpoint, (places = new Uint32Array(PLACES)))
      const place = placeOf(who)
      places[place] = (places[place] ?? 0) + 1
    },
  }
}

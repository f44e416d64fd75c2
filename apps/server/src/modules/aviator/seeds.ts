import { createHmac, hash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { crashPoint } from '@mupiira/domain/aviator/crash-point.ts'

/** Links of a chain: at about 13 s a round, a fortnight. */
export const CHAIN_LINKS = 100_000
const SEED_BYTES = 32
const AT_ONCE = 5_000

/** The seeds of a chain in the order in which rounds take them: each is what the one before it is the hash of. */
export type Seeds = {
  /** The root hashed as often as there are links. */
  readonly commitment: Buffer
  /** Links count from 1. */
  at(link: number): Buffer
}

export const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')

/** Hashes the whole chain, letting others work in between. */
export async function seedsOf(root: Buffer, links: number): Promise<Seeds> {
  const all = Buffer.alloc(links * SEED_BYTES)
  let seed = root
  for (let link = links; link >= 1; link--) {
    seed.copy(all, (link - 1) * SEED_BYTES)
    seed = sha256(seed)
    if (link % AT_ONCE === 0) await breathe()
  }
  const commitment = seed
  return {
    commitment,
    at(link) {
      if (!Number.isInteger(link) || link < 1 || link > links) throw new RangeError(`the chain has no link ${link}`)
      return all.subarray((link - 1) * SEED_BYTES, link * SEED_BYTES)
    },
  }
}

/** Where the round of a seed crashes, in hundredths (D38). */
export const crashOf = (seed: Buffer, salt: Buffer, rtpBasisPoints: number): number =>
  crashPoint(createHmac('sha256', seed).update(salt).digest(), rtpBasisPoints)

import { createHmac, hash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { crashPoint } from '@mupiira/domain/aviator/crash-point.ts'

/** Links of a chain: two weeks at about 13 s a round. */
export const CHAIN_LINKS = 100_000
const SEED_BYTES = 32
const LINKS_PER_TURN = 5_000

/** The seeds of a chain in the order in which rounds use them: each seed is the hash of the next one. */
export type Seeds = {
  /** The hash of the first seed: the root hashed `links` times. */
  readonly commitment: Buffer
  /** The seed of a link. Links are numbered from 1. */
  at(link: number): Buffer
}

export const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')

/** Hashes the whole chain in several turns of the event loop. */
export async function seedsOf(root: Buffer, links: number): Promise<Seeds> {
  const all = Buffer.alloc(links * SEED_BYTES)
  let seed = root
  for (let link = links; link >= 1; link--) {
    seed.copy(all, (link - 1) * SEED_BYTES)
    seed = sha256(seed)
    if (link % LINKS_PER_TURN === 0) await yieldToEventLoop()
  }
  return {
    commitment: seed,
    at(link) {
      if (!Number.isInteger(link) || link < 1 || link > links) throw new RangeError(`the chain has no link ${link}`)
      return all.subarray((link - 1) * SEED_BYTES, link * SEED_BYTES)
    },
  }
}

/** The crash point of a seed in hundredths (D38). */
export const crashPointOf = (seed: Buffer, salt: Buffer, rtpBasisPoints: number): number =>
  crashPoint(createHmac('sha256', seed).update(salt).digest(), rtpBasisPoints)

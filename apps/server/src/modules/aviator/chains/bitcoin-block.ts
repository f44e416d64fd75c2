import type { Block } from '../ports.ts'
import { sha256 } from './seeds.ts'

/** Production takes the salt of a seed chain from a Bitcoin block. */
export const BITCOIN = 'bitcoin'

const TIME_OFFSET = 68
/**
 * Each leading zero bit of a block's hash doubles the work. A block takes about 2^79 hashes now. With a thousandth of
 * the world's mining power, forging a block of 2^76 hashes would take a day.
 */
const MIN_WORK_BITS = 76
/**
 * Nodes reject a block whose time is more than two hours ahead of their own clock, so the block was found at most
 * this long before its time.
 */
const MAX_AHEAD_MS = 2 * 3_600_000

/** The block of an 80-byte header, with its hash as explorers write it; null if the hash does not show enough work. */
export function bitcoinBlock(header: Buffer): Block | null {
  const hash = Buffer.from(sha256(sha256(header)).toReversed())
  if (leadingZeroBits(hash) < MIN_WORK_BITS) return null
  return { hash, unknownUntil: new Date(header.readUInt32LE(TIME_OFFSET) * 1_000 - MAX_AHEAD_MS) }
}

function leadingZeroBits(hash: Buffer): number {
  const at = hash.findIndex((byte) => byte !== 0)
  return at < 0 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] ?? 0) - 24
}

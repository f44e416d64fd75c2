import type { Block } from './ports.ts'
import { sha256 } from './seeds.ts'

/** The public chain whose blocks salt chains in production. */
export const BITCOIN = 'bitcoin'

const TIME_AT = 68
/**
 * Every zero bit at the head of a block's hash took twice the tries. A block takes 2^79 now; a thousandth of all miners'
 * power would look for a forged one with so much work for a day.
 */
const LEAST_WORK_BITS = 76
/** Nodes refuse a block whose time is further ahead of theirs: it was not found before its time less this. */
const MOST_AHEAD_MS = 2 * 3_600_000

/** The block of a header of 80 bytes; null where the hash does not show a block's work. Its hash as explorers write it. */
export function bitcoinBlock(header: Buffer): Block | null {
  const hash = Buffer.from(sha256(sha256(header)).toReversed())
  if (zeroBits(hash) < LEAST_WORK_BITS) return null
  return { hash, unknownUntil: new Date(header.readUInt32LE(TIME_AT) * 1_000 - MOST_AHEAD_MS) }
}

function zeroBits(hash: Buffer): number {
  const at = hash.findIndex((byte) => byte !== 0)
  return at < 0 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] ?? 0) - 24
}

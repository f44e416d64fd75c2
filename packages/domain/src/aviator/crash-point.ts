import { HIGHEST_CRASH, LOWEST_CRASH } from './growth.ts'

/** The draw uses this many bits of the keyed hash: 13 hexadecimal digits. */
const BITS = 52
const BYTES = 7
const ONE = 1n << BigInt(BITS)

/**
 * The crash point of a round in hundredths (AVI-23, D38). The digest is HMAC-SHA-256 with the seed as key and the salt
 * as message; RTP is `rtpBasisPoints` ÷ 10,000. With r the first 52 bits and u = (r + 1) ÷ 2⁵² in (0, 1]: min(10.00,
 * max(1.10, ⌊100 × RTP ÷ u⌋ ÷ 100)). Integer arithmetic gives the same result on every computer.
 * `crashPoint(new Uint8Array(32), 9700)` → 1000
 */
export function crashPoint(digest: Uint8Array, rtpBasisPoints: number): number {
  if (digest.length < BYTES) throw new RangeError('the keyed hash is too short')
  let drawn = 0n
  for (let at = 0; at < BYTES; at++) drawn = (drawn << 8n) | BigInt(digest[at] ?? 0)
  drawn >>= BigInt(BYTES * 8 - BITS)
  const hundredths = (BigInt(rtpBasisPoints) * ONE) / (100n * (drawn + 1n))
  if (hundredths <= BigInt(LOWEST_CRASH)) return LOWEST_CRASH
  return hundredths >= BigInt(HIGHEST_CRASH) ? HIGHEST_CRASH : Number(hundredths)
}

/** Converts a percentage to basis points. `basisPoints(97)` → 9700 */
export const basisPoints = (percent: number): number => Math.round(percent * 100)

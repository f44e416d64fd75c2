import type { AviatorProof } from '@mupiira/contract/aviator.ts'
import { basisPoints, crashPoint } from '@mupiira/domain/aviator/crash-point.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type Decision = {
  /** The seed, hashed, is the link before it in the published chain. */
  readonly isLinked: boolean
  /** The chain was committed before its salt was known: by the block's own header, where the salt is one of Bitcoin. */
  readonly isSaltLater: boolean
  /** In hundredths: what seed and salt give. */
  readonly crash: number
  readonly isCrashRight: boolean
}

export const bytesOf = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

async function keyedHash(key: Bytes, message: Bytes): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
}

/** Works a round out by the browser's own cryptography, from what was published (AVI-35). */
export async function verifyRound(proof: AviatorProof): Promise<Decision> {
  const seed = bytesOf(proof.seed)
  const isLinked = hexOf(await sha256(seed)) === proof.previous
  const isSaltLater = await wasUnknown(proof.chain)
  const crash = crashPoint(await keyedHash(seed, bytesOf(proof.chain.salt ?? '')), basisPoints(proof.rtp))
  return { isLinked, isSaltLater, crash, isCrashRight: crash === Math.round(proof.crash * 100) }
}

/** A block hash with this many zeros takes about 2^76 attempts, so it cannot be forged. */
const WORK = '0'.repeat(19)
const HEADER_BYTES = 80
const TIME_AT = 68
/** Nodes take no block whose time is further ahead of theirs. */
const MOST_AHEAD_MS = 2 * 3_600_000

async function wasUnknown({ beacon, header, salt, committedAt, saltedAt }: AviatorProof['chain']): Promise<boolean> {
  const committedMs = Date.parse(committedAt)
  if (beacon !== 'bitcoin') return saltedAt !== null && Date.parse(saltedAt) > committedMs
  const block = bytesOf(header ?? '')
  if (block.length !== HEADER_BYTES || salt === null || !salt.startsWith(WORK)) return false
  const hash = (await sha256(await sha256(block))).reverse()
  const notBeforeMs = new DataView(block.buffer).getUint32(TIME_AT, true) * 1_000 - MOST_AHEAD_MS
  return hexOf(hash) === salt && notBeforeMs > committedMs
}

const AT_ONCE = 500

/** Follows the chain from the round's seed down to the commitment that was published before its first round. */
export async function reachesCommitment(proof: AviatorProof, onProgress: (done: number) => void): Promise<boolean> {
  let link = bytesOf(proof.seed)
  for (let done = 0; done < proof.link; done++) {
    link = await sha256(link)
    if (done % AT_ONCE === 0) onProgress(done)
  }
  return hexOf(link) === proof.chain.commitment
}

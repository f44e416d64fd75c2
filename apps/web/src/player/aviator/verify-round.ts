import type { AviatorProof } from '@mupiira/contract/aviator.ts'
import { basisPoints, crashPoint } from '@mupiira/domain/aviator/crash-point.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type Decision = {
  /** True if the hash of the seed is the previous link of the chain. */
  readonly isLinked: boolean
  /** True if the chain was committed before its salt was known. For Bitcoin, the block header proves it. */
  readonly isCommittedBeforeSalt: boolean
  /** The crash point of seed and salt, in hundredths. */
  readonly crash: number
  readonly isCrashCorrect: boolean
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

/** Verifies a round with the browser's cryptography, from published data (AVI-35). */
export async function verifyRound(proof: AviatorProof): Promise<Decision> {
  const seed = bytesOf(proof.seed)
  const isLinked = hexOf(await sha256(seed)) === proof.previous
  const isCommittedBeforeSalt = await wasSaltUnknown(proof.chain)
  const crash = crashPoint(await keyedHash(seed, bytesOf(proof.chain.salt ?? '')), basisPoints(proof.rtp))
  return { isLinked, isCommittedBeforeSalt, crash, isCrashCorrect: crash === Math.round(proof.crash * 100) }
}

/** A block hash with this many zeros takes about 2^76 attempts, so it cannot be forged. */
const LEADING_ZEROS = '0'.repeat(19)
const HEADER_BYTES = 80
const TIME_OFFSET = 68
/** Bitcoin nodes reject blocks whose timestamp is further than this in the future. */
const MAX_AHEAD_MS = 2 * 3_600_000

async function wasSaltUnknown({
  beacon,
  header,
  salt,
  committedAt,
  saltedAt,
}: AviatorProof['chain']): Promise<boolean> {
  const committedMs = Date.parse(committedAt)
  if (beacon !== 'bitcoin') return saltedAt !== null && Date.parse(saltedAt) > committedMs
  const block = bytesOf(header ?? '')
  if (block.length !== HEADER_BYTES || salt === null || !salt.startsWith(LEADING_ZEROS)) return false
  const hash = (await sha256(await sha256(block))).reverse()
  const notBeforeMs = new DataView(block.buffer).getUint32(TIME_OFFSET, true) * 1_000 - MAX_AHEAD_MS
  return hexOf(hash) === salt && notBeforeMs > committedMs
}

/** The number of hashes between two progress reports. */
const HASHES_PER_STEP = 500

/** Hashes the seed until it reaches the commitment that was published before the first round. */
export async function reachesCommitment(proof: AviatorProof, onProgress: (done: number) => void): Promise<boolean> {
  let link = bytesOf(proof.seed)
  for (let done = 0; done < proof.link; done++) {
    link = await sha256(link)
    if (done % HASHES_PER_STEP === 0) onProgress(done)
  }
  return hexOf(link) === proof.chain.commitment
}

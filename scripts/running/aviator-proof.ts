import { createHash, createHmac } from 'node:crypto'

/** The proof published for a finished round: `GET /api/aviator/rounds/{id}/proof`. */
export type PublishedProof = {
  readonly roundId: number
  readonly state: string
  readonly rtp: number
  readonly link: number
  readonly seed: string
  readonly crash: number
  readonly chain: {
    readonly commitment: string
    readonly salt: string | null
    readonly height: string
    readonly beacon: string
    readonly committedAt: string
    readonly saltedAt: string | null
    readonly header: string | null
    readonly skipped: readonly {
      readonly from: number
      readonly to: number
      readonly why: string
      readonly at: string
    }[]
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/**
 * The crash point of a round by the published rule. It shares no code with the product, so it can be rewritten from
 * docs/rules/aviator.md as an independent check.
 */
export function expectedCrashPoint(seedHex: string, saltHex: string, rtpPercent: number): number {
  const hash = createHmac('sha256', Buffer.from(seedHex, 'hex')).update(Buffer.from(saltHex, 'hex')).digest('hex')
  const draw = BigInt(`0x${hash.slice(0, 13)}`) + 1n
  const hundredths = (BigInt(Math.round(rtpPercent * 100)) * 2n ** 52n) / (100n * draw)
  return Number(hundredths < 110n ? 110n : hundredths > 1000n ? 1000n : hundredths) / 100
}

/** The end of the chain: the seed hashed as many times as its link number. */
export function chainEnd(seedHex: string, link: number): string {
  let hash = Buffer.from(seedHex, 'hex')
  for (let at = 0; at < link; at++) hash = sha256(hash) as Buffer<ArrayBuffer>
  return hash.toString('hex')
}

/**
 * The latest moment at which the salt was still unknown. For Bitcoin this is the block time less the two hours
 * of tolerance that nodes allow, provided that the header hashes to the salt and contains the proof of work. For
 * other beacons it is the reported time. NaN if it cannot be proven.
 */
function unknownUntil({ beacon, salt, header, saltedAt }: PublishedProof['chain']): number {
  if (beacon !== 'bitcoin') return Date.parse(saltedAt ?? '')
  const block = Buffer.from(header ?? '', 'hex')
  if (block.length !== 80) return NaN
  const hash = Buffer.from(sha256(sha256(block)))
    .reverse()
    .toString('hex')
  return hash === salt && hash.startsWith('0'.repeat(19)) ? block.readUInt32LE(68) * 1_000 - 7_200_000 : NaN
}

/** The faults of a proof; empty if it is valid. */
export function faultsOfProof(proof: PublishedProof): string[] {
  const faults: string[] = []
  if (proof.chain.salt === null) return ['the chain has no salt']
  if (!(unknownUntil(proof.chain) > Date.parse(proof.chain.committedAt)))
    faults.push('the salt was known when the chain was committed')
  if (chainEnd(proof.seed, proof.link) !== proof.chain.commitment)
    faults.push(`the seed, hashed ${proof.link} times, is not the commitment`)
  for (const { from, to } of proof.chain.skipped) {
    if (proof.link >= from && proof.link <= to)
      faults.push(`links ${from} to ${to} were published as skipped, and this is one of them`)
  }
  const crash = expectedCrashPoint(proof.seed, proof.chain.salt, proof.rtp)
  if (crash !== proof.crash) faults.push(`seed and salt give ${crash.toFixed(2)}x, not ${proof.crash.toFixed(2)}x`)
  return faults
}

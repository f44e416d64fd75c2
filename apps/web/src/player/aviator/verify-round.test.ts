import { createHash, createHmac, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { AviatorProof } from '@mupiira/contract/aviator.ts'
import { reachesCommitment, verifyRound } from './verify-round.ts'

/** A proof computed independently of the page's code. */
function proofOf(links: number, link: number): AviatorProof {
  const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
  const chain: Buffer[] = [randomBytes(32)]
  for (let at = 0; at < links; at++) chain.unshift(hash(chain[0] as Buffer))
  const seed = chain[link] as Buffer
  const salt = randomBytes(32)
  const digest = createHmac('sha256', seed).update(salt).digest('hex')
  const u = (Number.parseInt(digest.slice(0, 13), 16) + 1) / 2 ** 52
  const crash = Math.min(10, Math.max(1.1, Math.floor(97 / u) / 100))
  return {
    roundId: 12,
    state: 'crashed',
    rtp: 97,
    link,
    seed: seed.toString('hex'),
    previous: (chain[link - 1] as Buffer).toString('hex'),
    crash,
    chain: {
      id: 'a',
      commitment: (chain[0] as Buffer).toString('hex'),
      links,
      committedAt: '2026-11-21T12:00:00.000Z',
      beacon: 'test',
      height: '1',
      salt: salt.toString('hex'),
      saltedAt: '2026-11-21T12:00:10.000Z',
      header: null,
      skipped: [],
    },
  }
}

it('[AVI-35] verifying a round succeeds if the round matches the commitment of its chain', async () => {
  for (let round = 0; round < 200; round++) {
    const proof = proofOf(20, 1 + (round % 20))
    expect(await verifyRound(proof)).toEqual({
      isLinked: true,
      isCommittedBeforeSalt: true,
      isCrashCorrect: true,
      crash: Math.round(proof.crash * 100),
    })
    expect(await reachesCommitment(proof, () => {})).toBe(true)
  }
})

it('[AVI-35] verifying a round fails with another crash point, seed, salt or chain', async () => {
  const proof = proofOf(20, 7)
  const other = proofOf(20, 7)
  expect(await verifyRound({ ...proof, crash: proof.crash === 2 ? 2.01 : 2 })).toMatchObject({ isCrashCorrect: false })
  expect(await verifyRound({ ...proof, seed: other.seed })).toMatchObject({ isLinked: false })
  const early = { ...proof.chain, saltedAt: proof.chain.committedAt }
  expect(await verifyRound({ ...proof, chain: early })).toMatchObject({ isCommittedBeforeSalt: false })
  expect(await reachesCommitment({ ...proof, seed: other.seed }, () => {})).toBe(false)
  expect(await reachesCommitment({ ...proof, chain: other.chain }, () => {})).toBe(false)
})

/** Bitcoin block 840000, mined on 20 April 2024 at 00:09:27 by its own timestamp. */
const BLOCK = '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5'
const HEADER =
  '00e05f2aab948491071265ad552351d0ad625745668da54b0172010000000000000000004f89a5d7' +
  '3bd4d4887f25981fe81892ccafda10c27f52d6f3dd28183a7c411b03b7072366194203177d9863ea'

it.each([
  ['in time', '2024-04-19T22:09:26Z', BLOCK, HEADER, true],
  ['too late', '2024-04-19T22:09:27Z', BLOCK, HEADER, false],
  ['to a block that is not published', '2024-04-19T12:00:00Z', BLOCK, null, false],
  ['with the header of another block', '2024-04-19T12:00:00Z', BLOCK, `${HEADER.slice(0, -2)}eb`, false],
  [
    'to a salt without proof of work',
    '2024-04-19T12:00:00Z',
    hashTwice(HEADER.replace(/^00/, '01')),
    HEADER.replace(/^00/, '01'),
    false,
  ],
])(
  '[AVI-34] [AVI-35] the block header proves the salt of a chain committed $0: $4',
  async (_, committedAt, salt, header, isCommittedBeforeSalt) => {
    const proof = proofOf(3, 2)
    const chain = { ...proof.chain, beacon: 'bitcoin', height: '840000', salt, header, committedAt }
    expect(await verifyRound({ ...proof, chain })).toMatchObject({ isLinked: true, isCommittedBeforeSalt })
  },
)

function hashTwice(hex: string): string {
  const once = createHash('sha256').update(Buffer.from(hex, 'hex')).digest()
  return createHash('sha256').update(once).digest().reverse().toString('hex')
}

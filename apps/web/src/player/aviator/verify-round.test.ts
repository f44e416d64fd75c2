import { createHash, createHmac, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { AviatorProof } from '@mupiira/contract/aviator.ts'
import { reachesCommitment, verifyRound } from './verify-round.ts'

/** A proof worked out with other means than the page has. */
function proofOf(links: number, link: number, rtp = 97): AviatorProof {
  const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
  const chain: Buffer[] = [randomBytes(32)]
  for (let at = 0; at < links; at++) chain.unshift(hash(chain[0] as Buffer))
  const seed = chain[link] as Buffer
  const salt = randomBytes(32)
  const digest = createHmac('sha256', seed).update(salt).digest('hex')
  const u = (Number.parseInt(digest.slice(0, 13), 16) + 1) / 2 ** 52
  const crash = Math.min(10, Math.max(1.1, Math.floor(rtp / u) / 100))
  return {
    roundId: 12,
    state: 'crashed',
    rtp,
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
    },
  }
}

it('[AVI-35] confirms a round that is as it was committed', async () => {
  for (let round = 0; round < 200; round++) {
    const proof = proofOf(20, 1 + (round % 20))
    expect(await verifyRound(proof)).toEqual({
      isLinked: true,
      isSaltLater: true,
      isCrashRight: true,
      crash: Math.round(proof.crash * 100),
    })
    expect(await reachesCommitment(proof, () => {})).toBe(true)
  }
})

it('[AVI-35] finds another crash point, another seed, another salt and another chain', async () => {
  const proof = proofOf(20, 7)
  const other = proofOf(20, 7)
  expect(await verifyRound({ ...proof, crash: proof.crash === 2 ? 2.01 : 2 })).toMatchObject({ isCrashRight: false })
  expect(await verifyRound({ ...proof, seed: other.seed })).toMatchObject({ isLinked: false })
  const early = { ...proof.chain, saltedAt: proof.chain.committedAt }
  expect(await verifyRound({ ...proof, chain: early })).toMatchObject({ isSaltLater: false })
  expect(await reachesCommitment({ ...proof, seed: other.seed }, () => {})).toBe(false)
  expect(await reachesCommitment({ ...proof, chain: other.chain }, () => {})).toBe(false)
})

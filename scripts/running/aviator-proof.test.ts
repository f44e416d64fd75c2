import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { crashByTheRule, endOfChain, faultsOfProof } from './aviator-proof.ts'

const hash = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
const seed = '11'.repeat(32)
const salt = '22'.repeat(32)
const [committedAt, saltedAt] = ['2026-11-21T12:00:00.000Z', '2026-11-21T18:00:00.000Z']
const chain = { commitment: hash(hash(hash(seed))), salt, height: '1', beacon: 'test', committedAt, saltedAt }
const proof = { roundId: 9, state: 'crashed', rtp: 97, link: 3, seed, crash: crashByTheRule(seed, salt, 97), chain }

it('[AVI-34] [AVI-35] holds for what is as it was published, and for nothing else', () => {
  expect(endOfChain(seed, 3)).toBe(chain.commitment)
  expect(faultsOfProof(proof)).toEqual([])
  expect(faultsOfProof({ ...proof, link: 2 })).toHaveLength(1)
  expect(faultsOfProof({ ...proof, crash: 9.99 })).toHaveLength(1)
  expect(faultsOfProof({ ...proof, seed: '12'.repeat(32) }).length).toBeGreaterThan(0)
  expect(faultsOfProof({ ...proof, chain: { ...chain, saltedAt: committedAt } })).toEqual([
    'the salt was known when the chain was committed',
  ])
  expect(faultsOfProof({ ...proof, chain: { ...chain, salt: null } })).toEqual(['the chain has no salt'])
})

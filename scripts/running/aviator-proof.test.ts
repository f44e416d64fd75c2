import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { expectedCrashPoint, chainEnd, faultsOfProof } from './aviator-proof.ts'

const hash = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
const seed = '11'.repeat(32)
const salt = '22'.repeat(32)
const [committedAt, saltedAt] = ['2026-11-21T12:00:00.000Z', '2026-11-21T18:00:00.000Z']
const chain = {
  commitment: hash(hash(hash(seed))),
  salt,
  height: '1',
  beacon: 'test',
  committedAt,
  saltedAt,
  header: null,
  skipped: [{ from: 4, to: 40, why: 'silence', at: saltedAt }],
}
const proof = { roundId: 9, state: 'crashed', rtp: 97, link: 3, seed, crash: expectedCrashPoint(seed, salt, 97), chain }

it('[AVI-34] [AVI-35] verifying a round accepts the published data only', () => {
  expect(chainEnd(seed, 3)).toBe(chain.commitment)
  expect(faultsOfProof(proof)).toEqual([])
  expect(faultsOfProof({ ...proof, link: 2 })).toHaveLength(1)
  expect(faultsOfProof({ ...proof, crash: 9.99 })).toHaveLength(1)
  expect(faultsOfProof({ ...proof, seed: '12'.repeat(32) }).length).toBeGreaterThan(0)
  expect(faultsOfProof({ ...proof, chain: { ...chain, saltedAt: committedAt } })).toEqual([
    'the salt was known when the chain was committed',
  ])
  expect(faultsOfProof({ ...proof, chain: { ...chain, salt: null } })).toEqual(['the chain has no salt'])
  const skipped = [{ from: 2, to: 3, why: 'silence', at: saltedAt }]
  expect(faultsOfProof({ ...proof, chain: { ...chain, skipped } })).toEqual([
    'links 2 to 3 were published as skipped, and this is one of them',
  ])
})

/** Block 840000 of Bitcoin. Its block time is 20 April 2024, 00:09:27. */
const BLOCK = '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5'
const HEADER =
  '00e05f2aab948491071265ad552351d0ad625745668da54b0172010000000000000000004f89a5d7' +
  '3bd4d4887f25981fe81892ccafda10c27f52d6f3dd28183a7c411b03b7072366194203177d9863ea'

it.each([
  ['2024-04-19T22:09:26Z', BLOCK, HEADER, true],
  ['2024-04-19T22:09:27Z', BLOCK, HEADER, false],
  ['2024-04-19T12:00:00Z', BLOCK, null, false],
  ['2024-04-19T12:00:00Z', BLOCK, `${HEADER.slice(0, -2)}eb`, false],
  ['2024-04-19T12:00:00Z', salt, HEADER, false],
])(
  '[AVI-34] [AVI-35] a chain created at %s, with salt %s and header %s, was provably committed before its block: %s',
  (at, hashed, header, holds) => {
    const salted = { ...chain, beacon: 'bitcoin', height: '840000', salt: hashed, header, committedAt: at }
    const faults = faultsOfProof({ ...proof, crash: expectedCrashPoint(seed, hashed, 97), chain: salted })
    expect(faults).toEqual(holds ? [] : ['the salt was known when the chain was committed'])
  },
)

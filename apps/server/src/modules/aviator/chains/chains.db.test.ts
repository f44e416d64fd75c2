import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import type { Beacon } from '../ports.ts'
import { maskedName, presentChain, presentProof } from '../present.ts'
import { chainById, dropChain } from './chains.repository.ts'
import { adminChains } from './admin-routes.ts'
import { commitChain, createChainSupply, enterSalt } from './chain-supply.ts'
import { createEncryption } from '../../../kernel/encryption.ts'
import { seedsOf, sha256 } from './seeds.ts'
import { roundFixture, type RoundFixture } from '../testing/round-fixture.ts'

let app: RoundFixture
beforeAll(async () => {
  app = await roundFixture()
})
afterAll(() => app?.close())

describe('a chain', () => {
  it('[AVI-34] a chain of round seeds matches its commitment: each seed is the hash of the next seed', async () => {
    const seeds = await seedsOf(Buffer.alloc(32, 7), 1_000)
    let link = seeds.at(1_000)
    expect(link).toEqual(Buffer.alloc(32, 7))
    for (let at = 999; at >= 1; at--) {
      link = sha256(link)
      expect(seeds.at(at)).toEqual(link)
    }
    expect(sha256(seeds.at(1))).toEqual(seeds.commitment)
    expect(() => seeds.at(0)).toThrow(RangeError)
    expect(() => seeds.at(1_001)).toThrow(RangeError)
  })

  it('[AVI-33] a chain of round seeds is stored encrypted with a key that is not in the database', async () => {
    const root = Buffer.alloc(32, 3)
    const encrypted = createEncryption('the key of the tests', 'aviator seeds').encrypt(root)
    expect(encrypted.includes(root)).toBe(false)
    expect(createEncryption('the key of the tests', 'aviator seeds').decrypt(encrypted)).toEqual(root)
    expect(() => createEncryption('another key', 'aviator seeds').decrypt(encrypted)).toThrow()
    encrypted[encrypted.length - 1] = (encrypted.at(-1) ?? 0) ^ 1
    expect(() => createEncryption('the key of the tests', 'aviator seeds').decrypt(encrypted)).toThrow()
  })

  it('[AVI-34] a chain of round seeds takes its salt from a future beacon block, and no round runs before that block', async () => {
    let tip = 10
    const atOf = (height: string): Date => new Date(app.clock.now().getTime() + (Number(height) - 10) * 1_000)
    const hash = (height: string): Buffer => createHash('sha256').update(height).digest()
    const beacon: Beacon = {
      name: 'test-beacon',
      futureHeight: async () => String(tip + 2),
      blockAt: async (height) => (Number(height) <= tip ? { hash: hash(height), unknownUntil: atOf(height) } : null),
    }
    const fresh = await roundFixture()
    await fresh.kernel.db.change(`update aviator_chains set next_link = links + 1`)
    const supply = createChainSupply(fresh.kernel.workerDb, fresh.encryption, beacon)
    const usable = () => supply.usable(() => fresh.clock.now())
    expect(await usable()).toBeNull()
    expect(await usable()).toBeNull()
    tip = 12
    await usable()
    expect((await usable())?.salt).toEqual(hash('12'))
    expect((await usable())?.row.height).toBe('12')
    await fresh.close()
  })

  it('[AVI-34] a chain of round seeds is discarded and replaced if the beacon block appeared before the commitment', async () => {
    const fresh = await roundFixture()
    let shift = 0
    const beacon: Beacon = {
      name: 'test-beacon',
      futureHeight: async () => '12',
      blockAt: async () => ({ hash: Buffer.alloc(32, 1), unknownUntil: new Date(fresh.clock.now().getTime() + shift) }),
    }
    // The other chain is used up.
    await fresh.kernel.db.change(`update aviator_chains set next_link = links + 1`)
    const supply = createChainSupply(fresh.kernel.workerDb, fresh.encryption, beacon)
    const looks = async (): Promise<boolean> => (await supply.usable(() => fresh.clock.now())) !== null
    expect([await looks(), await looks(), await looks()]).toEqual([false, false, false])
    const rows = () =>
      fresh.kernel.db.query(`select from aviator_chains where beacon = 'test-beacon' and salt is not null`)
    expect(await rows()).toEqual([])
    shift = 1
    for (let look = 0; look < 3; look++) await looks()
    expect(await looks()).toBe(true)
    await fresh.close()
  })
})

describe('without a beacon a chain', () => {
  const HEIGHT = '840000'
  // The block's own time is 20 April 2024, 00:09:27.
  const HEADER = Buffer.from(
    '00e05f2aab948491071265ad552351d0ad625745668da54b0172010000000000000000004f89a5d7' +
      '3bd4d4887f25981fe81892ccafda10c27f52d6f3dd28183a7c411b03b7072366194203177d9863ea',
    'hex',
  )
  const HASH = '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5'
  const [first, second] = [newId(), newId()]

  async function committed(at: string, beacon = 'bitcoin'): Promise<string> {
    const place = async () => ({ beacon, height: HEIGHT })
    return (await commitChain(app.kernel.db, app.encryption, place, { now: () => new Date(at), links: 10 })).id
  }
  async function enter(chainId: string, adminId: string, height = HEIGHT, header = HEADER): Promise<object | string> {
    const entered = await enterSalt(app.kernel.db, { chainId, adminId, height, header }, app.clock)
    return entered.ok ? (entered.value.salt?.toString('hex') ?? 'waits') : entered.error
  }

  it('[AVI-34] without a beacon a chain is salted by two admins who enter the same block', async () => {
    const id = await committed('2024-04-19T12:00:00Z')
    expect(await enter(newId(), first)).toEqual({ code: 'CHAIN_NOT_FOUND' })
    expect(await enter(id, first)).toBe('waits')
    // Two entries of one administrator count as one.
    expect(await enter(id, first)).toBe('waits')
    await app.kernel.db.change(
      `insert into aviator_salt_entries (chain_id, admin_id, height, header, hash, entered_at) values ($1, $2, $3, $4, $5, now())`,
      [id, second, HEIGHT, Buffer.alloc(80), Buffer.alloc(32)],
    )
    expect(await enter(id, first)).toEqual({ code: 'ENTRIES_DIFFER' })
    // The last entry of an administrator counts.
    await app.kernel.db.change(
      `insert into aviator_salt_entries (chain_id, admin_id, height, header, hash, entered_at) values ($1, $2, $3, $4, $5, now())`,
      [id, second, HEIGHT, HEADER, Buffer.from(HASH, 'hex')],
    )
    expect(await enter(id, first)).toBe(HASH)
    expect(await enter(id, second)).toEqual({ code: 'SALT_FIXED' })
    // The header lets anyone verify hash, work and time of the block.
    const salted = await chainById(app.kernel.db, id)
    expect(salted && presentChain(salted)).toMatchObject({ salt: HASH, header: HEADER.toString('hex') })
  })

  it('[AVI-34] without a beacon admins see a chain’s remaining rounds, its pending step and who entered the block', async () => {
    const before = await adminChains(app.kernel.db, first)
    expect(before.items.filter(({ state }) => state === 'flying').map(({ id }) => id)).toEqual([app.chain.row.id])
    const id = await committed('2024-04-19T12:00:00Z')
    const [shown, left] = [
      async (adminId: string) => (await adminChains(app.kernel.db, adminId)).items.find((chain) => chain.id === id),
      async () => (await adminChains(app.kernel.db, first)).roundsLeft,
    ]
    expect(await shown(first)).toMatchObject({ state: 'waiting', roundsLeft: 10, entries: [] })
    await enter(id, first)
    expect((await shown(first))?.entries.map(({ isOwn }) => isOwn)).toEqual([true])
    expect((await shown(second))?.entries.map(({ isOwn }) => isOwn)).toEqual([false])
    // Chains without a salt cannot be used.
    expect(await left()).toBe(before.roundsLeft)
    await enter(id, second)
    expect(await shown(second)).toMatchObject({ state: 'ready', roundsLeft: 10, salt: HASH, entries: [] })
    expect(await left()).toBe(before.roundsLeft + 10)
    await app.kernel.db.change(`update aviator_chains set next_link = links + 1 where id = $1`, [id])
    expect(await shown(first)).toMatchObject({ state: 'used', roundsLeft: 0 })
    const early = await committed('2024-04-19T12:00:00Z')
    await dropChain(app.kernel.db, early)
    expect((await adminChains(app.kernel.db, first)).items[0]).toMatchObject({ id: early, state: 'dropped' })
  })

  it('[AVI-34] without a beacon a chain cannot be salted with another block height, another block header, or a block that was predictable at the commitment', async () => {
    const id = await committed('2024-04-19T12:00:00Z')
    const waited = { height: HEIGHT, beacon: 'bitcoin' }
    expect(await enter(id, first, '840001')).toEqual({ code: 'OTHER_HEIGHT', ...waited })
    const changed = Buffer.from(HEADER)
    changed[79] = (changed[79] ?? 0) ^ 1
    expect(await enter(id, first, HEIGHT, changed)).toEqual({ code: 'NOT_A_BLOCK', beacon: 'bitcoin' })
    expect(await enter(await committed('2024-04-19T12:00:00Z', 'another'), first)).toEqual({
      code: 'NOT_A_BLOCK',
      beacon: 'another',
    })
    // The block's clock may be two hours ahead.
    expect(await enter(await committed('2024-04-19T22:09:26Z'), first)).toBe('waits')
    expect(await enter(await committed('2024-04-19T22:09:27Z'), first)).toEqual({ code: 'BLOCK_TOO_EARLY' })
  })
})

it('[AVI-33] [AVI-34] the seed of a round is published at the end of the round and never earlier', async () => {
  const chain = (await chainById(app.kernel.db, app.chain.row.id)) as NonNullable<Awaited<ReturnType<typeof chainById>>>
  const open = await app.openRound((crash) => crash > 150)
  expect(presentProof(open, chain)).toBeNull()
  const flying = await app.startRound(open.no)
  expect(presentProof(flying, chain)).toBeNull()
  const crashed = await app.crash(flying)
  const proof = presentProof(crashed, chain)
  expect(proof).toMatchObject({ link: flying.link, crash: app.crashAt(flying.link) / 100, state: 'crashed' })
  let hashed: Buffer = Buffer.from(proof?.seed ?? '', 'hex')
  for (let at = 0; at < flying.link; at++) hashed = sha256(hashed)
  expect(hashed.toString('hex')).toBe(proof?.chain.commitment)
})

it.each([
  ['Amina', 'A•••a'],
  [' öz ', 'Ö•••z'],
  ['X', '•••'],
  ['', '•••'],
])('the player name %j is shown to other players as %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})

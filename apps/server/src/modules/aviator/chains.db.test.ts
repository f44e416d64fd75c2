import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { chainById } from './chain-row.ts'
import { commitChain, createChainKeeper, enterSalt } from './keep-chains.ts'
import type { Beacon } from './ports.ts'
import { maskedName, presentProof } from './present.ts'
import { createSealing } from '../../kernel/sealing.ts'
import { seedsOf, sha256 } from './seeds.ts'
import { openPlane, type Plane } from './test-plane.ts'

let plane: Plane
beforeAll(async () => {
  plane = await openPlane()
})
afterAll(() => plane?.close())

describe('a chain', () => {
  it('[AVI-34] is what its commitment says: each seed is the one after it, hashed', async () => {
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

  it('[AVI-33] lies in the database under a key that the database does not have', async () => {
    const root = Buffer.alloc(32, 3)
    const sealed = createSealing('the key of the tests', 'aviator seeds').seal(root)
    expect(sealed.includes(root)).toBe(false)
    expect(createSealing('the key of the tests', 'aviator seeds').unseal(sealed)).toEqual(root)
    expect(() => createSealing('another key', 'aviator seeds').unseal(sealed)).toThrow()
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
    expect(() => createSealing('the key of the tests', 'aviator seeds').unseal(sealed)).toThrow()
  })

  it('takes its salt from the beacon’s future, and rounds none before', async () => {
    let tip = 10
    const hash = (height: string): Buffer => createHash('sha256').update(height).digest()
    const beacon: Beacon = {
      name: 'test-beacon',
      futureHeight: async () => String(tip + 2),
      hashAt: async (height) => (Number(height) <= tip ? hash(height) : null),
    }
    const fresh = await openPlane()
    await fresh.kernel.db.change(`update aviator_chain set next_link = links + 1`)
    const keeper = createChainKeeper(fresh.kernel.workerDb, fresh.sealing, beacon)
    expect(await keeper.usable(fresh.clock.now())).toBeNull()
    expect(await keeper.usable(fresh.clock.now())).toBeNull()
    tip = 12
    await keeper.usable(fresh.clock.now())
    const usable = await keeper.usable(fresh.clock.now())
    expect(usable?.salt).toEqual(hash('12'))
    expect(usable?.row.height).toBe('12')
    await fresh.close()
  })

  it('without a beacon is salted by two admins who have read the same', async () => {
    const { db } = plane.kernel
    const { id } = await commitChain(db, plane.sealing, { beacon: 'bitcoin', height: '960000' }, plane.clock.now(), 10)
    const [first, second] = [newId(), newId()]
    const hash = createHash('sha256').update('block 960000').digest()
    const enter = (adminId: string, entered = hash, chainId = id) =>
      enterSalt(db, { chainId, adminId, hash: entered }, plane.clock.now())
    const saltOf = async () => (await chainById(db, id))?.salt ?? null
    expect(await enter(first, Buffer.alloc(32, 1))).toMatchObject({ ok: true })
    expect(await enter(second)).toEqual({ ok: false, error: 'AVIATOR_SALT_DIFFERS' })
    // He has mistyped it: his last reading counts, and two of his own are one.
    expect(await enter(first)).toMatchObject({ ok: true })
    expect(await saltOf()).toBeNull()
    expect(await enter(second, Buffer.alloc(32))).toEqual({ ok: false, error: 'AVIATOR_SALT_DIFFERS' })
    expect(await saltOf()).toBeNull()
    expect(await enter(second)).toMatchObject({ ok: true })
    expect(await saltOf()).toEqual(hash)
    expect(await enter(first)).toEqual({ ok: false, error: 'AVIATOR_SALT_FIXED' })
    expect(await enter(first, hash, newId())).toEqual({ ok: false, error: 'AVIATOR_CHAIN_NOT_FOUND' })
  })
})

it('[AVI-33] [AVI-34] a round’s seed is told with its end and never before', async () => {
  const chain = (await chainById(plane.kernel.db, plane.chain.row.id)) as NonNullable<
    Awaited<ReturnType<typeof chainById>>
  >
  const open = await plane.openRound((crash) => crash > 150)
  expect(presentProof(open, chain)).toBeNull()
  const flying = await plane.takeOff(open.no)
  expect(presentProof(flying, chain)).toBeNull()
  const crashed = await plane.crash(flying)
  const proof = presentProof(crashed, chain)
  expect(proof).toMatchObject({ link: flying.link, crash: plane.crashAt(flying.link) / 100, state: 'crashed' })
  let hashed: Buffer = Buffer.from(proof?.seed ?? '', 'hex')
  for (let at = 0; at < flying.link; at++) hashed = sha256(hashed)
  expect(hashed.toString('hex')).toBe(proof?.chain.commitment)
})

it.each([
  ['Amina', 'A•••a'],
  [' öz ', 'Ö•••z'],
  ['X', '•••'],
  ['', '•••'],
])('shows %j to others as %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})

import { randomBytes } from 'node:crypto'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Db, Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import { chainById, type ChainRow, fixSalt, insertChain, lockChain, unfinishedChains } from './chain-row.ts'
import type { Beacon } from './ports.ts'
import type { Sealing } from '../../kernel/sealing.ts'
import { CHAIN_LINKS, type Seeds, seedsOf } from './seeds.ts'

/** The next chain is committed while the present one still has this many rounds: its block has time to come. */
const COMMIT_AHEAD = CHAIN_LINKS / 5

export type SaltRefusal = 'AVIATOR_CHAIN_NOT_FOUND' | 'AVIATOR_SALT_FIXED' | 'AVIATOR_SALT_DIFFERS'

/** Written in the transaction of what an admin does to a chain. */
export type Note = (tx: Tx, chain: ChainRow) => Promise<void>

/** Draws a chain and publishes its last link, before the block that will salt it exists. */
export async function commitChain(
  db: Db,
  sealing: Sealing,
  place: { readonly beacon: string; readonly height: string },
  now: Date,
  links = CHAIN_LINKS,
  note: Note = async () => {},
): Promise<ChainRow> {
  const root = randomBytes(32)
  const { commitment } = await seedsOf(root, links)
  const row: ChainRow = {
    ...place,
    id: newId(),
    commitment,
    links,
    sealedRoot: sealing.seal(root),
    salt: null,
    committedAt: now,
    saltedAt: null,
    nextLink: 1,
  }
  await db.transaction(async (tx) => {
    await insertChain(tx, row)
    await note(tx, row)
  })
  return row
}

/** One admin's reading of the block's hash; his last one counts. The second admin's that agrees salts the chain. */
export async function enterSalt(
  db: Db,
  entry: { readonly chainId: string; readonly adminId: string; readonly hash: Buffer },
  now: Date,
  note: Note = async () => {},
): Promise<Result<ChainRow, SaltRefusal>> {
  return db.transaction(async (tx) => {
    const chain = await lockChain(tx, entry.chainId)
    if (chain === null) return err('AVIATOR_CHAIN_NOT_FOUND')
    if (chain.salt !== null) return err('AVIATOR_SALT_FIXED')
    const entries = await tx.query<{ adminId: string; hash: Buffer }>(
      `select distinct on (admin_id) admin_id as "adminId", hash from aviator_salt_entry
        where chain_id = $1 and admin_id <> $2 order by admin_id, no desc`,
      [chain.id, entry.adminId],
    )
    if (entries.some(({ hash }) => !hash.equals(entry.hash))) return err('AVIATOR_SALT_DIFFERS')
    await tx.change(`insert into aviator_salt_entry (chain_id, admin_id, hash, entered_at) values ($1, $2, $3, $4)`, [
      chain.id,
      entry.adminId,
      entry.hash,
      now,
    ])
    if (entries.length > 0) await fixSalt(tx, chain.id, entry.hash, now)
    const after = await chainById(tx, chain.id)
    if (after === null) throw new Error('the chain is locked')
    await note(tx, after)
    return ok(after)
  })
}

/** A chain that rounds can take seeds from. */
export type UsableChain = { readonly row: ChainRow; readonly salt: Buffer; readonly seeds: Seeds }

/** Keeps a chain at hand for the node that runs the rounds. */
export function createChainKeeper(db: Db, sealing: Sealing, beacon: Beacon | null) {
  let opened: UsableChain | null = null

  async function open(row: ChainRow, salt: Buffer): Promise<UsableChain> {
    if (opened?.row.id === row.id) return opened
    const seeds = await seedsOf(sealing.unseal(row.sealedRoot), row.links)
    if (!seeds.commitment.equals(row.commitment)) throw new Error(`chain ${row.id} is not what it was committed to`)
    return (opened = { row, salt, seeds })
  }

  /** Asks the beacon for what is missing: a next chain in time, and the salts of those that wait. */
  async function supply(unfinished: readonly ChainRow[], now: Date): Promise<void> {
    if (beacon === null) return
    const left = unfinished.reduce((sum, row) => sum + row.links - row.nextLink + 1, 0)
    if (left <= COMMIT_AHEAD) {
      await commitChain(db, sealing, { beacon: beacon.name, height: await beacon.futureHeight() }, now)
    }
    for (const row of unfinished) {
      if (row.salt !== null || row.beacon !== beacon.name) continue
      const hash = await beacon.hashAt(row.height)
      if (hash !== null) await fixSalt(db, row.id, hash, now)
    }
  }

  return {
    /** The chain whose links are taken now; null while none is salted. */
    async usable(now: Date): Promise<UsableChain | null> {
      const unfinished = await unfinishedChains(db)
      const ready = unfinished.find((row) => row.salt !== null)
      const left = unfinished.reduce((sum, row) => sum + row.links - row.nextLink + 1, 0)
      if (ready === undefined || left <= COMMIT_AHEAD || unfinished.some((row) => row.salt === null)) {
        // While rounds can go on, a beacon that is away must not stop them.
        await supply(unfinished, now).catch((error: unknown) => {
          if (ready === undefined) throw error
        })
      }
      return ready === undefined || ready.salt === null ? null : open(ready, ready.salt)
    },
  }
}

export type ChainKeeper = ReturnType<typeof createChainKeeper>

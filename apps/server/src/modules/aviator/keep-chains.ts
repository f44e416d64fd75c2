import { randomBytes } from 'node:crypto'
import type { enterAviatorSalt } from '@mupiira/contract/admin-aviator.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Db, Tx } from '../../kernel/db/sql.ts'
import type { Refusal } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import { chainById, type ChainRow, dropChain, fixSalt, insertChain, lockChain, unfinishedChains } from './chain-row.ts'
import { BITCOIN, bitcoinBlock } from './bitcoin-block.ts'
import type { Beacon, Block } from './ports.ts'
import type { Sealing } from '../../kernel/sealing.ts'
import { CHAIN_LINKS, type Seeds, seedsOf } from './seeds.ts'

/** The next chain is committed while the present one still has this many rounds: its block has time to come. */
export const COMMIT_AHEAD = CHAIN_LINKS / 5

export type SaltRefusal = Refusal<(typeof enterAviatorSalt)['errors'][number]>
export type SaltEntry = {
  readonly chainId: string
  readonly adminId: string
  readonly height: string
  /** Of the block, 80 bytes. */
  readonly header: Buffer
}

/** The place in a public source that a commitment names, chosen when all else is ready: it lies ahead by little. */
export type ChoosePlace = () => Promise<{ readonly beacon: string; readonly height: string }>

/** Written in the transaction of what an admin does to a chain. */
export type Note = (tx: Tx, chain: ChainRow) => Promise<void>

/** Draws a chain and publishes its last link, before the block that will salt it exists. */
export async function commitChain(
  db: Db,
  sealing: Sealing,
  choosePlace: ChoosePlace,
  now: () => Date,
  links = CHAIN_LINKS,
  note: Note = async () => {},
): Promise<ChainRow> {
  const root = randomBytes(32)
  const { commitment } = await seedsOf(root, links)
  const row: ChainRow = {
    ...(await choosePlace()),
    id: newId(),
    commitment,
    links,
    sealedRoot: sealing.seal(root),
    salt: null,
    committedAt: now(),
    saltedAt: null,
    header: null,
    nextLink: 1,
    skipped: [],
  }
  await db.transaction(async (tx) => {
    await insertChain(tx, row)
    await note(tx, row)
  })
  return row
}

/**
 * One admin's reading of the chain's block; his last one counts. The second admin's that agrees salts the chain. Only the
 * block that was named, found after the commitment was published.
 */
export async function enterSalt(
  db: Db,
  entry: SaltEntry,
  now: Date,
  note: Note = async () => {},
): Promise<Result<ChainRow, SaltRefusal>> {
  return db.transaction(async (tx) => {
    const chain = await lockChain(tx, entry.chainId)
    if (chain === null) return err({ error: 'AVIATOR_CHAIN_NOT_FOUND' })
    if (chain.salt !== null) return err({ error: 'AVIATOR_SALT_FIXED' })
    const { beacon, height } = chain
    if (entry.height !== height) return err({ error: 'AVIATOR_SALT_HEIGHT', details: { beacon, height } })
    const block = beacon === BITCOIN ? bitcoinBlock(entry.header) : null
    if (block === null) return err({ error: 'AVIATOR_SALT_BLOCK', details: { beacon } })
    if (!isLater(block, chain)) return err({ error: 'AVIATOR_SALT_EARLY' })
    const entries = await tx.query<{ adminId: string; hash: Buffer }>(
      `select distinct on (admin_id) admin_id as "adminId", hash from aviator_salt_entries
        where chain_id = $1 and admin_id <> $2 order by admin_id, no desc`,
      [chain.id, entry.adminId],
    )
    if (entries.some(({ hash }) => !hash.equals(block.hash))) return err({ error: 'AVIATOR_SALT_DIFFERS' })
    await tx.change(
      `insert into aviator_salt_entries (chain_id, admin_id, height, header, hash, entered_at) values ($1, $2, $3, $4, $5, $6)`,
      [chain.id, entry.adminId, height, entry.header, block.hash, now],
    )
    if (entries.length > 0) await fixSalt(tx, chain.id, block.hash, now)
    const after = await chainById(tx, chain.id)
    if (after === null) throw new Error('the chain is locked')
    await note(tx, after)
    return ok(after)
  })
}

/** Whoever published the commitment could not know the block. */
const isLater = ({ unknownUntil }: Block, { committedAt }: ChainRow): boolean => unknownUntil > committedAt

const countLinks = (chains: readonly ChainRow[]): number =>
  chains.reduce((sum, row) => sum + row.links - row.nextLink + 1, 0)

/** A chain that rounds can take seeds from. */
export type UsableChain = { readonly row: ChainRow; readonly salt: Buffer; readonly seeds: Seeds }

/** Keeps a chain at hand for the node that runs the rounds. */
export function createChainKeeper(db: Db, sealing: Sealing, beacon: Beacon | null) {
  let opened: UsableChain | null = null
  let saltedLinks = Number.NaN

  async function open(row: ChainRow, salt: Buffer): Promise<UsableChain> {
    if (opened?.row.id === row.id) return opened
    const seeds = await seedsOf(sealing.unseal(row.sealedRoot), row.links)
    if (!seeds.commitment.equals(row.commitment)) throw new Error(`chain ${row.id} is not what it was committed to`)
    return (opened = { row, salt, seeds })
  }

  /** Asks the beacon for what is missing: a next chain in time, and the salts of those that wait. */
  async function supply(from: Beacon, unfinished: readonly ChainRow[], now: () => Date): Promise<void> {
    if (linksLeft(unfinished) <= COMMIT_AHEAD) {
      const choosePlace = async () => ({ beacon: from.name, height: await from.futureHeight() })
      await commitChain(db, sealing, choosePlace, now)
    }
    for (const row of unfinished) {
      if (row.salt !== null || row.beacon !== from.name) continue
      const block = await from.blockAt(row.height)
      if (block === null) continue
      // It came while the commitment was being written: the chain is never flown, and the next one is committed.
      await (isLater(block, row) ? fixSalt(db, row.id, block.hash, now()) : dropChain(db, row.id))
    }
  }

  /** Of chains that can be flown now or will be without anybody's doing. */
  const linksLeft = (unfinished: readonly ChainRow[]): number =>
    countLinks(unfinished.filter((row) => row.salt !== null || row.beacon === beacon?.name))

  return {
    /** Rounds that can be flown from the salted chains; not a number before this node has run one. */
    saltedLinks: () => saltedLinks,

    /** The chain whose links are taken now; null while none is salted. */
    async usable(now: () => Date): Promise<UsableChain | null> {
      const unfinished = await unfinishedChains(db)
      const ready = unfinished.find((row) => row.salt !== null)
      saltedLinks = countLinks(unfinished.filter((row) => row.salt !== null))
      const isShort = linksLeft(unfinished) <= COMMIT_AHEAD || unfinished.some((row) => row.salt === null)
      if (beacon !== null && (ready === undefined || isShort)) {
        // While rounds can go on, a beacon that is away must not stop them.
        await supply(beacon, unfinished, now).catch((error: unknown) => {
          if (ready === undefined) throw error
        })
      }
      return ready === undefined || ready.salt === null ? null : open(ready, ready.salt)
    },
  }
}

export type ChainKeeper = ReturnType<typeof createChainKeeper>

import { randomBytes } from 'node:crypto'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Encryption } from '../../../kernel/encryption.ts'
import type { Beacon, Block } from '../ports.ts'
import { BITCOIN, bitcoinBlock } from './bitcoin-block.ts'
import {
  chainById,
  type Chain,
  dropChain,
  storeSalt,
  insertChain,
  insertSaltEntry,
  lastSaltEntries,
  lockChain,
  unfinishedChains,
} from './chains.repository.ts'
import { CHAIN_LINKS, type Seeds, seedsOf } from './seeds.ts'

/**
 * The next chain is committed while the current one has this many rounds left, so that its block has time to appear.
 */
export const COMMIT_AHEAD = CHAIN_LINKS / 5

/** A block of a public chain that does not exist yet. */
export type FutureBlock = { readonly beacon: string; readonly height: string }

/** Writes the audit entry in the transaction of the staff action. */
export type RecordInAudit = (tx: Tx, chain: Chain) => Promise<void>

type CommitOptions = { readonly now: () => Date; readonly links?: number; readonly recordInAudit?: RecordInAudit }

/**
 * Creates a chain and publishes its commitment before the block that will salt it exists. The block is chosen after the
 * seeds are computed, so that it is still in the future.
 */
export async function commitChain(
  db: Db,
  encryption: Encryption,
  chooseBlock: () => Promise<FutureBlock>,
  { now, links = CHAIN_LINKS, recordInAudit = async () => {} }: CommitOptions,
): Promise<Chain> {
  const root = randomBytes(32)
  const { commitment } = await seedsOf(root, links)
  const chain: Chain = {
    ...(await chooseBlock()),
    id: newId(),
    commitment,
    links,
    encryptedRoot: encryption.encrypt(root),
    salt: null,
    committedAt: now(),
    saltedAt: null,
    header: null,
    nextLink: 1,
    skipped: [],
  }
  await db.transaction(async (tx) => {
    await insertChain(tx, chain)
    await recordInAudit(tx, chain)
  })
  return chain
}

export type EnterSaltCommand = {
  readonly chainId: string
  readonly adminId: string
  readonly height: string
  /** The header of the block, 80 bytes. */
  readonly header: Buffer
}
export type SaltRefusal =
  | { readonly code: 'CHAIN_NOT_FOUND' | 'SALT_FIXED' | 'BLOCK_TOO_EARLY' | 'ENTRIES_DIFFER' }
  | ({ readonly code: 'OTHER_HEIGHT' } & FutureBlock)
  | { readonly code: 'NOT_A_BLOCK'; readonly beacon: string }

/**
 * Stores an administrator's entry of the chain's block; each administrator's last entry counts. The chain is salted
 * when two administrators agree. The block must be the named one, found after the commitment was published.
 */
export async function enterSalt(
  db: Db,
  { chainId, adminId, height, header }: EnterSaltCommand,
  clock: Clock,
  recordInAudit: (tx: Tx, chain: Chain, at: Date) => Promise<void> = async () => {},
): Promise<Result<Chain, SaltRefusal>> {
  return db.transaction(async (tx) => {
    const chain = await lockChain(tx, chainId)
    if (chain === null) return err({ code: 'CHAIN_NOT_FOUND' })
    if (chain.salt !== null) return err({ code: 'SALT_FIXED' })
    const { beacon } = chain
    if (height !== chain.height) return err({ code: 'OTHER_HEIGHT', beacon, height: chain.height })
    const block = beacon === BITCOIN ? bitcoinBlock(header) : null
    if (block === null) return err({ code: 'NOT_A_BLOCK', beacon })
    if (!isLater(block, chain)) return err({ code: 'BLOCK_TOO_EARLY' })
    const others = (await lastSaltEntries(tx, [chainId])).filter((entry) => entry.adminId !== adminId)
    if (others.some(({ hash }) => !hash.equals(block.hash))) return err({ code: 'ENTRIES_DIFFER' })
    const now = clock.now()
    await insertSaltEntry(tx, { chainId, adminId, height, header, hash: block.hash, enteredAt: now })
    if (others.length > 0) await storeSalt(tx, chainId, block.hash, now)
    const after = await chainById(tx, chainId)
    if (after === null) throw new Error('a locked chain disappeared')
    await recordInAudit(tx, after, now)
    return ok(after)
  })
}

/** Whether the block was still unknown when the commitment was published. */
const isLater = ({ unknownUntil }: Block, { committedAt }: Chain): boolean => unknownUntil > committedAt

const countLinks = (chains: readonly Chain[]): number =>
  chains.reduce((sum, chain) => sum + chain.links - chain.nextLink + 1, 0)

/** A salted chain with its seeds. */
export type UsableChain = { readonly row: Chain; readonly salt: Buffer; readonly seeds: Seeds }

/** Provides the node that runs the rounds with a chain. */
export function createChainSupply(db: Db, encryption: Encryption, beacon: Beacon | null) {
  let opened: UsableChain | null = null
  let saltedLinks = Number.NaN

  async function open(row: Chain, salt: Buffer): Promise<UsableChain> {
    if (opened?.row.id === row.id) return opened
    const seeds = await seedsOf(encryption.decrypt(row.encryptedRoot), row.links)
    if (!seeds.commitment.equals(row.commitment)) throw new Error(`chain ${row.id} does not match its commitment`)
    return (opened = { row, salt, seeds })
  }

  /** Commits the next chain in time and salts waiting chains. */
  async function supply(from: Beacon, unfinished: readonly Chain[], now: () => Date): Promise<void> {
    if (availableLinks(unfinished) <= COMMIT_AHEAD) {
      const chooseBlock = async () => ({ beacon: from.name, height: await from.futureHeight() })
      await commitChain(db, encryption, chooseBlock, { now })
    }
    for (const row of unfinished) {
      if (row.salt !== null || row.beacon !== from.name) continue
      const block = await from.blockAt(row.height)
      if (block === null) continue
      // Drop the chain if its block appeared while the commitment was being stored.
      await (isLater(block, row) ? storeSalt(db, row.id, block.hash, now()) : dropChain(db, row.id))
    }
  }

  /** Remaining links of chains that are salted, or that the beacon will salt. */
  const availableLinks = (unfinished: readonly Chain[]): number =>
    countLinks(unfinished.filter((row) => row.salt !== null || row.beacon === beacon?.name))

  return {
    /** Rounds until the salted chains are used up; NaN before this node has run a round. */
    saltedLinks: () => saltedLinks,

    /** The chain whose links are used now; null while none is salted. */
    async usable(now: () => Date): Promise<UsableChain | null> {
      const unfinished = await unfinishedChains(db)
      const ready = unfinished.find((row) => row.salt !== null)
      saltedLinks = countLinks(unfinished.filter((row) => row.salt !== null))
      const isShort = availableLinks(unfinished) <= COMMIT_AHEAD || unfinished.some((row) => row.salt === null)
      if (beacon !== null && (ready === undefined || isShort)) {
        // An unavailable beacon must not stop rounds while a chain is usable.
        await supply(beacon, unfinished, now).catch((error: unknown) => {
          if (ready === undefined) throw error
        })
      }
      return ready === undefined || ready.salt === null ? null : open(ready, ready.salt)
    },
  }
}

export type ChainSupply = ReturnType<typeof createChainSupply>

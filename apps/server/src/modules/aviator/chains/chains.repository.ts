import { sql } from 'kysely'
import type { AviatorChain } from '@mupiira/contract/aviator.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

export type Chain = {
  readonly id: string
  readonly commitment: Buffer
  readonly links: number
  readonly encryptedRoot: Buffer
  readonly beacon: string
  readonly height: string
  readonly salt: Buffer | null
  readonly committedAt: Date
  readonly saltedAt: Date | null
  /** The header of the salt's block, if administrators entered one. */
  readonly header: Buffer | null
  readonly nextLink: number
  /** Skipped links, newest first. */
  readonly skipped: AviatorChain['skipped']
}

const selectChains = () =>
  q.selectFrom('aviator_chains as c').select([
    'c.id',
    'c.commitment',
    'c.links',
    'c.encrypted_root as encryptedRoot',
    'c.beacon',
    'c.height',
    'c.salt',
    'c.committed_at as committedAt',
    'c.salted_at as saltedAt',
    'c.next_link as nextLink',
    sql<Buffer | null>`(select e.header from aviator_salt_entries e
        where e.chain_id = c.id and e.hash = c.salt order by e.no limit 1)`.as('header'),
    sql<AviatorChain['skipped']>`(select coalesce(jsonb_agg(jsonb_build_object(
          'from', k.from_link, 'to', k.to_link, 'why', k.reason, 'at', k.skipped_at)), '[]')
        from (select * from aviator_skips where chain_id = c.id order by from_link desc limit 100) k)`.as('skipped'),
  ])

const insert = statement((p: Params<Omit<Chain, 'salt' | 'saltedAt' | 'header' | 'nextLink' | 'skipped'>>) =>
  q.insertInto('aviator_chains').values({
    id: p.id,
    commitment: p.commitment,
    links: p.links,
    encrypted_root: p.encryptedRoot,
    beacon: p.beacon,
    height: p.height,
    committed_at: p.committedAt,
  }),
)

export const insertChain = (sql: Sql, chain: Chain): Promise<number> => sql.change(insert(chain))

const newest = statement(() => selectChains().orderBy('c.id', 'desc').limit(100))

export const chains = (sql: Sql): Promise<Chain[]> => sql.run(newest({}))

const unfinished = statement(() => selectChains().whereRef('c.next_link', '<=', 'c.links').orderBy('c.id'))

/** Chains that have links left, oldest first: each is used up before the next begins. */
export const unfinishedChains = (sql: Sql): Promise<Chain[]> => sql.run(unfinished({}))

const byId = statement((p: Params<{ id: string }>) => selectChains().where('c.id', '=', p.id))
const locked = statement((p: Params<{ id: string }>) => selectChains().where('c.id', '=', p.id).forUpdate())

export const chainById = async (sql: Sql, id: string): Promise<Chain | null> => (await sql.first(byId({ id }))) ?? null
export const lockChain = async (tx: Tx, id: string): Promise<Chain | null> => (await tx.first(locked({ id }))) ?? null

export async function saltOf(sql: Sql, id: string): Promise<Buffer> {
  const salt = (await chainById(sql, id))?.salt ?? null
  if (salt === null) throw new Error(`chain ${id} has no salt`)
  return salt
}

const fix = statement((p: Params<{ id: string; salt: Buffer; now: Date }>) =>
  q
    .updateTable('aviator_chains')
    .set({ salt: p.salt, salted_at: p.now })
    .where('id', '=', p.id)
    .where('salt', 'is', null),
)

export const storeSalt = (sql: Sql, id: string, salt: Buffer, now: Date): Promise<number> =>
  sql.change(fix({ id, salt, now }))

const drop = statement((p: Params<{ id: string }>) =>
  q
    .updateTable('aviator_chains')
    .set({ next_link: sql<number>`links + 1` })
    .where('id', '=', p.id)
    .where('salt', 'is', null),
)

/** Marks an unsalted chain as used without a round. */
export const dropChain = (sql: Sql, id: string): Promise<number> => sql.change(drop({ id }))

const take = statement((p: Params<{ id: string }>) =>
  q
    .updateTable('aviator_chains')
    .set({ next_link: sql<number>`next_link + 1` })
    .where('id', '=', p.id)
    .whereRef('next_link', '<=', 'links')
    .returning(sql<number>`next_link - 1`.as('link')),
)

/** Takes the chain's next link; null when the chain is used up. */
export const takeLink = async (tx: Tx, id: string): Promise<number | null> =>
  (await tx.first(take({ id })))?.link ?? null

const skip = statement((p: Params<{ id: string; from: number; links: number }>) =>
  q
    .updateTable('aviator_chains')
    .set({ next_link: sql<number>`next_link + ${p.links}` })
    .where('id', '=', p.id)
    .where('next_link', '=', p.from),
)
const recordSkip = statement(
  (p: Params<{ id: string; from: number; to: number; since: Date }>) => sql`
    insert into aviator_skips (chain_id, from_link, to_link, reason, silent_since, skipped_at)
    values (${p.id}, ${p.from}, ${p.to}, 'silence', ${p.since}, clock_timestamp())`,
)

/** Takes a chain's next links without a round and records them as skipped after a silence. */
export async function skipLinks(tx: Tx, chain: Chain, links: number, since: Date): Promise<void> {
  const { id, nextLink: from } = chain
  const changed = await tx.change(skip({ id, from, links }))
  if (changed !== 1) throw new Error(`another transaction takes links of chain ${id}`)
  await tx.change(recordSkip({ id, from, to: from + links - 1, since }))
}

export type SaltEntry = {
  readonly chainId: string
  readonly adminId: string
  readonly hash: Buffer
  readonly enteredAt: Date
}

const lastEntries = statement((p: Params<{ chainIds: readonly string[] }>) =>
  q
    .selectFrom('aviator_salt_entries')
    .distinctOn(['chain_id', 'admin_id'])
    .select(['chain_id as chainId', 'admin_id as adminId', 'hash', 'entered_at as enteredAt'])
    .where('chain_id', '=', anyOf(p.chainIds))
    .orderBy('chain_id')
    .orderBy('admin_id')
    .orderBy('no', 'desc'),
)

/** Each administrator's last entry for each chain. */
export const lastSaltEntries = (sql: Sql, chainIds: readonly string[]): Promise<SaltEntry[]> =>
  sql.run(lastEntries({ chainIds }))

const insertEntry = statement((p: Params<SaltEntry & { height: string; header: Buffer }>) =>
  q.insertInto('aviator_salt_entries').values({
    chain_id: p.chainId,
    admin_id: p.adminId,
    height: p.height,
    header: p.header,
    hash: p.hash,
    entered_at: p.enteredAt,
  }),
)

export const insertSaltEntry = (
  tx: Tx,
  entry: SaltEntry & { readonly height: string; readonly header: Buffer },
): Promise<number> => tx.change(insertEntry(entry))

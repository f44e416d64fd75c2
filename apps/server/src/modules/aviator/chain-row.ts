import type { AviatorChain } from '@mupiira/contract/aviator.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

export type ChainRow = {
  readonly id: string
  readonly commitment: Buffer
  readonly links: number
  readonly sealedRoot: Buffer
  readonly beacon: string
  readonly height: string
  readonly salt: Buffer | null
  readonly committedAt: Date
  readonly saltedAt: Date | null
  /** Of the salt's block, where admins have entered one. */
  readonly header: Buffer | null
  readonly nextLink: number
  /** Newest first. */
  readonly skipped: AviatorChain['skipped']
}

const COLUMNS = `id, commitment, links, sealed_root as "sealedRoot", beacon, height, salt, committed_at as "committedAt",
  salted_at as "saltedAt", next_link as "nextLink",
  (select e.header from aviator_salt_entries e where e.chain_id = aviator_chains.id and e.hash = salt order by e.no limit 1) as header,
  (select coalesce(jsonb_agg(jsonb_build_object('from', k.from_link, 'to', k.to_link, 'why', k.why, 'at', k.skipped_at)), '[]')
     from (select * from aviator_skips where chain_id = aviator_chains.id order by from_link desc limit 100) k) as skipped`

export async function insertChain(sql: Sql, row: ChainRow): Promise<void> {
  await sql.change(
    `insert into aviator_chains (id, commitment, links, sealed_root, beacon, height, committed_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.commitment, row.links, row.sealedRoot, row.beacon, row.height, row.committedAt],
  )
}

export const chains = (sql: Sql): Promise<ChainRow[]> =>
  sql.query<ChainRow>(`select ${COLUMNS} from aviator_chains order by id desc limit 100`)

/** Chains that have links left, the oldest first: each is used up before the next begins. */
export const unfinishedChains = (sql: Sql): Promise<ChainRow[]> =>
  sql.query<ChainRow>(`select ${COLUMNS} from aviator_chains where next_link <= links order by id`)

export async function chainById(sql: Sql, id: string): Promise<ChainRow | null> {
  const [row] = await sql.query<ChainRow>(`select ${COLUMNS} from aviator_chains where id = $1`, [id], 'aviator-chain')
  return row ?? null
}

export async function saltOf(sql: Sql, id: string): Promise<Buffer> {
  const salt = (await chainById(sql, id))?.salt
  if (salt === undefined || salt === null) throw new Error(`chain ${id} has no salt`)
  return salt
}

export async function lockChain(tx: Tx, id: string): Promise<ChainRow | null> {
  const [row] = await tx.query<ChainRow>(`select ${COLUMNS} from aviator_chains where id = $1 for update`, [id])
  return row ?? null
}

/** False when it has one already. */
export async function fixSalt(sql: Sql, id: string, salt: Buffer, now: Date): Promise<boolean> {
  const changed = await sql.change(
    `update aviator_chains set salt = $2, salted_at = $3 where id = $1 and salt is null`,
    [id, salt, now],
  )
  return changed === 1
}

/** Uses an unsalted chain up without a round. */
export async function dropChain(sql: Sql, id: string): Promise<void> {
  await sql.change(`update aviator_chains set next_link = links + 1 where id = $1 and salt is null`, [id])
}

export const presentChain = (row: ChainRow): AviatorChain => ({
  id: row.id,
  commitment: row.commitment.toString('hex'),
  links: row.links,
  committedAt: row.committedAt.toISOString(),
  beacon: row.beacon,
  height: row.height,
  salt: row.salt?.toString('hex') ?? null,
  saltedAt: row.saltedAt?.toISOString() ?? null,
  header: row.header?.toString('hex') ?? null,
  skipped: row.skipped.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
})

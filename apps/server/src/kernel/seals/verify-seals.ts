import type { Sql } from '../db/sql.ts'
import { type SealedTable, sealHash } from './seal-rows.ts'

export type BrokenSeal = { readonly block: bigint; readonly detail: string }
export type SealsReport = {
  readonly blocks: number
  readonly broken: readonly BrokenSeal[]
  readonly newest: ExpectedSeal | null
}

/** A block and its hash in hexadecimal digits, as the server has published them in its log and in `SEALS_DIR`. */
export type ExpectedSeal = { readonly block: bigint; readonly hash: string }

/** Published before the first seal: it proves that the folder is the right one. */
export const NO_SEAL: ExpectedSeal = { block: 0n, hash: '0'.repeat(64) }

/** Reads `12:9f86d0…`; null for anything else. */
export function readExpectedSeal(text: string): ExpectedSeal | null {
  const [, block = '', hash = ''] = /^(\d{1,18}):([0-9a-f]{64})$/i.exec(text.trim()) ?? []
  return block === '' ? null : { block: BigInt(block), hash: hash.toLowerCase() }
}

/** Whether the database contains the published seal. */
export const hasSeal = async (sql: Sql, table: SealedTable, { block, hash }: ExpectedSeal): Promise<boolean> =>
  block === NO_SEAL.block || (await hashOfBlock(sql, table, block)) === hash

async function hashOfBlock(sql: Sql, table: SealedTable, block: bigint): Promise<string | null> {
  const [row] = await sql.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from ${table.seals} where block = $1`,
    [block],
  )
  return row?.hash ?? null
}

/** The newest seal in the database, or null. */
export async function newestSeal(sql: Sql, table: SealedTable): Promise<ExpectedSeal | null> {
  const [row] = await sql.query<ExpectedSeal>(
    `select block, encode(hash, 'hex') as hash from ${table.seals} order by block desc limit 1`,
  )
  return row ?? null
}

const MAX_BLOCKS = 500
const MAX_ROWS = 100_000n

type Seal = {
  block: bigint
  from_tx: bigint
  to_tx: bigint
  after_id: bigint
  last_id: bigint
  rows: bigint
  /** Whether the previous hash matches the previous row of the chain. */
  linked: boolean
  /** The last row id of this run of transaction numbers; null if no later block starts a new run. */
  until_id: bigint | null
}

/**
 * Recomputes every seal from the current rows and reports changed, added and removed rows and seals. With `expected` it
 * also detects a table that was emptied or completely recomputed.
 */
export async function verifySeals(
  sql: Sql,
  table: SealedTable,
  expected: ExpectedSeal | null = null,
): Promise<SealsReport> {
  const broken: BrokenSeal[] = []
  let blocks = 0
  let newest: ExpectedSeal | null = null
  if (expected !== null && !(await hasSeal(sql, table, expected))) {
    const isMissing = (await hashOfBlock(sql, table, expected.block)) === null
    const detail = isMissing ? 'is published but missing' : 'does not have the published hash'
    broken.push({ block: expected.block, detail })
  }
  for (let after = 0n; ;) {
    const seals = await nextSeals(sql, table, after)
    const last = seals.at(-1)
    if (last === undefined) return { blocks, broken, newest }
    for (const seal of seals) {
      if (!seal.linked) broken.push({ block: seal.block, detail: 'does not continue the previous seal' })
    }
    for (const batch of batches(seals)) broken.push(...(await wrongHashes(sql, table, batch)))
    blocks += seals.length
    after = last.block
    newest = { block: after, hash: (await hashOfBlock(sql, table, after)) ?? '' }
  }
}

const nextSeals = (sql: Sql, table: SealedTable, after: bigint): Promise<Seal[]> =>
  sql.query<Seal>(
    `select s.block, s.from_tx, s.to_tx, s.after_id, s.last_id, s.rows,
            case when before.block is null
              then s.block = 1 and s.from_tx = 0 and s.after_id = 0 and s.previous_hash = ''::bytea
              else s.previous_hash = before.hash and (
                (s.after_id = before.after_id and s.from_tx = before.to_tx) or (s.after_id = before.last_id and s.from_tx = 0))
            end as linked,
            (select min(later.after_id) from ${table.seals} later where later.block > s.block and later.after_id > s.after_id) as until_id
       from ${table.seals} s left join ${table.seals} before on before.block = s.block - 1
      where s.block > $1 order by s.block limit $2`,
    [after, MAX_BLOCKS],
  )

/** Blocks that are read together: neighbours with continuous transaction numbers and a bounded number of rows. */
function batches(seals: readonly Seal[]): Seal[][] {
  const all: Seal[][] = []
  let rows = 0n
  for (const seal of seals) {
    const open = all.at(-1)
    const first = open?.[0]
    if (open === undefined || first?.after_id !== seal.after_id || rows + seal.rows > MAX_ROWS) {
      all.push([seal])
      rows = seal.rows
    } else {
      open.push(seal)
      rows += seal.rows
    }
  }
  return all
}

async function wrongHashes(sql: Sql, table: SealedTable, batch: readonly Seal[]): Promise<BrokenSeal[]> {
  const [first] = batch
  const last = batch.at(-1)
  if (first === undefined || last === undefined) return []
  const rows = await sql.query<{ block: bigint; sealed: bigint; found: bigint }>(
    `with leaf as (
       select ($1::bigint[])[width_bucket(p.tx, $2::bigint[])] as block, p.id, p.tx, ${table.leaf} as leaf
         from ${table.rows} p where p.tx >= $3 and p.tx < $4 and p.id > $5 and p.id <= coalesce($6, 9223372036854775807)
     ), found as (
       select block, count(*) as rows, string_agg(leaf, ''::bytea order by tx, id) as leaves from leaf group by block
     )
     select s.block, s.rows as sealed, coalesce(f.rows, 0) as found
       from ${table.seals} s left join found f on f.block = s.block
      where s.block = any($1) and s.hash is distinct from ${sealHash('s', "coalesce(f.leaves, ''::bytea)")}
         or s.block = any($1) and s.rows is distinct from coalesce(f.rows, 0)
      order by s.block`,
    [
      batch.map((seal) => seal.block),
      batch.map((seal) => seal.from_tx),
      first.from_tx,
      last.to_tx,
      first.after_id,
      first.until_id,
    ],
  )
  return rows.map(({ block, sealed, found }) => ({
    block,
    detail: `does not match its rows (${sealed} sealed, ${found} found)`,
  }))
}

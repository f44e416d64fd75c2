import { type RawBuilder, sql } from 'kysely'
import type { DB, LedgerSeals, SealChecks } from '../db/database-types.ts'
import { q } from '../db/query.ts'
import type { Sql, Tx } from '../db/sql.ts'

type TableWith<Columns> = { [Table in keyof DB]: DB[Table] extends Columns ? Table : never }[keyof DB]

/**
 * An append-only table and the table of its seals. In the rows, `tx` is the number of the transaction that wrote them.
 */
export type SealedTable = {
  readonly rows: SealChecks['sealed_table']
  readonly seals: TableWith<LedgerSeals>
  /** The hash of a row `p`: every column, as unambiguous text that no setting of the session changes. */
  readonly leaf: RawBuilder<Buffer>
}

/** The rows of a block: `fromTx` ≤ tx < `toTx` and id > `afterId`. */
export type BlockRange = { readonly fromTx: bigint; readonly toTx: bigint; readonly afterId: bigint }
export type SealedBlock = { readonly block: bigint; readonly rows: bigint; readonly hash: string }

/** The hash of a seal `s` from its columns and its rows' leaves in order of (tx, id). */
const sealHash = (leaves: RawBuilder<Buffer>) => sql<Buffer>`sha256(s.previous_hash || convert_to(
  format('%s:%s:%s:%s:%s:%s', s.block, s.from_tx, s.to_tx, s.after_id, s.last_id, s.rows), 'UTF8') || ${leaves})`

/** The newest seal in the database. */
export const lastSeal = (db: Sql, { seals }: SealedTable) =>
  db.first(
    q
      .selectFrom(seals)
      .select(['block', 'to_tx as toTx', 'after_id as afterId', 'last_id as lastId', 'hash'])
      .orderBy('block', 'desc')
      .limit(1),
  )
export type LastSeal = NonNullable<Awaited<ReturnType<typeof lastSeal>>>

/** The hash of a block in hexadecimal digits, or null. */
export async function hashOfBlock(db: Sql, { seals }: SealedTable, block: bigint): Promise<string | null> {
  const row = await db.first(q.selectFrom(seals).select('hash').where('block', '=', block))
  return row?.hash.toString('hex') ?? null
}

const rowsIn = ({ rows }: SealedTable, { fromTx, afterId }: Omit<BlockRange, 'toTx'>) =>
  q.selectFrom(rows).where('tx', '>=', fromTx).where('id', '>', afterId)

/** Whether a row has this or a later transaction number and a greater id. */
export const hasRows = async (tx: Tx, table: SealedTable, from: Omit<BlockRange, 'toTx'>): Promise<boolean> =>
  (await tx.first(rowsIn(table, from).select('id').limit(1))) !== undefined

/** The transaction number of the row after the first `rows` rows of a range. */
export const txAfter = async (tx: Tx, table: SealedTable, range: BlockRange, rows: number): Promise<bigint | null> =>
  (
    await tx.first(
      rowsIn(table, range).select('tx').where('tx', '<', range.toTx).orderBy('tx').orderBy('id').offset(rows).limit(1),
    )
  )?.tx ?? null

/** The number of the oldest transaction that was running when the snapshot was taken. */
export async function oldestRunning(tx: Tx): Promise<bigint> {
  const row = await tx.first(
    sql<{ xmin: bigint }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin`,
  )
  if (row === undefined) throw new Error('the snapshot has no oldest transaction')
  return row.xmin
}

/** Seals the rows of a range as the next block; undefined if it has no rows. */
export const addSeal = (
  tx: Tx,
  { rows, seals, leaf }: SealedTable,
  { fromTx, toTx, afterId }: BlockRange,
  last: LastSeal | undefined,
  now: Date,
): Promise<SealedBlock | undefined> =>
  tx.first(sql<SealedBlock>`
    with block_row as (
      select p.id, p.tx, ${leaf} as leaf from ${sql.table(rows)} p
       where p.tx >= ${fromTx} and p.tx < ${toTx} and p.id > ${afterId}
    ), s as (
      select ${(last?.block ?? 0n) + 1n}::bigint as block, ${fromTx}::bigint as from_tx, ${toTx}::bigint as to_tx,
             ${afterId}::bigint as after_id, greatest(${last?.lastId ?? 0n}::bigint, max(id)) as last_id,
             count(*) as rows, ${last?.hash ?? Buffer.alloc(0)}::bytea as previous_hash,
             string_agg(leaf, ''::bytea order by tx, id) as leaves
        from block_row having count(*) > 0
    )
    insert into ${sql.table(seals)}
           (block, from_tx, to_tx, after_id, last_id, rows, hash, previous_hash, created_at)
    select block, from_tx, to_tx, after_id, last_id, rows, ${sealHash(sql`s.leaves`)}, previous_hash, ${now} from s
    returning block, rows, encode(hash, 'hex') as hash`)

export type Seal = BlockRange & {
  readonly block: bigint
  readonly rows: bigint
  /** Whether the previous hash matches the previous row of the chain. */
  readonly linked: boolean
  /** The last row id before the transaction numbers start again at a later block; null if they never do. */
  readonly untilId: bigint | null
}

/** The seals after a block, in order. */
export const sealsAfter = (db: Sql, table: SealedTable, block: bigint, limit: number): Promise<Seal[]> => {
  const seals = sql.table(table.seals)
  return db.run(sql<Seal>`
    select s.block, s.from_tx as "fromTx", s.to_tx as "toTx", s.after_id as "afterId", s.rows,
           case when before.block is null
             then s.block = 1 and s.from_tx = 0 and s.after_id = 0 and s.previous_hash = ''::bytea
             else s.previous_hash = before.hash and (
               (s.after_id = before.after_id and s.from_tx = before.to_tx) or (s.after_id = before.last_id and s.from_tx = 0))
           end as linked,
           (select min(later.after_id) from ${seals} later
             where later.block > s.block and later.after_id > s.after_id) as "untilId"
      from ${seals} s left join ${seals} before on before.block = s.block - 1
     where s.block > ${block} order by s.block limit ${limit}`)
}

export type WrongHash = { readonly block: bigint; readonly sealed: bigint; readonly found: bigint }

/** The blocks whose current rows do not have the sealed hash. The blocks have continuous transaction numbers. */
export const wrongHashes = async (
  db: Sql,
  { rows, seals, leaf }: SealedTable,
  blocks: readonly [Seal, ...Seal[]],
): Promise<WrongHash[]> => {
  const [first] = blocks
  const last = blocks.at(-1) ?? first
  const numbers = blocks.map(({ block }) => block)
  const starts = blocks.map(({ fromTx }) => fromTx)
  return db.run(sql<WrongHash>`
    with leaf as (
      select (${numbers}::bigint[])[width_bucket(p.tx, ${starts}::bigint[])] as block, p.id, p.tx, ${leaf} as leaf
        from ${sql.table(rows)} p
       where p.tx >= ${first.fromTx} and p.tx < ${last.toTx} and p.id > ${first.afterId}
         and p.id <= coalesce(${first.untilId}, 9223372036854775807)
    ), found as (
      select block, count(*) as rows, string_agg(leaf, ''::bytea order by tx, id) as leaves from leaf group by block
    )
    select s.block, s.rows as sealed, coalesce(f.rows, 0) as found
      from ${sql.table(seals)} s left join found f on f.block = s.block
     where s.block = any(${numbers})
       and (s.rows is distinct from coalesce(f.rows, 0)
            or s.hash is distinct from ${sealHash(sql`coalesce(f.leaves, ''::bytea)`)})
     order by s.block`)
}

import type { SealChecks } from '../db/database-types.ts'
import { insertRows } from '../db/insert-rows.ts'
import { type Params, q, statement } from '../db/query.ts'
import type { SealedTable } from './seals.repository.ts'
import type { Sql } from '../db/sql.ts'
import type { ExpectedSeal } from './verify-seals.ts'

export type CheckOutcome = SealChecks['outcome']

export type Found = {
  readonly differences: number
  readonly blocks: number
  /** The published seal that the table was compared with. */
  readonly expected: ExpectedSeal | null
}

export type SealCheck = Found & { readonly outcome: CheckOutcome; readonly checkedAt: Date }

const insert = insertRows('seal_checks', (into) =>
  into.onConflict((conflict) =>
    conflict.column('sealed_table').doUpdateSet((eb) => ({
      checked_at: eb.ref('excluded.checked_at'),
      outcome: eb.ref('excluded.outcome'),
      differences: eb.ref('excluded.differences'),
      blocks: eb.ref('excluded.blocks'),
      published_block: eb.ref('excluded.published_block'),
      published_hash: eb.ref('excluded.published_hash'),
    })),
  ),
)

const ofTable = statement((p: Params<{ rows: SealChecks['sealed_table'] }>) =>
  q
    .selectFrom('seal_checks')
    .select(['checked_at as checkedAt', 'outcome', 'differences', 'blocks'])
    .select(['published_block as block', 'published_hash as hash'])
    .where('sealed_table', '=', p.rows),
)

/** Replaces the last check of the table. */
export async function storeCheck(sql: Sql, { rows }: SealedTable, check: SealCheck): Promise<void> {
  const { checkedAt, outcome, differences, blocks, expected } = check
  await sql.change(
    insert([
      {
        sealedTable: rows,
        checkedAt,
        outcome,
        differences,
        blocks: BigInt(blocks),
        publishedBlock: expected?.block ?? null,
        publishedHash: expected?.hash ?? null,
      },
    ]),
  )
}

/** The last stored check of the table, or null. */
export async function lastCheck(sql: Sql, { rows }: SealedTable): Promise<SealCheck | null> {
  const row = await sql.first(ofTable({ rows }))
  if (row === undefined) return null
  const { block, hash, blocks, ...check } = row
  return { ...check, blocks: Number(blocks), expected: block === null || hash === null ? null : { block, hash } }
}

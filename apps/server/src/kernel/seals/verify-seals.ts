import type { Sql } from '../db/sql.ts'
import {
  hashOfBlock,
  lastSeal,
  type Seal,
  type SealedTable,
  sealsAfter,
  wrongHashes,
  type WrongHash,
} from './seals.repository.ts'

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

/** The newest seal in the database, or null. */
export async function newestSeal(sql: Sql, table: SealedTable): Promise<ExpectedSeal | null> {
  const seal = await lastSeal(sql, table)
  return seal === undefined ? null : { block: seal.block, hash: seal.hash.toString('hex') }
}

const MAX_BLOCKS = 500
const MAX_ROWS = 100_000n

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
    const seals = await sealsAfter(sql, table, after, MAX_BLOCKS)
    const last = seals.at(-1)
    if (last === undefined) return { blocks, broken, newest }
    for (const seal of seals) {
      if (!seal.linked) broken.push({ block: seal.block, detail: 'does not continue the previous seal' })
    }
    for (const batch of batches(seals)) broken.push(...(await wrongHashes(sql, table, batch)).map(brokenSeal))
    blocks += seals.length
    after = last.block
    newest = { block: after, hash: (await hashOfBlock(sql, table, after)) ?? '' }
  }
}

const brokenSeal = ({ block, sealed, found }: WrongHash): BrokenSeal => ({
  block,
  detail: `does not match its rows (${sealed} sealed, ${found} found)`,
})

/** Blocks that are read together: neighbours with continuous transaction numbers and a bounded number of rows. */
function batches(seals: readonly Seal[]): [Seal, ...Seal[]][] {
  const all: [Seal, ...Seal[]][] = []
  let rows = 0n
  for (const seal of seals) {
    const open = all.at(-1)
    if (open === undefined || open[0].afterId !== seal.afterId || rows + seal.rows > MAX_ROWS) {
      all.push([seal])
      rows = seal.rows
    } else {
      open.push(seal)
      rows += seal.rows
    }
  }
  return all
}

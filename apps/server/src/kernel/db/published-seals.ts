import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kernel } from '../kernel.ts'
import { type Sealed, type SealedTable, sealRows } from './seal-rows.ts'
import { type ExpectedSeal, hasSeal, newestSeal, NO_SEAL, readExpectedSeal } from './verify-seals.ts'

const fileOf = (folder: string, { seals }: SealedTable): string => join(folder, `${seals}.txt`)

/** The newest published seal of the table; null if `SEALS_DIR` is not set or contains none. */
export async function publishedSeal(folder: string | null, table: SealedTable): Promise<ExpectedSeal | null> {
  if (folder === null) return null
  const text = await readFile(fileOf(folder, table), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const seal = readExpectedSeal(text)
  if (seal === null) throw new Error(`${fileOf(folder, table)} contains no block and hash, such as 12:9f86d0…`)
  return seal
}

/**
 * Seals finished rows and publishes the seals outside the database, so that an owner of the database cannot empty or
 * recompute the table unnoticed: every hash in the log, and the newest one in `SEALS_DIR`. A seal that is missing from
 * the database stays published.
 */
export async function sealAndPublish(
  { clock, config, log, workerDb }: Pick<Kernel, 'clock' | 'config' | 'log' | 'workerDb'>,
  table: SealedTable,
): Promise<Sealed[]> {
  const sealed = await sealRows(workerDb, table, clock.now())
  for (const { block, rows, hash } of sealed) {
    log.info({ seals: table.seals, block: String(block), rows: String(rows), hash }, 'block sealed')
  }
  if (config.sealsFolder === null) return sealed
  const published = await publishedSeal(config.sealsFolder, table)
  if (published !== null && !(await hasSeal(workerDb, table, published))) {
    log.error({ seals: table.seals, block: String(published.block) }, 'THE PUBLISHED SEAL IS NOT IN THE DATABASE')
    return sealed
  }
  const newest = (await newestSeal(workerDb, table)) ?? NO_SEAL
  if (newest.block === published?.block) return sealed
  await mkdir(config.sealsFolder, { recursive: true, mode: 0o700 })
  const file = fileOf(config.sealsFolder, table)
  // A crash never leaves half a hash.
  await writeFile(`${file}.new`, `${newest.block}:${newest.hash}\n`, { flush: true })
  await rename(`${file}.new`, file)
  return sealed
}

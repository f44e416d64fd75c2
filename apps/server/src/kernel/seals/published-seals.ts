import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../ids.ts'
import type { Kernel } from '../kernel.ts'
import { sealRows } from './seal-rows.ts'
import type { SealedBlock, SealedTable } from './seals.repository.ts'
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

/** Logged if the published file is lost or `SEALS_DIR` is not mounted. Docs: runbooks/running.md. */
export const NONE_PUBLISHED = 'THE DATABASE CONTAINS SEALS, BUT NONE IS PUBLISHED'

/**
 * Seals finished rows and publishes the seals outside the database, so that an owner of the database cannot empty or
 * recompute the table unnoticed: every hash in the log, and the newest one in `SEALS_DIR`. A seal that is missing from
 * the database stays published, and a lost file is never replaced, because otherwise the current rows would become the
 * trusted ones. Tests pass `finishedTx` (see `sealRows`).
 */
export async function sealAndPublish(
  { clock, config, log, workerDb }: Pick<Kernel, 'clock' | 'config' | 'log' | 'workerDb'>,
  table: SealedTable,
  finishedTx?: bigint,
): Promise<SealedBlock[]> {
  const { sealsFolder } = config
  // Publish block 0 before the first seal, so that a crash never leaves seals without a file.
  if (sealsFolder !== null && (await newestSeal(workerDb, table)) === null) {
    if ((await publishedSeal(sealsFolder, table)) === null) await publish(sealsFolder, table, NO_SEAL)
  }
  const sealed = await sealRows(workerDb, table, clock.now(), finishedTx)
  for (const { block, rows, hash } of sealed) {
    log.info({ seals: table.seals, block: String(block), rows: String(rows), hash }, 'block sealed')
  }
  if (sealsFolder === null) return sealed
  const published = await publishedSeal(sealsFolder, table)
  if (published === null) {
    log.error({ seals: table.seals }, NONE_PUBLISHED)
    return sealed
  }
  if (!(await hasSeal(workerDb, table, published))) {
    log.error({ seals: table.seals, block: String(published.block) }, 'THE PUBLISHED SEAL IS NOT IN THE DATABASE')
    return sealed
  }
  const newest = (await newestSeal(workerDb, table)) ?? NO_SEAL
  if (newest.block > published.block) await publish(sealsFolder, table, newest)
  return sealed
}

/** Publishes block 0 if nothing is published, and another block only in place of an older one. */
async function publish(folder: string, table: SealedTable, seal: ExpectedSeal): Promise<void> {
  const isFirst = seal.block === NO_SEAL.block
  if (isFirst) await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = fileOf(folder, table)
  // Rename a complete file with a unique name, so that a crash leaves no half-written hash and two nodes never write
  // the same file.
  const unfinished = `${file}.${newId()}`
  try {
    await writeFile(unfinished, `${seal.block}:${seal.hash}\n`, { flush: true })
    // Another node may have published a newer block, or the folder may have been lost.
    const current = await publishedSeal(folder, table)
    if (current === null ? isFirst : seal.block > current.block) await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

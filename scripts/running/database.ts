import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { joinCluster } from '../postgres/cluster.ts'
import { createFilledDatabase, ensureDatabase } from '../postgres/roles.ts'
import { dataFolder } from './folders.ts'

export type RunningDatabase = {
  /** The server's connection URLs: one for its own role, one for the owner, who runs migrations. */
  readonly url: string
  readonly adminUrl: string
  /** Where the server publishes the newest seals of the clone's own database. */
  readonly env: { readonly SEALS_DIR?: string }
  readonly close: () => Promise<void>
}

export type OpenedDatabase = Omit<RunningDatabase, 'close'>

const NAME = 'mupiira'
const sealsFolder = join(dataFolder, 'seals')

/**
 * The PostgreSQL of `DATABASE_URL` if set, otherwise the clone's own, started or adopted. `fill` fills a new database
 * of the clone. If it is interrupted, the next command fills a new database from the start.
 */
export async function openDatabase(fill?: (empty: OpenedDatabase) => Promise<void>): Promise<RunningDatabase> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, adminUrl: process.env['DATABASE_ADMIN_URL'] ?? url, env: {}, close: async () => undefined }
  const cluster = await joinCluster({ dataFolder, name: 'postgres', durable: true })
  if (cluster.adopted) console.log('Using the PostgreSQL that is already running.')
  const superuserUrl = cluster.superuserUrl('postgres')
  const opened = (name: string): OpenedDatabase => ({
    url: cluster.appUrl(name),
    adminUrl: cluster.ownerUrl(name),
    env: { SEALS_DIR: sealsFolder },
  })
  try {
    if (fill === undefined) await ensureDatabase(superuserUrl, NAME)
    else
      await createFilledDatabase(superuserUrl, NAME, async (name) => {
        // A removed database had other seals.
        rmSync(sealsFolder, { recursive: true, force: true })
        await fill(opened(name))
      })
  } catch (error) {
    await cluster.release()
    throw error
  }
  return { ...opened(NAME), close: cluster.release }
}

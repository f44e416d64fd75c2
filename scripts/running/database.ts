import { joinCluster } from '../postgres/cluster.ts'
import { ensureDatabase } from '../postgres/roles.ts'
import { dataFolder } from './folders.ts'

export type RunningDatabase = {
  /** The server's connection URLs: one for its own role, one for the owner, who runs migrations. */
  readonly url: string
  readonly adminUrl: string
  readonly close: () => Promise<void>
}

/** The PostgreSQL of `DATABASE_URL` if set, otherwise the clone's own, started or adopted. */
export async function openDatabase(): Promise<RunningDatabase> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, adminUrl: process.env['DATABASE_ADMIN_URL'] ?? url, close: async () => undefined }
  const cluster = await joinCluster({ dataFolder, name: 'postgres', durable: true })
  if (cluster.adopted) console.log('Adopted the PostgreSQL that was running.')
  await ensureDatabase(cluster.superuserUrl('postgres'), 'mupiira')
  return { url: cluster.appUrl('mupiira'), adminUrl: cluster.ownerUrl('mupiira'), close: cluster.release }
}

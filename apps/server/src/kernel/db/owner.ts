import type { Kernel } from '../kernel.ts'
import { createDb } from './pool.ts'
import type { Tx } from './sql.ts'

/**
 * A transaction as the schema's owner, for actions that the server's role is not allowed to perform, such as
 * creating staff.
 */
export async function transactionOfOwner<T>(
  { config, log }: Pick<Kernel, 'config' | 'log'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const owner = createDb({ url: config.databaseAdminUrl, name: 'owner', maxConnections: 1, log })
  try {
    return await owner.transaction(work)
  } finally {
    await owner.close()
  }
}

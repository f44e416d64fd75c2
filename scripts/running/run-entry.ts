import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from './database.ts'
import { root } from './folders.ts'

/**
 * Runs a server script and exits with its exit code. Uses `DATABASE_URL`, or else the local database of this checkout.
 */
export async function runEntry(file: string): Promise<never> {
  const database = await openDatabase()
  const child = spawn(process.execPath, [join(root, file), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: {
      // The local database contains the demo accounts.
      DEMO: process.env['DATABASE_URL'] ? '0' : '1',
      ...process.env,
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
      ...database.env,
    },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  await database.close()
  process.exit(code ?? 1)
}

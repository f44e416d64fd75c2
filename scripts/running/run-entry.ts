import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from './database.ts'
import { root } from './folders.ts'

/** Runs a server script on the database of `DATABASE_URL`, or on the clone's own, and exits with its exit code. */
export async function runEntry(file: string): Promise<never> {
  const database = await openDatabase()
  const child = spawn(process.execPath, [join(root, file), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: {
      // The clone's own database contains the demo accounts.
      DEMO: process.env['DATABASE_URL'] === undefined ? '1' : '0',
      ...process.env,
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
    },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  await database.close()
  process.exit(code ?? 1)
}

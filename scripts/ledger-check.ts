import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from './running/database.ts'
import { root } from './running/folders.ts'

/** `npm run ledger:check`: proves the ledger of `DATABASE_URL`, else of the clone's own database. */
const database = await openDatabase()
const child = spawn(process.execPath, [join(root, 'apps/server/src/ledger-check.ts')], {
  stdio: 'inherit',
  env: {
    // The clone's own database holds the demonstration.
    DEMO: process.env['DATABASE_URL'] === undefined ? '1' : '0',
    ...process.env,
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
  },
})
const [code] = (await once(child, 'exit')) as [number | null]
await database.close()
process.exit(code ?? 1)

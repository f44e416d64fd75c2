import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from './running/database.ts'
import { root } from './running/folders.ts'
import { readSecrets } from './running/secrets.ts'
import { runningSimulators } from './running/simulators.ts'

/**
 * `npm run reconcile -- --date YYYY-MM-DD`: compares a day with the configured providers, or with the simulators
 * of a product running in this clone.
 */
const isDemo = (process.env['DATABASE_URL'] ?? '') === ''
const database = await openDatabase()
const child = spawn(process.execPath, [join(root, 'apps/server/src/reconcile.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...(isDemo ? { DEMO: '1', ...readSecrets(), ...runningSimulators() } : { DEMO: '0' }),
    ...process.env,
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
  },
})
const [code] = (await once(child, 'exit')) as [number | null]
await database.close()
process.exit(code ?? 2)

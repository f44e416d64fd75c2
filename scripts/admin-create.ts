import { runEntry } from './running/run-entry.ts'

/** `npm run admin:create`: creates a staff account. */
await runEntry('apps/server/src/admin-create.ts')

import { runEntry } from './running/run-entry.ts'

/** `npm run admin:create`: makes a member of staff. */
await runEntry('apps/server/src/admin-create.ts')

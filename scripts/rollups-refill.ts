import { runEntry } from './running/run-entry.ts'

/** `npm run rollups:refill`: for `DATABASE_URL`, or for the clone's own database. */
await runEntry('apps/server/src/rollups-refill.ts')

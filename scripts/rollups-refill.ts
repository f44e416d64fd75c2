import { runEntry } from './running/run-entry.ts'

/** `npm run rollups:refill`: recomputes the stored figures of `DATABASE_URL`, or of the clone's own database. */
await runEntry('apps/server/src/rollups-refill.ts')

import { runEntry } from './running/run-entry.ts'

/** `npm run ledger:check`: verifies the ledger of `DATABASE_URL`, or of the clone's own database. */
await runEntry('apps/server/src/ledger-check.ts')

import { runEntry } from './running/run-entry.ts'

/** `npm run audit:verify`: proves that nobody has changed the audit log. */
await runEntry('apps/server/src/audit-verify.ts')
